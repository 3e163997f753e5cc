import DaybookModel

/// Finds out whether files can be made and removed in a folder of a ledger, before something begins that needs it.
package enum WritingTrial {
  /// Makes a file of so many bytes, and removes it.
  package static func run(
    _ ledger: any FileStore, in folder: String, sizeBytes: Int = 0
  ) throws(FileError) {
    // What an unfinished segment is called, so that a crash leaves nothing that somebody has to look at.
    let path = joined(folder, PublishedSegment.temporaryName())
    let file = try ledger.create(path)
    let outcome = Result { () throws(FileError) in
      try file.write([UInt8](repeating: 0, count: sizeBytes))
      try file.sync()
    }
    file.close()
    try remove(path, ledger)
    try outcome.get()
  }

  /// Removes what a crash left, in the folder of all replicas.
  static func removeUnfinished(_ ledger: any FileStore) throws(FileError) {
    for entry in try ledger.list(LedgerLayout.replicas) ?? []
    where PublishedSegment.isTemporary(entry.name) && entry.kind == .file {
      try remove(joined(LedgerLayout.replicas, entry.name), ledger)
    }
  }

  /// Another program may have found it first.
  private static func remove(_ path: String, _ ledger: any FileStore) throws(FileError) {
    do throws(FileError) { try ledger.remove(path) } catch {
      if error.reason != .missing { throw error }
    }
  }
}
