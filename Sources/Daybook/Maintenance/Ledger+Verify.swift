import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Recomputes every root, sealed name, signature and blob, and compares what the replicas and this
  /// machine say they held. Writes nothing. O(size of the ledger).
  public func verify() throws -> VerificationReport {
    let clock = ContinuousClock()
    let start = clock.now
    let witness = try machine.existingState().flatMap { try Witness.read($0, ledger: descriptor.ledger) }
    let verifier = Verifier(store: folder, descriptor: descriptor, witness: witness, now: options.now())
    let verification = try verifier.verify()
    var report = VerificationReport()
    report.files = verification.report.files
    report.events = verification.report.events
    report.commits = verification.report.commits
    report.blobs = verification.blobs
    for branch in verification.report.branches {
      guard let root = branch.root else { continue }
      report.heads.append(
        (replica: branch.id.replica, size: branch.size, root: root, lastSeq: branch.lastSeq))
    }
    report.findings = verification.findings
    report.seconds = (clock.now - start).seconds
    return report
  }
}
