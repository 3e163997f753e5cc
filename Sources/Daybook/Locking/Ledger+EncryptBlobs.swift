import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Encrypts blobs anew that are plain, or that this replica encrypted to a former epoch of its own; of a ledger that is
  /// unlocked, decrypts all. What is written is durable and was read back before anything is removed.
  ///
  /// - Parameter target: where they are written: the locked folder, or the plain one.
  /// - Returns: how many were written, and the paths of those that no key here opens.
  func rewriteBlobs(
    _ locking: FolderLocking?, own: ReplicaID?, into target: any FileStore, progress: (Int) -> Void = { _ in }
  ) throws -> (written: Int, left: [String]) {
    var written = 0
    var left: [String] = []
    let isLocking = target.encryption != nil
    let inventory = try Inventory.scan(folder, includingBlobs: true)
    // Nothing names them, and they may be plain.
    for file in inventory.strangers where isLocking && file.isUnfinishedBlob { try folder.remove(file.path) }
    for blob in inventory.blobs {
      let isLocked = LedgerLayout.isLockedBlob(blob.path)
      if isLocked, isLocking, let locking {
        guard let epoch = try locking.keys.epoch(ofBlob: blob.path, in: locking.base), epoch.replica == own,
          epoch.recipient != locking.keys.writing
        else { continue }
      }
      if !isLocked, !isLocking { continue }
      do {
        try rewrite(blob, into: target)
        written += 1
        progress(written)
      } catch let error as FileError where error.reason == .locked {
        left.append(blob.path)
      } catch is FrameError {
        // What is damaged stays for repair.
        left.append(blob.path)
      }
    }
    return (written, left)
  }

  private func rewrite(_ blob: Inventory.BlobFile, into target: any FileStore) throws {
    _ = try BlobStore.rewrap(blob.path, blob.hash, of: folder, into: target)
    try folder.remove(blob.path)
    try folder.syncFolder(folder.folder(of: blob.path))
  }
}
