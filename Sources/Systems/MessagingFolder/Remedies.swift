import Daybook

extension SystemRemedy {
  /// Give the folder's key.
  static let folderKey = SystemRemedy("messaging.folder-key", "give the folder's key")
  /// Give no key.
  static let noFolderKey = SystemRemedy("messaging.no-folder-key", "give no key")
  /// Use a file with a key.
  static let keyFile = SystemRemedy("messaging.key-file", "use a file with the text of a FolderKey")
}
