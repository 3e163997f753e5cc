import Daybook
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookTestSupport
import Synchronization
import Testing

/// Somebody with full access to a ledger's files tampers with them: each way is named by its class, by whoever can
/// know of it, and nothing forged is shown but what the replica's own key signed.
@Suite struct FraudTests {
  private static func open(_ store: any FileStore, state: MemoryFileStore? = nil) throws -> Ledger {
    let machine = Machine(
      state: { state ?? MemoryFileStore() }, existingState: { state },
      id: { _ in MachineID(hash: Hash256(words: (1, 0, 0, 0))) },
      folder: { FolderMark(realPath: "/l", mark: FileMark(inode: 1, birthTime: 1)) }, hostName: { "here" })
    var options = LedgerOptions.prompt
    options.now = { FraudLedger.now }
    return try Ledger.open(store, path: "/l", [], machine, options)
  }

  /// What a machine remembers that has read the honest ledger.
  private static func memory(of ledger: FraudLedger) throws -> MemoryFileStore {
    let (store, state) = (MemoryFileStore(), MemoryFileStore())
    try ledger.write(to: store)
    let report = try LedgerReader(store: store, descriptor: Reading.descriptor)
      .survey(try Inventory.scan(store))
    try Witness.remember(state, ledger: TestReplica.ledger) { $0.note(report, at: FraudLedger.now) }
    return state
  }

  /// Tampers, and says what is found and shown.
  private func tampered(
    _ tampering: Tampering, isSeen: Bool = false, remembers: Bool = false
  ) async throws -> (kinds: Tampering.Kinds, isShown: Bool) {
    var fraud = try FraudLedger(isSeen: isSeen)
    let state = remembers ? try Self.memory(of: fraud) : nil
    let store = MemoryFileStore()
    try tampering.act(&fraud)
    try fraud.write(to: store)
    let ledger = try Self.open(store, state: state)
    let report = try await ledger.audit.verify()
    #expect(report.isSound == report.findings.allSatisfy { !$0.isFailure })
    #expect(report.findings.allSatisfy { !$0.meaning.isEmpty && !$0.advice.isEmpty })
    let isShown = try await isApplied(FraudLedger.forged, in: ledger)
    if !isShown { #expect(try await !texts(in: ledger).contains(FraudLedger.forged)) }
    return (Set(report.findings.map(\.kind)), isShown)
  }

  private func isApplied(_ text: String, in ledger: Ledger) async throws -> Bool {
    var filter = LogFilter()
    filter.text = text
    let count = Mutex(0)
    try await ledger.history.log(filter) { _ in
      count.withLock { $0 += 1 }
      return true
    }
    return count.withLock { $0 } > 0
  }

  private func texts(in ledger: Ledger) async throws -> [String] {
    // Where nothing is applied there is no such kind.
    guard try await ledger.audit.replay(kind: "test.thing").entities.contains(where: { $0.count > 0 }) else {
      return []
    }
    return try await ledger.query(Query("test.thing")).rows.compactMap { $0["text"]?.string }
  }

  @Test(arguments: [false, true]) func anHonestLedgerIsSound(_ isSeen: Bool) async throws {
    let nothing = Tampering("nothing", []) { _ in }
    let found = try await tampered(nothing, isSeen: isSeen, remembers: true)
    #expect(found.kinds == [] && !found.isShown)
  }

  @Test func twentyKindsAtLeast() {
    #expect(Tampering.all.count >= 20 && Set(Tampering.all.map(\.what)).count == Tampering.all.count)
  }

  @Test(arguments: Tampering.all) func theFilesAlone(_ tampering: Tampering) async throws {
    let found = try await tampered(tampering)
    #expect(found.kinds == tampering.files)
    #expect(found.isShown == tampering.isShown)
  }

  @Test(arguments: Tampering.all) func whatPeersSaw(_ tampering: Tampering) async throws {
    let found = try await tampered(tampering, isSeen: true)
    #expect(found.kinds == tampering.peers)
    #expect(found.isShown == tampering.isShown)
  }

  @Test(arguments: Tampering.all) func whatThisMachineRemembers(_ tampering: Tampering) async throws {
    let found = try await tampered(tampering, remembers: true)
    #expect(found.kinds == tampering.memory)
    #expect(found.isShown == tampering.isShown)
  }
}
