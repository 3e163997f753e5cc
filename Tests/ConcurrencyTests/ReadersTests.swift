import Daybook
import DaybookModel
import DaybookTestSupport
import FoundationEssentials
import Testing

@testable import SAM

/// Long readings beside writers, whose files are joined and sealed meanwhile: each shows a state that the ledger was in,
/// with all that was acknowledged before it began.
@Suite(.serialized) struct ReadersTests {
  private static let id = "counted"
  private static let rounds = 60

  @Test func eachShowsWhatWasAcknowledged() async throws {
    let folder = try TemporaryFolder()
    var options = LedgerOptions()
    (options.stateDirectory, options.cacheDirectory) = (folder.path + "/state", folder.path + "/cache")
    options.rollSizeBytes = 1 << 13
    let path = folder.path + "/ledger"
    try await Ledger.create(at: path, options: options)
    let ledger = try await Ledger.open(at: path, systems: [.sam], options: options)
    let people = (0..<300).map { number in Person { $0.displayNameCache = "person \(number)" } }
    let first = try await ledger.commit { commit in for person in people { try commit.upsert(person) } }
    let counter = Counter()
    let start = Cut.until(try #require(first.lastStamp))
    try await write(0, to: ledger, counter)
    try await withThrowingTaskGroup { group in
      group.addTask {
        for round in 1...Self.rounds { try await write(round, to: ledger, counter) }
        await counter.end()
      }
      group.addTask {
        while await !counter.hasEnded {
          _ = try await ledger.maintenance.seal()
          _ = try await ledger.maintenance.compact()
          _ = try await ledger.replicas.status()
        }
      }
      for (name, read) in Self.readers(start) {
        group.addTask {
          var last = 0
          repeat {
            let acknowledged = await counter.acknowledged
            let shown = try await read(ledger)
            let begun = await counter.begun
            #expect(shown >= acknowledged, "\(name) lacks what was acknowledged")
            #expect(shown >= last && shown <= begun, "\(name) shows what was not written")
            last = shown
          } while await !counter.hasEnded
          #expect(try await read(ledger) == Self.rounds, "\(name)")
        }
      }
      try await group.waitForAll()
    }
    #expect(try await ledger.audit.verify().isSound)
    #expect(try await ledger.audit.checkReplay().isSame)
  }

  private func write(_ round: Int, to ledger: Ledger, _ counter: Counter) async throws {
    await counter.begin(round)
    try await ledger.append(
      [
        Mutation(
          .upsert, kind: Person.kind, id: Self.id, set: ["displayNameCache": .string("counts r\(round)")])
      ],
      options: AppendOptions(by: "counter"))
    await counter.acknowledge(round)
  }

  private typealias Reader = @Sendable (Ledger) async throws -> Int

  /// What each reading shows of the counting.
  private static func readers(_ start: Cut) -> [(name: String, read: Reader)] {
    [
      (
        "log",
        { ledger in
          var filter = LogFilter()
          filter.id = id
          let count = Locked(-1)
          try await ledger.history.log(filter) { _ in
            count.withLock { $0 += 1 }
            return true
          }
          return count.withLock { $0 }
        }
      ),
      ("history", { try await $0.history.steps(kind: Person.kind, id: id).count - 1 }),
      (
        "blame",
        { ledger in
          let blame = try await ledger.history.blame(kind: Person.kind, id: id)
          let line = try #require(blame?.lines.first { $0.register == .field("displayNameCache") })
          #expect(line.writers.map { $0.event.mutation.set?["displayNameCache"] } == [line.value])
          return try number(line.value)
        }
      ),
      (
        "diff",
        { ledger in
          let found = try await ledger.history.differences(from: start)
          #expect(found.map(\.id) == [id], "all else is as it was")
          let name = found.first?.changes.first { $0.register == .field("displayNameCache") }
          return try number(name?.after)
        }
      ),
      (
        "steps",
        { ledger in
          let count = Locked(-1)
          try await ledger.history.steps(kinds: [Person.kind]) { step in
            if step.id == id { count.withLock { $0 += 1 } }
            return true
          }
          return count.withLock { $0 }
        }
      ),
      (
        "search",
        { ledger in
          let hits = try await ledger.search("counts", kinds: [Person.kind], limit: nil)
          #expect(hits.map(\.id) == [id])
          return try number(hits.first?.name.map { .string($0) })
        }
      ),
      (
        "audit",
        { ledger in
          var options = AuditReportOptions()
          options.entities = [EntityName(kind: Person.kind, id: id)]
          let export = try await ledger.audit.export(options)
          #expect(export.events.count - 1 == (try number(export.rows.first?.fields["displayNameCache"])))
          return export.events.count - 1
        }
      ),
      (
        "past",
        { ledger in
          let row = try await ledger.get(
            kind: Person.kind, id: id, at: .asOf(Instant(milliseconds: 4_000_000_000_000)))
          return try number(row?["displayNameCache"])
        }
      ),
    ]
  }

  private static func number(_ name: JSONValue?) throws -> Int {
    let text = try #require(name?.string)
    return try #require(Int(text.drop { $0 != "r" }.dropFirst()))
  }
}

/// What a writer began, and what the ledger acknowledged.
private actor Counter {
  private(set) var begun = 0
  private(set) var acknowledged = 0
  private(set) var hasEnded = false

  func begin(_ round: Int) { begun = round }
  func acknowledge(_ round: Int) { acknowledged = round }
  func end() { hasEnded = true }
}
