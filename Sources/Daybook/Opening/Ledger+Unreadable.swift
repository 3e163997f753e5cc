import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// See ``LedgerMaintenance/unreadableNotices()``.
  func unreadableNotices() -> [Notice] {
    Notice.unreadable(unreadable.union(loaded.report.unreadable), loaded.rule, folder)
  }

  /// Notes which files a reading beside that of the records could not read.
  ///
  /// - Throws: ``LedgerError`` if files disappeared while they were read.
  func requireWhole(_ report: ReadReport) throws(LedgerError) {
    unreadable.formUnion(report.unreadable)
    try report.requireWhole()
  }

  /// Whether the disk can read again a file that the records lack.
  var canReadMore: Bool {
    loaded.report.unreadable.contains { path in
      (try? folder.segment(path)) != nil
    }
  }
}

extension SynchronousLedger {
  /// See ``LedgerMaintenance/unreadableNotices()``.
  package var unreadableNotices: [Notice] {
    Notice.unreadable(unreadable, loaded.rule, folder)
  }
}

extension ReadReport {
  /// - Throws: ``LedgerError`` if a file could not be read, apart from those that were reported before.
  func requireReadable(besides told: Set<String> = []) throws(LedgerError) {
    guard let file = unreadable.subtracting(told).min() else { return }
    if SegmentName.isLocked(path: file) { throw LedgerError(FileError(.locked, "read", file)) }
    throw LedgerError(
      .inputOutput, "the file cannot be read", file: file,
      advice: "check the disk and the file's permissions, then try again")
  }
}

extension Notice {
  fileprivate static func unreadable(
    _ files: Set<String>, _ rule: CountingRule, _ folder: any FileStore
  ) -> [Notice] {
    // A file that the disk cannot read shows nothing about keys.
    let encrypted = files.filter { $0.hasSuffix(".age") && folder.refusal(of: $0) == nil }
    return files.subtracting(encrypted).sorted().map { file in
      Notice(
        "unreadable",
        "\(file) cannot be read, so its events are missing here; check the disk and the file's permissions"
      )
    } + locked(encrypted, rule, hasKeys: folder.cipher != nil)
  }

  /// A device that lacks a key usually lacks it for many files.
  private static func locked(
    _ files: Set<String>, _ rule: CountingRule, hasKeys: Bool
  ) -> [Notice] {
    var missing = 0
    var others: [ReplicaID: Int] = [:]
    for file in files {
      // Only files of members are missed.
      if case .by(let counting) = rule, let replica = LedgerLayout.replica(ofPath: file),
        !counting.present.contains(replica)
      {
        others[replica, default: 0] += 1
      } else {
        missing += 1
      }
    }
    var notices: [Notice] = []
    if missing > 0 {
      let advice =
        hasKeys
        ? "'\(Remedy.verify)' says why: this device may have been revoked, or key files may be missing"
        : "the ledger is locked on another device; ask for access with '\(Remedy.join)'"
      notices.append(
        Notice(
          "unreadable",
          "\(count(missing)) cannot be read here, so \(missing == 1 ? "its" : "their") events are missing; \(advice)"
        ))
    }
    return notices
      + others.sorted { $0.key < $1.key }.map { replica, files in
        Notice(
          "not-member",
          "\(count(files)) of \(replica), which is not a member here, cannot be read, and \(files == 1 ? "its" : "their") events do not count; if you used the recovery key there, it may have revoked this device"
        )
      }
  }

  private static func count(_ files: Int) -> String {
    files == 1 ? "1 encrypted file" : "\(files) encrypted files"
  }
}
