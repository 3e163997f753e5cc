import DaybookModel

/// Finds out whether files can be made and removed in a folder of a ledger, before an operation that needs it begins.
package enum WritingTrial {
  /// Makes a file of the given size, and removes it.
  package static func run(
    _ ledger: any FileStore, in folder: String, sizeBytes: Int = 0
  ) throws(FileError) {
    // The name of an unfinished segment, so that a file left by a crash needs no attention.
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

  /// Removes files that a crash left in the folder of all replicas.
  static func removeUnfinished(_ ledger: any FileStore) throws(FileError) {
    for entry in try ledger.list(LedgerLayout.replicas) ?? []
    where PublishedSegment.isTemporary(entry.name) && entry.kind == .file {
      try remove(joined(LedgerLayout.replicas, entry.name), ledger)
    }
  }

  /// Another program may have removed it first.
  private static func remove(_ path: String, _ ledger: any FileStore) throws(FileError) {
    do throws(FileError) { try ledger.remove(path) } catch {
      if error.reason != .missing { throw error }
    }
  }
}
