import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// One for each file of the ledger that is there and could not be read, for the records or for an answer since they
  /// were read: what it holds is missing from answers. ``status()`` has a finding for each file that the records lack.
  public func unreadableNotices() -> [Notice] {
    Notice.unreadable(unreadable.union(loaded.report.unreadable))
  }

  /// Notes which files a reading beside that of the records could not read.
  ///
  /// - Throws: ``LedgerError`` if files disappeared while they were read.
  func requireWhole(_ report: ReadReport) throws(LedgerError) {
    unreadable.formUnion(report.unreadable)
    try report.requireWhole()
  }

  /// Whether the disk gives a file again that the records lack.
  var canReadMore: Bool {
    loaded.report.unreadable.contains { path in
      (try? folder.segment(path)) != nil
    }
  }
}

extension OpenedLedger {
  /// See ``Ledger/unreadableNotices()``.
  package var unreadableNotices: [Notice] { Notice.unreadable(unreadable) }
}

extension ReadReport {
  /// - Throws: ``LedgerError`` if a file could not be read, apart from those that were told of before.
  func requireReadable(besides told: Set<String> = []) throws(LedgerError) {
    guard let file = unreadable.first(where: { !told.contains($0) }) else { return }
    if SegmentName.isLocked(path: file) { throw LedgerError(FileError(.locked, "read", file)) }
    throw LedgerError(
      .inputOutput, "the file cannot be read", file: file,
      advice: "look at the disk and at the rights of the file, then try again")
  }
}

extension Notice {
  fileprivate static func unreadable(_ files: Set<String>) -> [Notice] {
    let (encrypted, plain) = (files.filter { $0.hasSuffix(".age") }, files.filter { !$0.hasSuffix(".age") })
    return plain.sorted().map { file in
      Notice(
        "unreadable",
        "\(file) cannot be read, so what it holds is missing here; look at the disk and at the rights of the file"
      )
    } + locked(encrypted.count)
  }

  /// A device that lacks a key mostly lacks it to many files.
  private static func locked(_ count: Int) -> [Notice] {
    guard count > 0 else { return [] }
    let files = count == 1 ? "1 encrypted file" : "\(count) encrypted files"
    let text =
      "\(files) cannot be read here, so what \(count == 1 ? "it holds" : "they hold") is missing; "
      + "'daybook verify' says why: this device may have been revoked, or key files may be missing"
    return [Notice("unreadable", text)]
  }
}
