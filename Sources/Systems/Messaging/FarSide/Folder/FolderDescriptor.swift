import Daybook
import DaybookLog

/// The file that says what the folder is: `{"format":1,"id":"…","type":"daybook.messages"}`. The id is drawn when it is
/// made, and goes with every copy.
enum FolderDescriptor {
  private static let type = "daybook.messages"
  private static let format: Int64 = 1

  /// Checks that the folder is one that plays a server, and makes an empty one such; gives its id.
  static func prepare(_ store: any FileStore, wait: Duration) throws(LedgerError) -> String {
    let object = (try? JSONParser.parse(try contents(store, wait)))?.object
    guard object?["type"]?.string == type, let found = object?["format"]?.int else { throw foreign }
    guard found == format else {
      throw LedgerError(
        .badData, "has format \(found), which this version does not know", file: FolderLayout.descriptor,
        advice: "use a newer daybook")
    }
    guard let id = object?["id"]?.string else { throw foreign }
    return id
  }

  private static func contents(_ store: any FileStore, _ wait: Duration) throws(LedgerError) -> [UInt8] {
    do throws(FileError) {
      if try store.status(FolderLayout.descriptor) == nil, try isEmpty(store) {
        let lock = try? WriterLock.acquire(state: store, folder: "", wait: wait)
        defer { withExtendedLifetime(lock) {} }
        // Somebody else may have made it meanwhile.
        if try store.status(FolderLayout.descriptor) == nil {
          let id = String(UInt64.random(in: .min ... .max), radix: 16)
          let value: JSONValue = ["format": .int(format), "id": .string(id), "type": .string(type)]
          try store.replaceFile(FolderLayout.descriptor, with: value.canonicalBytes + [UInt8(ascii: "\n")])
        }
      }
      return try store.readAll(FolderLayout.descriptor, sizeBytesMax: 1 << 16)
    } catch {
      throw [.missing, .notRegular, .tooLarge].contains(error.reason) ? foreign : LedgerError(error)
    }
  }

  /// But for what somebody leaves who dies while making it.
  private static func isEmpty(_ store: any FileStore) throws(FileError) -> Bool {
    let own = [FolderLayout.lock, FolderLayout.descriptor]
    return try store.list("")?.allSatisfy {
      own.contains($0.name) || TemporaryName.replaces($0.name, FolderLayout.descriptor)
    } == true
  }

  private static var foreign: LedgerError {
    LedgerError(
      .usage, "the folder holds something else than a far side's messages",
      advice: "name an empty folder, or one that was made so")
  }
}
