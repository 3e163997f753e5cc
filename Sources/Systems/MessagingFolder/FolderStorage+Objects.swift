import Daybook
import DaybookLog
import Messaging

extension FolderStorage {
  /// Keeps an attachment's bytes under their name, durably. Other bytes under that name are replaced.
  func keep(_ bytes: [UInt8], as object: RemoteObject) throws(RemoteStoreError) {
    if try self.bytes(of: object) != nil { return }
    let file = files.file(of: object)
    do throws(FileError) {
      try store.createFolderDurably(store.folder(of: file))
      try store.replaceFile(file, with: files.closed(bytes))
    } catch {
      throw RemoteStoreError(error)
    }
  }

  /// Nil where they are not, or not whole.
  func bytes(of object: RemoteObject) throws(RemoteStoreError) -> [UInt8]? {
    let file = files.file(of: object)
    do throws(FileError) {
      let stored = try store.readAll(file, sizeBytesMax: files.sizeBytesMax(RemoteObject.sizeBytesMax))
      if let bytes = files.opened(stored), object.names(bytes) { return bytes }
    } catch {
      switch error.reason {
      case .missing: return nil
      case .notRegular, .tooLarge: break
      default: throw RemoteStoreError(error)
      }
    }
    damage.note(file)
    return nil
  }
}
