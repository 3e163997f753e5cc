/// A ledger's folder whose segments and blobs are encrypted, with the cipher that opens and closes them. Reading and
/// writing files is the folder's own; only ``FileStore/segment(_:sizeBytesMax:)`` and its like look inside.
package final class CipheredFolder: FileStore {
  package let base: any FileStore
  package let cipher: (any FolderCipher)?

  package init(_ base: any FileStore, _ cipher: any FolderCipher) {
    (self.base, self.cipher) = (base, cipher)
  }

  package func list(_ folder: String) throws(FileError) -> [FileEntry]? { try base.list(folder) }
  package func status(_ path: String) throws(FileError) -> FileStatus? { try base.status(path) }

  package func statuses(_ names: [String], in folder: String) throws(FileError) -> [FileStatus?] {
    try base.statuses(names, in: folder)
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try base.read(path, from: offset, count: count)
  }

  package func mapped(_ path: String) throws(FileError) -> MappedFile? { try base.mapped(path) }
  package func create(_ path: String) throws(FileError) -> any WritableFile { try base.create(path) }
  package func createPlaced(_ path: String) throws(FileError) -> any PlacedFile {
    try base.createPlaced(path)
  }
  package func append(to path: String) throws(FileError) -> any WritableFile { try base.append(to: path) }
  package func update(_ path: String) throws(FileError) -> any WritableFile { try base.update(path) }
  package func createFolder(_ path: String) throws(FileError) { try base.createFolder(path) }

  package func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try base.rename(path, to: target, replacing: replacing)
  }

  package func remove(_ path: String) throws(FileError) { try base.remove(path) }
  package func syncFolder(_ folder: String) throws(FileError) { try base.syncFolder(folder) }
  package func syncAll() throws(FileError) -> Bool { try base.syncAll() }
  package func lock(_ path: String) throws(FileError) -> (any FileLock)? { try base.lock(path) }
  package func isLocked(_ path: String) throws(FileError) -> Bool { try base.isLocked(path) }
}
