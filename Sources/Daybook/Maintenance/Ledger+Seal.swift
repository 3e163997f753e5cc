import DaybookLog

extension Ledger {
  /// See ``LedgerMaintenance/seal()``.
  func seal() throws -> SealReport {
    try resumeWriting()
    try requireSoundState()
    try requireFresh()
    var report = SealReport()
    // If this machine has written nothing, there is nothing to seal.
    guard let result = try session?.writer.seal() else { return report }
    report.files = result.files
    report.events = result.events
    report.sizeBytes = result.sizeBytes
    return report
  }
}
