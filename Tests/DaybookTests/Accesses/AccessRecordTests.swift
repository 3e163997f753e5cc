import Daybook
import DaybookModel
import Synchronization
import Testing

/// What the library records of readings, and what it leaves alone.
@Suite struct AccessRecordTests {
  private func access(_ words: String...) -> Access {
    Access {
      $0.command = "card"
      $0.arguments = words
      $0.kind = "test.thing"
      $0.entity = "one"
    }
  }

  @Test func isAnEntityOfItsOwnEachTime() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let one = access("of", "ann")
    // The same value twice: two readings.
    for _ in 0..<2 { try await ledger.audit.recordAccess(one, by: "carol") }
    let rows = try await ledger.query(Query("daybook.access")).rows
    #expect(rows.count == 2 && Set(rows.map(\.id)).count == 2)
    #expect(rows.allSatisfy { $0["by"] == "carol" && $0["arguments"] == ["of", "ann"] })
    #expect(rows.allSatisfy { $0["entity"] == "one" && $0["revealed"] == false && $0.id != one.id.rawValue })
    let events = Mutex<[Event]>([])
    var filter = LogFilter()
    filter.kind = "daybook.access"
    try await ledger.history.log(filter) { entry in
      events.withLock { $0.append(entry.event) }
      return true
    }
    let found = events.withLock { $0 }
    #expect(found.count == 2 && found.allSatisfy { $0.mutation.by == "carol" && $0.salt != nil })
  }

  @Test func whatItLeavesAlone() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    let written = try await ledger.append([
      Mutation(.upsert, kind: "test.thing", id: "one", set: ["text": "budget"])
    ])
    let row = try await ledger.get(kind: "test.thing", id: "one")
    try await ledger.audit.recordAccess(access("budget"), by: "carol")
    #expect(try await ledger.get(kind: "test.thing", id: "one") == row)
    #expect(try await ledger.conflicts.list().isEmpty)
    // Nothing moved since, as far as the thing is concerned.
    var options = AppendOptions()
    options.expect = written.lastStamp
    try await ledger.append(
      [Mutation(.upsert, kind: "test.thing", id: "one", set: ["text": "budget 2"])], options: options)
    let hits = try await ledger.search("budget", reveals: true)
    #expect(hits.map(\.kind) == ["test.thing"])
  }

  @Test func theSetting() async throws {
    let ledger = try Ledger.inMemory(systems: [])
    #expect(try await !ledger.isEnabled(.auditReads))
    #expect(try await ledger.set(.auditReads, enabled: false).events.isEmpty)
    #expect(
      try await ledger.set(.auditReads, enabled: true, options: AppendOptions(by: "ann")).events.count == 1)
    #expect(try await ledger.isEnabled(.auditReads))
    #expect(try await ledger.set(.auditReads, enabled: true).events.isEmpty)
    await #expect(throws: LedgerError.self) {
      try await ledger.append([
        Mutation(.upsert, kind: "daybook.setting", id: "audit-reads", set: ["value": "perhaps"])
      ])
    }
    try await ledger.set(.auditReads, enabled: false)
    #expect(try await !ledger.isEnabled(.auditReads))
  }
}
