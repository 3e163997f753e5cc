import Daybook
import DaybookLog
import Messaging

/// The file that identifies the folder: `{"format":1,"id":"…","type":"daybook.messages"}`. The id is chosen at random
/// when the folder is created, and is the same in every copy. An encrypted folder has format 2, and `key`, the
/// recipient of its key.
enum FolderDescriptor {
  private static let type = "daybook.messages"
  private static let format: Int64 = 1
  private static let encryptedFormat: Int64 = 2

  /// Checks that the folder is a server's, and prepares an empty one; returns its id.
  ///
  /// - Parameter key: the key with which its files are encrypted.
  static func prepare(
    _ store: any FileStore, _ key: FolderKey?, wait: Duration
  ) throws(LedgerError) -> (id: String, isNew: Bool) {
    let (bytes, isNew) = try contents(store, key, wait)
    let object = (try? JSONParser.parse(bytes))?.object
    guard object?["type"]?.string == type, let found = object?["format"]?.int else { throw foreign }
    guard [format, encryptedFormat].contains(found) else {
      throw LedgerError(
        .badData, "has format \(found), which this version does not know", file: FolderLayout.descriptor,
        advice: "use a newer daybook")
    }
    guard let id = object?["id"]?.string else { throw foreign }
    try check(key, object?["key"]?.string)
    return (id, isNew)
  }

  private static func check(_ key: FolderKey?, _ check: String?) throws(LedgerError) {
    switch (key, check) {
    case (nil, nil): return
    case (let key?, let check?) where key.check == check: return
    case (nil, _):
      throw LedgerError(
        .locked, "the folder's files are encrypted", advice: "\(SystemRemedy.folderKey)")
    case (_, nil):
      throw LedgerError(
        .refused, "the folder's files are not encrypted, and it has no key",
        advice: "name an empty folder, or \(SystemRemedy.noFolderKey)")
    default:
      throw LedgerError(
        .locked, "this is not the key of the folder", advice: "ask those who share the folder for its key")
    }
  }

  private static func contents(
    _ store: any FileStore, _ key: FolderKey?, _ wait: Duration
  ) throws(LedgerError) -> (bytes: [UInt8], isNew: Bool) {
    var isNew = false
    do throws(FileError) {
      if try store.status(FolderLayout.descriptor) == nil, try isEmpty(store) {
        let lock = try? WriterLock.acquire(state: store, folder: "", wait: wait)
        defer { withExtendedLifetime(lock) {} }
        // Somebody else may have made it meanwhile.
        if try store.status(FolderLayout.descriptor) == nil {
          let id = String(UInt64.random(in: .min ... .max), radix: 16)
          var object: JSONObject = ["format": .int(format), "id": .string(id), "type": .string(type)]
          if let key {
            object["format"] = .int(encryptedFormat)
            object["key"] = .string(key.check)
          }
          let bytes = JSONValue.object(object).canonicalBytes + [UInt8(ascii: "\n")]
          try store.replaceFile(FolderLayout.descriptor, with: bytes)
          isNew = true
        }
      }
      return (try store.readAll(FolderLayout.descriptor, sizeBytesMax: 1 << 16), isNew)
    } catch {
      throw [.missing, .notRegular, .tooLarge].contains(error.reason) ? foreign : LedgerError(error)
    }
  }

  /// Apart from the remains of a process that ended while creating it.
  private static func isEmpty(_ store: any FileStore) throws(FileError) -> Bool {
    let own = [FolderLayout.lock, FolderLayout.descriptor]
    return try store.list("")?.allSatisfy {
      own.contains($0.name) || TemporaryName.replaces($0.name, FolderLayout.descriptor)
    } == true
  }

  private static var foreign: LedgerError {
    LedgerError(
      .usage, "the folder has other files than a remote store's messages",
      advice: "name an empty folder, or one that a sync made")
  }
}
