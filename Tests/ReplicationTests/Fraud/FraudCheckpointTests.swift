import DaybookLog
import DaybookModel
import DaybookReplication
import Testing

/// A verification that reads only what changed since the last one notices what one does that reads everything.
@Suite struct FraudCheckpointTests {
  private func verify(
    _ store: any FileStore, after last: Verifier.Verification?, remembers: Bool = true
  ) throws -> Verifier.Verification {
    let descriptor = try LedgerDescriptor(store.readAll(LedgerLayout.descriptor))
    // What a machine remembers of a ledger it finds by the ledger's id.
    let last = descriptor.ledger == TestReplica.ledger ? last : nil
    var witness = Witness()
    if let last { witness.note(last.report, at: FraudLedger.now) }
    var verifier = Verifier(
      store: store, descriptor: descriptor, witness: remembers && last != nil ? witness : nil,
      now: FraudLedger.now)
    verifier.checkpoint = last?.checkpoint
    verifier.clock = { 1 << 60 }
    return try verifier.verify()
  }

  @Test(arguments: Tampering.all) func afterACleanVerification(_ tampering: Tampering) throws {
    let honest = try FraudLedger(isSeen: false)
    let store = MemoryFileStore()
    try honest.write(to: store)
    let clean = try verify(store, after: nil)
    let again = try verify(store, after: clean)
    #expect(clean.findings == [] && clean.filesRead == 4)
    #expect(again.findings == [] && again.filesRead == 0 && again.blobsRead == 0, "the checkpoint counts")

    var fraud = honest
    try tampering.act(&fraud)
    try fraud.write(to: store, over: honest)
    let found = try verify(store, after: again)
    #expect(Set(found.findings.map(\.kind)) == tampering.memory)
    // And the next time, too: what is wrong is never taken for verified.
    let later = try verify(store, after: found, remembers: false)
    #expect(Set(later.findings.map(\.kind)).isSuperset(of: tampering.files), "\(later.findings)")
  }

  /// Somebody who can set even the times that the file system keeps by itself: only reading everything helps.
  @Test func whatOnlyADeepOneNotices() throws {
    let honest = try FraudLedger(isSeen: false)
    var fraud = honest
    fraud.files[honest.annsPaths[0]]?[60] ^= 0x20
    let (before, after) = (MemoryFileStore(), MemoryFileStore())
    try honest.write(to: before)
    // The same files made in the same order, as far as their sizes, numbers and times say.
    try fraud.write(to: after)
    let clean = try verify(before, after: nil)
    #expect(try verify(after, after: clean).findings == [])
    #expect(Set(try verify(after, after: nil).findings.map(\.kind)) == [.corruption, .gap])
  }
}
