import DaybookLog

extension Ledger {
  /// Seals what is open and rewrites this replica's sealed files as few large ones, which take less room. Files are
  /// removed only when all their events are held in others that were read whole. Doing it again changes nothing.
  /// O(size of the replica's files).
  ///
  /// - Parameter smallest: takes the time for the smallest files: some forty times as long.
  /// - Throws: ``LedgerError`` when the folder cannot be written; nothing is lost then.
  public func compact(smallest: Bool = false) throws -> CompactReport {
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
