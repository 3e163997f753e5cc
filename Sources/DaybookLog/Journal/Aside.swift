import DaybookModel

/// The folder in a replica's state where bytes are kept that were cut away or replaced: nothing is
/// ever thrown away that somebody might want to look at.
enum Aside {
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
