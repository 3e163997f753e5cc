import ArgumentParser
import DaybookTestSupport
import Testing

@testable import DaybookCommands

/// Plain arguments say what the parser says of them; all others are left to it.
@Suite struct PlainArgumentsTests {
  private static let pieces = [
    "sam.person", "0193e0a4", "", "help", "--count", "--reveal", "--audit-reads", "--include-deleted",
    "--limit",
    "--offset", "5", "-5", "x", "--sort", "-name", "--where", "a = 'b'", "--fields", "a,b", "--group-by",
    "--format",
    "json", "table", "yaml", "--ledger", "/tmp", "--tz", "Europe/Berlin", "--as", "--as-of", "2026-01-01",
    "--until",
    "--as-seen-by", "--data", "-o", "--output", "--wait", "--", "--help", "--version", "--limit=3",
    "--sorted", "-h",
  ]

  private func arguments(_ random: inout SeededRandom) -> [String] {
    (0..<Int.random(in: 0...7, using: &random)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
    }
  }

  /// How often the arguments were plain.
  private func compare<Command: ParsableCommand, Request: PlainRequest>(
    _ type: Command.Type, _ random: inout SeededRandom, _ count: Int, _ read: (Command) -> Request
  ) -> Int {
    var plainCount = 0
    for _ in 0..<count {
      let arguments = arguments(&random)
      guard let plain = Request.plain(arguments[...]) else { continue }
      plainCount += 1
      let parsed = (try? Command.parseAsRoot(arguments)) as? Command
      #expect(parsed.map(read) == plain, "\(arguments)")
    }
    return plainCount
  }

  @Test(.seeded) func theParserSaysTheSame() {
    var random = SeededRandom(seed: TestSeed.current &+ 11)
    #expect(compare(GetCommand.self, &random, 5000) { EntityRequest($0) } > 10)
    #expect(compare(QueryCommand.self, &random, 5000) { QueryRequest($0) } > 10)
  }

  @Test func takesWhatIsWaitedFor() throws {
    let get = try #require(
      EntityRequest.plain(["sam.person", "0193", "--format", "json", "--ledger", "l"]))
    #expect(get.kind == "sam.person" && get.id == "0193")
    #expect(get.format == .json && get.ledger == "l" && !get.reveals)
    let query = try #require(
      QueryRequest.plain([
        "sam.evidenceItem", "--where", "state = 'needsReview'", "--sort", "-occurredAt", "--limit", "20",
      ]))
    #expect(query.sort == "-occurredAt" && query.limit == 20 && query.condition == "state = 'needsReview'")
  }

  @Test(arguments: [
    ["sam.person"], ["sam.person", "1", "2"], ["sam.person", "1", "--wait", "3"],
    ["sam.person", "1", "-o", "f"],
    ["sam.person", "1", "--ledger"], ["sam.person", "1", "--ledger", "-x"], ["sam.person", "1", "--tz=UTC"],
    ["sam.person", "1", "--format", "yaml"], ["sam.person", "1", "--reveal", "--reveal"],
    ["--", "sam.person", "1"],
    ["sam.person", "1", "--as-of", "today", "--until", "x"], ["sam.person", "1", "--output", "f"],
    ["sam.person", "1", "--as-of", "today"], ["sam.person", "1", "--as", "ann"],
    ["sam.person", "1", "--audit-reads"], ["sam.person", "1", "--data", "photo"],
  ])
  func leavesTheRestToTheParser(arguments: [String]) {
    #expect(EntityRequest.plain(arguments[...]) == nil)
  }

  @Test(arguments: [
    ["sam.person", "--limit", "-1"], ["sam.person", "--limit", "x"],
    ["sam.person", "--count", "--group-by", "a"],
    ["sam.person", "--as-seen-by", "x"], ["sam.person", "1"], ["sam.person", "--audit-reads"],
  ])
  func leavesOtherQueriesToTheParser(arguments: [String]) {
    #expect(QueryRequest.plain(arguments[...]) == nil)
  }
}
