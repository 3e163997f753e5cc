import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Testing

@testable import Daybook

/// A device whose folder lacks its own files: what made the others members lies in its journal alone.
@Suite struct JournalDecidesTests {
  private let member = MemoryMachine(0, clock: TestClock(1_790_000_000_000))
  private let other = MemoryMachine(1, clock: TestClock(1_790_000_000_000))

  @Test func everyReadingCountsWhatOpeningCounts() async throws {
    let descriptor = LedgerDescriptor(
      ledger: "0193aaaa-0000-4000-8000-000000000025", createdAt: Instant(milliseconds: 1_790_000_000_000))
    for machine in [member, other] { try descriptor.found(in: "", of: machine.folder) }
    try await Ledger.lock(member.place, recovery: RecoverySecret(), options: member.options)
    #expect(try await other.join(by: member) == .member)
    try await write("m1", on: other.running())
    await other.stop()
    await member.stop()
    try member.take(try other.files())

    // From now on the disk is full: nothing is published anew.
    let control = FaultControl()
    let writer = try Ledger.open(
      FaultFileStore(member.folder, control), path: member.path, [.house], member.machine, member.options)
    try await write("m2", on: writer)
    control.plan(FaultPlan(.fail(.noSpace), at: control.count + 1, isLasting: true))
    try await write("m3", on: writer)
    let own = try #require(try await writer.replicas.status().replicas.first { $0.isOwn }).id
    for path in try member.files().keys where path.hasPrefix("replicas/\(own)/") && path.contains(".zst.") {
      try member.folder.remove(path)
    }
    try await writer.refresh()
    // While it writes, as another program of the device, and when none writes.
    try await requireSame(writer)
    try await requireSame(try member.running())
    await writer.close()
    try await requireSame(writer)
    await member.stop()
    try await requireSame(try member.running())
  }

  private func write(_ id: String, on ledger: Ledger) async throws {
    try await ledger.commit { try $0.upsert(Member(id: Ref(id)) { $0.name = "one" }) }
  }

  private func requireSame(_ ledger: Ledger) async throws {
    #expect(try await ledger.query(Query("house.member")).rows.map(\.id).sorted() == ["m1", "m2", "m3"])
    let digest = try await ledger.replicas.status().digest
    let replay = try await ledger.audit.replay()
    #expect(replay.digest == digest)
    let future = Instant(milliseconds: 4_000_000_000_000)
    #expect(try await ledger.audit.replay(at: .asOf(future)).digest == digest)
    let check = try await ledger.audit.checkReplay()
    #expect(check.isSame && check.digest == digest && check.rebuiltDigest == digest)
    var logged: UInt64 = 0
    try await ledger.history.log(LogFilter()) { _ in
      logged += 1
      return true
    }
    #expect(logged == replay.events)
    #expect(try await ledger.history.steps(kind: "house.member", id: "m1").count == 1)
    // Of the device's program that does not read the records.
    let auditor = try Auditor(
      folder: member.folder, path: member.path, machine: member.machine, options: member.options)
    for replica in try await ledger.replicas.status().replicas {
      #expect(auditor.counting().limit(of: BranchID(replica: replica.id, ordinal: 0)) == nil)
    }
    _ = try await ledger.audit.verify()
    #expect(try await ledger.audit.replay().digest == digest)
    #expect(try await ledger.replicas.status().digest == digest)
  }
}
