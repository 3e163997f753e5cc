import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

/// A machine that has written nothing has nothing to seal or to rewrite, and makes no replica for it.
@Suite struct FreshCopyTests {
  @Test func sealAndCompactMakeNoReplica() async throws {
    let files = try OwnFilesTests()
    let writer = try files.open()
    try await writer.append(files.note("a"))
    await writer.close()
    let before = try Inventory.scan(files.folder).replicas.map(\.id)
    let image = files.folder.image
    let fresh = try OwnFilesTests(folder: MemoryFileStore(image), state: MemoryFileStore())
    let ledger = try fresh.open()
    #expect(try await ledger.maintenance.seal().files == [])
    #expect(try await ledger.maintenance.compact().written == [])
    #expect(try await ledger.replicas.own() == [])
    #expect(try Inventory.scan(fresh.folder).replicas.map(\.id) == before)
    #expect(try fresh.state.list("") == [], "and keeps no state")
    // Neither does what comes to nothing, or is refused.
    #expect(try await ledger.sync { _, _ in SyncPlan() }.events == 0)
    let a = Mutation(.upsert, kind: "planner.note", id: "a", set: ["n": 2])
    var expecting = AppendOptions()
    expecting.expect = Stamp(time: 0, replica: ReplicaID(rawValue: 0))
    await #expect { try await ledger.append([a], options: expecting) } throws: {
      ($0 as? LedgerError)?.code == .moved
    }
    await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.link, kind: "planner.note", id: "", rel: "r", to: "b")])
    }
    #expect(try Inventory.scan(fresh.folder).replicas.map(\.id) == before)
    #expect(try fresh.state.list("") == [], "and keeps no state")
    // Where it has written, both do their work.
    try await ledger.append(fresh.note("b"))
    #expect(try await ledger.maintenance.seal().files.count == 1)
    #expect(try await ledger.maintenance.compact().filesAfter == 1)
  }
}
