import DaybookLog

extension Ledger {
  /// See ``LedgerMaintenance/compact(smallest:)``.
  func compact(smallest: Bool) throws -> CompactReport {
    try resumeWriting()
    try requireSoundState()
    try requireFresh()
    var report = CompactReport()
    // If this machine has written nothing, there is nothing to rewrite.
    guard let writer = session?.writer else { return report }
    try writer.seal()
    let result = try writer.compact(smallest ? .smallest : CompactOptions())
    report.written = result.written
    report.removed = result.removed
    report.left = result.left
    (report.filesBefore, report.filesAfter) = (result.filesBefore, result.filesAfter)
    (report.sizeBytesBefore, report.sizeBytesAfter) = (result.sizeBytesBefore, result.sizeBytesAfter)
    return report
  }
}
