import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

/// Writes the files of devices in a ledger's folder: rings, device files, offers and notices.
struct DeviceFiles {
  let folder: any FileStore
  let ledger: String

  init(_ folder: any FileStore, ledger: String) { (self.folder, self.ledger) = (folder, ledger) }

  /// Writes the file with which a replica of this machine asks for approval, if it has none.
  func write(_ device: AgeIdentity, _ key: SigningKey) throws {
    do {
      let file = try DeviceFile(ledger: ledger, number: 1, recipient: device.recipient, key: key)
      try place(file.name, file.bytes, of: key.replica)
    } catch let error as LockingError {
      throw LedgerError(.refused, error.what, advice: error.advice, cause: error)
    }
  }

  /// Puts a file into a replica's folder, durably, and reads it back; then removes those that it replaces.
  func place(_ name: LockingFileName, _ bytes: [UInt8], of replica: ReplicaID) throws(LedgerError) {
    let path = LedgerLayout.folder(of: replica)
    do throws(FileError) {
      let target = joined(path, "\(name)")
      if try folder.status(target) == nil {
        if try folder.status(path) == nil { try folder.createFolderDurably(path) }
        try folder.replaceFile(target, with: bytes)
      }
      guard try folder.readAll(target, sizeBytesMax: Keyring.fileSizeBytesMax) == bytes else {
        throw FileError(.system(5), "read back", target)
      }
      if name.kind.isReplaced { try remove(name.kind, of: replica, before: name.number) }
    } catch { throw LedgerError(error) }
  }

  func remove(_ kind: LockingFileName.Kind, of replica: ReplicaID, before number: UInt64) throws(FileError) {
    let path = LedgerLayout.folder(of: replica)
    var isChanged = false
    for entry in try folder.list(path) ?? [] where entry.kind == .file {
      guard let other = LockingFileName(entry.name), other.kind == kind, other.number < number else {
        continue
      }
      try folder.remove(joined(path, entry.name))
      isChanged = true
    }
    if isChanged { try folder.syncFolder(path) }
  }
}
