import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

/// The real binary, killed while it appends: what it acknowledged is there, and no commit is there in part.
@Suite(.serialized) struct KillTests {
  static let batch = 3
  static let commits = 20
  static let kills = 250

  @Test func noAcknowledgedEventIsLost() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let sandbox = try Sandbox()
    #expect(try sandbox.daybook("init", sandbox.ledger).status == 0)
    let whole = try run(sandbox, 0, killAfter: nil)
    #expect(whole.acknowledged == Self.commits)
    var acknowledged = [0: whole.acknowledged]
    var interrupted = 0
    for number in 1...Self.kills {
      let delay = Double.random(in: 0...whole.seconds * 1.1, using: &random)
      let run = try run(sandbox, number, killAfter: delay)
      acknowledged[number] = run.acknowledged
      if run.acknowledged > 0 && run.acknowledged < Self.commits { interrupted += 1 }
      if number % 50 == 0 { try check(sandbox, acknowledged) }
    }
    // Enough of the kills must hit the appending itself for the test to mean anything.
    #expect(interrupted > Self.kills / 20, "only \(interrupted) kills hit an append")
    #expect(try self.run(sandbox, Self.kills + 1, killAfter: nil).acknowledged == Self.commits)
    try check(sandbox, acknowledged)
    let verified = try sandbox.daybook("verify", "--ledger", sandbox.ledger)
    #expect(verified.status == 0, "\(verified.output) \(verified.errors)")
  }

  /// Appends the run's mutations; says how many commits were acknowledged and how long it took.
  private func run(
    _ sandbox: Sandbox, _ number: Int, killAfter delay: Double?
  ) throws -> (acknowledged: Int, seconds: Double) {
    let input = sandbox.path + "/input.ndjson"
    let output = sandbox.path + "/receipts"
    let lines = (0..<Self.commits * Self.batch).map { index in
      #"{"op":"upsert","kind":"test.thing","id":"\#(number)-\#(index)","set":{"n":\#(index)}}"# + "\n"
    }
    try Data(lines.joined().utf8).write(to: URL(fileURLWithPath: input))
    try Data().write(to: URL(fileURLWithPath: output))
    let process = sandbox.process(
      BuiltCommand.path,
      [
        "append", input, "--batch", "\(Self.batch)", "--receipts", "--format", "jsonl", "--ledger",
        sandbox.ledger,
      ])
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    let start = Date()
    try process.run()
    if let delay {
      usleep(UInt32(delay * 1e6))
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    if delay == nil { #expect(process.terminationStatus == 0) }
    let receipts = try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains(#""commit":"#) }
    return (receipts.count, Date().timeIntervalSince(start))
  }

  private func check(_ sandbox: Sandbox, _ acknowledged: [Int: Int]) throws {
    let log = try sandbox.daybook(
      "log", "--kind", "test.thing", "--format", "jsonl", "--ledger", sandbox.ledger)
    #expect(log.status == 0, "\(log.errors)")
    var ids: Set<String> = []
    var sizes: [Int64: Int] = [:]
    for line in log.output.split(separator: "\n") {
      let event = try JSONParser.parse(String(line)).object
      if let id = event?["id"]?.string { ids.insert(id) }
      if let commit = event?["_commit"]?.int { sizes[commit, default: 0] += 1 }
    }
    for (number, commits) in acknowledged {
      for index in 0..<commits * Self.batch where !ids.contains("\(number)-\(index)") {
        Issue.record("\(number)-\(index) was acknowledged and is lost")
      }
    }
    for (commit, size) in sizes where size != Self.batch {
      Issue.record("commit \(commit) has \(size) events of \(Self.batch)")
    }
  }
}
