import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

// Who is told of what is missing, and when.

extension SetBackFolderTests {
  /// A refused write has no receipt: the next receipt has its notices, or the ledger returns them, also after the session.
  @Test func aRefusedWriteLeavesItsNotices() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c"] { #expect(try await write(id) == []) }
    try await seal()
    try setBack(to: old)
    let refused = [Mutation(.link, kind: "planner.note", id: "", rel: "r", to: "b")]
    let ledger = try files.open()
    await #expect(throws: LedgerError.self) { try await ledger.append(refused) }
    let receipt = try await ledger.append(files.note("d"))
    #expect(receipt.notices.filter { $0.code == "own-missing" }.count == 1, "\(receipt.notices)")
    await ledger.close()
    let again = try files.open()
    await #expect(throws: LedgerError.self) { try await again.append(refused) }
    await again.close()
    #expect(await again.takeWriterNotices().map(\.code) == ["own-missing"])
    #expect(await again.takeWriterNotices() == [])
  }

  /// Without a lock or a session, for what writes nothing; once a session was opened, that has said so.
  @Test func whatIsMissingIsToldWithoutWriting() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    for id in ["b", "c"] { #expect(try await write(id) == []) }
    #expect(try await files.open().lackingOwnHistory() == [])
    try await seal()
    try setBack(to: old)
    let replica = try #require(try Inventory.scan(files.folder).replicas.first?.id)
    let state = StateLayout.folder(ledger: "0193aaaa-0000-4000-8000-000000000003", replica: replica)
    let ledger = try files.open()
    let told = try await ledger.untoldLackingHistory()
    #expect(told.count == 1 && told.first?.text.contains("(seq 3-4)") == true, "\(told)")
    #expect(try files.state.status("\(state)/journal.open") == nil, "no writer was opened")
    let receipt = try await ledger.append(files.note("d"))
    #expect(receipt.notices.filter { $0.code == "own-missing" } == told)
    #expect(try await ledger.untoldLackingHistory() == [])
    await ledger.close()
  }

  /// `noticed` also gets the notices of receipts that the caller drops, once for each receipt.
  @Test func whatReceiptsSayIsNoted() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    #expect(try await write("b") == [])
    try await seal()
    try setBack(to: old)
    let noted = Mutex<[String]>([])
    var options = LedgerOptions.prompt
    options.noticed = { notice in noted.withLock { $0.append(notice.code) } }
    let ledger = try files.open(options)
    try await ledger.append(files.note("c"))
    try await ledger.append(files.note("d"))
    await ledger.close()
    #expect(noted.withLock { $0 } == ["own-missing"])
  }

  /// A replication brings back what is missing, or says that it still is.
  @Test func replicateSaysWhatIsStillMissing() async throws {
    #expect(try await write("a") == [])
    let old = files.folder.image
    #expect(try await write("b") == [])
    try await seal()
    let whole = files.folder.image
    try setBack(to: old)
    let ledger = try files.open()
    let lacking = try await ledger.replicas.replicate(with: MemoryFileStore(old), path: "/old")
    #expect(lacking.notices.filter { $0.code == "own-missing" }.count == 1, "\(lacking.notices)")
    let back = try await ledger.replicas.replicate(with: MemoryFileStore(whole), path: "/whole")
    #expect(back.notices.filter { $0.code == "own-missing" } == [], "\(back.notices)")
    await ledger.close()
  }
}
