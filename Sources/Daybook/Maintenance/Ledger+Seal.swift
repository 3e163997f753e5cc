import DaybookLog

extension Ledger {
  /// Joins the segments that this replica's journal still holds into one, and begins a new journal behind it. The ledger
  /// does so by itself when the journal has grown to ``LedgerOptions/rollSizeBytes``.
  public func seal() throws -> SealReport {
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
