import DaybookModel

/// The folder in a replica's state for bytes that were cut off or replaced: nothing that somebody might want to inspect
/// is ever thrown away, unless it may hold erased values.
package enum QuarantineFolder {
  private static let tornTailLabel = "journal-from-byte-"

  /// The name for the end of a journal that a crash left unfinished.
  static func tornTail(from offset: Int) -> String { "\(tornTailLabel)\(offset)" }

  /// Whether a file of this name is such an end: no commit in it was acknowledged.
  package static func isTornTail(_ name: String) -> Bool {
    let label = name.split(separator: "-", maxSplits: 1).last ?? ""
    return label.hasPrefix(tornTailLabel)
  }

  /// Stores `bytes`, durably; the same bytes are stored only once. Returns the file's path in the state.
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
