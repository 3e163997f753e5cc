import Daybook
import DaybookTestSupport
import Testing

/// The actor on a ledger in memory: what is appended is there, in the records and in the log.
@Suite struct LedgerTests {
  @Test func appendedMutationsAreLoggedAndReplayed() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let mutations = Array(SampleMutations(seed: 7, count: 300))
    let receipt = try await ledger.append(mutations)
    #expect(receipt.events.count == 300)
    #expect(receipt.commit == 2)
    #expect(receipt.notices.contains { $0.code == "raw-kind" })
    var logged: [Event] = []
    try await ledger.history.log { entry in
      logged.append(entry.event)
      return true
    }
    #expect(logged.count == 301)
    #expect(Array(logged.dropFirst()) == receipt.events)
    let report = try await ledger.audit.replay()
    #expect(report.events == 301)
    let sealed = try await ledger.maintenance.seal()
    #expect(sealed.files.count == 1)
    let again = try await ledger.audit.replay()
    #expect(again.digest == report.digest)
  }

  @Test func aKeyIsUsedOnce() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let mutations = Array(SampleMutations(seed: 8, count: 5))
    let first = try await ledger.append(mutations, options: AppendOptions(key: "import-1"))
    let second = try await ledger.append(mutations, options: AppendOptions(key: "import-1"))
    #expect(!first.isRepeat && second.isRepeat)
    #expect(second.commit == first.commit)
    await #expect(throws: LedgerError.self) {
      try await ledger.append(Array(mutations.dropLast()), options: AppendOptions(key: "import-1"))
    }
    #expect(try await ledger.audit.replay().events == 6)
  }

  @Test func expectRefusesWhatMoved() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let write = Mutation(.upsert, kind: "x.thing", id: "1", set: ["a": 1])
    let first = try await ledger.append([write])
    try await ledger.append([write])
    var options = AppendOptions()
    options.expect = first.lastStamp
    await #expect(throws: LedgerError.self) { try await ledger.append([write], options: options) }
  }

  @Test func changesAreTold() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let changes = await ledger.changes(to: "x.thing")
    try await ledger.append([
      Mutation(.upsert, kind: "x.other", id: "1", set: ["a": 1]),
      Mutation(.upsert, kind: "x.thing", id: "2", set: ["a": 1]),
    ])
    var iterator = changes.makeAsyncIterator()
    let change = await iterator.next()
    #expect(change?.id == "2")
  }
}
