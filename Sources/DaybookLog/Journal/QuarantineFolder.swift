import DaybookModel

/// The folder in a replica's state where bytes are kept that were cut away or replaced: nothing is
/// ever thrown away that somebody might want to look at, unless it may hold what was erased.
package enum QuarantineFolder {
  private static let tornTailLabel = "journal-from-byte-"

  /// What the end of a journal is called that a crash left unfinished.
  static func tornTail(from offset: Int) -> String { "\(tornTailLabel)\(offset)" }

  /// Whether a file of this name is such an end: no commit in it was acknowledged.
  package static func isTornTail(_ name: String) -> Bool {
    let label = name.split(separator: "-", maxSplits: 1).last ?? ""
    return label.hasPrefix(tornTailLabel)
  }

  /// Keeps `bytes`, durably; the same bytes again are kept once. Returns the file's path in the state.
  static func keep(
    _ bytes: [UInt8], as label: String, _ store: any FileStore, folder: String
  ) throws(FileError) -> String {
    let aside = joined(folder, JournalLayout.asideName)
    try store.createFolder(aside)
    try store.syncFolder(folder)
    let digest = Hash256.of(bytes.span).description.prefix(16)
    let path = joined(aside, "\(digest)-\(label)")
    if try store.status(path) == nil { try store.replaceFile(path, with: bytes) }
    return path
  }
}
