import DaybookLog
import DaybookModel
import Synchronization

/// The storage of a trial server: a line for each written document, and a file for each attachment. Data is durable
/// before the answer is sent. Only one process at a time may use it.
final class FirestoreJournal: Sendable {
  private static let descriptor = "daybook-firestore.json"
  private static let documentsFile = "documents.jsonl"
  private static let objectsFolder = "objects"
  private static let sizeBytesMax = 1 << 30

  /// A random secret, chosen when the folder is created: tokens begin with it.
  let secret: String
  private let store: any FileStore
  /// Nil once it is closed, or a write failed: how much of it was written is unknown until the file is read again.
  private let held: Mutex<Held?>

  private struct Held {
    let file: any WritableFile
    let lock: WriterLock
  }

  /// - Throws: `unreachable` if there is no folder, `usage` if it contains something else, `busy` if another process
  ///   uses it.
  convenience init(path: String) throws(LedgerError) {
    let store: DiskFileStore
    do throws(FileError) {
      store = try DiskFileStore(path: path)
    } catch {
      throw LedgerError(
        .unreachable, "the folder cannot be opened", file: path,
        advice: error.reason == .missing ? "make it" : nil, cause: error)
    }
    try self.init(store)
  }

  init(_ store: any FileStore) throws(LedgerError) {
    self.store = store
    let lock = try Self.acquireLock(store)
    secret = try Self.prepare(store)
    do throws(FileError) {
      try Self.cutTornLine(store)
      held = Mutex<Held?>(Held(file: try store.append(to: Self.documentsFile), lock: lock))
    } catch {
      throw LedgerError(error)
    }
  }

  private static func acquireLock(_ store: any FileStore) throws(LedgerError) -> WriterLock {
    do {
      return try WriterLock.acquire(state: store, folder: "", wait: .zero)
    } catch  where error.code == .busy {
      throw LedgerError(
        .busy, "another server is using this folder", advice: "stop it, or name another folder",
        cause: error)
    }
  }

  private static func prepare(_ store: any FileStore) throws(LedgerError) -> String {
    do {
      if try store.status(descriptor) == nil {
        let names = try store.list("")?.map(\.name) ?? []
        guard names.allSatisfy({ [WriterLock.name, documentsFile].contains($0) }) else { throw foreign }
        let secret = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
        let value: JSONValue = ["format": 1, "secret": .string(secret), "type": "daybook.firestore"]
        if try store.status(documentsFile) == nil { try store.replaceFile(documentsFile, with: []) }
        try store.replaceFile(descriptor, with: value.canonicalBytes + [UInt8(ascii: "\n")])
      }
      let object = (try? JSONParser.parse(try store.readAll(descriptor, sizeBytesMax: 1 << 16)))?.object
      guard object?["type"] == "daybook.firestore", object?["format"] == 1,
        let secret = object?["secret"]?.string, !secret.isEmpty
      else { throw foreign }
      return secret
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as LedgerError {
      throw error
    } catch {
      throw foreign
    }
  }

  private static var foreign: LedgerError {
    LedgerError(
      .usage, "the folder has other files than a server's documents",
      advice: "name an empty folder, or one that 'daybook messaging serve' made")
  }

  /// Removes a last line that was cut off while it was written: no answer was sent for it.
  private static func cutTornLine(_ store: any FileStore) throws(FileError) {
    let bytes = try store.readAll(documentsFile, sizeBytesMax: sizeBytesMax)
    guard let last = bytes.last, last != UInt8(ascii: "\n") else { return }
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    try store.replaceFile(documentsFile, with: Array(bytes[..<end]))
  }

  /// All documents in their last version.
  func documents() throws(LedgerError) -> [String: FirestoreEmulator.Stored] {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try store.readAll(Self.documentsFile, sizeBytesMax: Self.sizeBytesMax)
    } catch {
      throw LedgerError(error)
    }
    var documents: [String: FirestoreEmulator.Stored] = [:]
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
      let object = (try? JSONParser.parse(Array(line)))?.object
      guard let name = object?["name"]?.string, let fields = object?["fields"]?.object,
        let created = object?["created"]?.string.flatMap({ ServerTime($0) }),
        let updated = object?["updated"]?.string.flatMap({ ServerTime($0) })
      else {
        throw LedgerError(
          .damaged, "a line is not a document", file: Self.documentsFile,
          advice: "remove line \(index + 1), or serve from another folder")
      }
      documents[name] = FirestoreEmulator.Stored(fields: fields, created: created, updated: updated)
    }
    return documents
  }

  func append(_ documents: [(String, FirestoreEmulator.Stored)]) throws(FirestoreEmulator.Refusal) {
    var lines: [UInt8] = []
    for (name, stored) in documents {
      let line: JSONValue = [
        "name": .string(name), "fields": .object(stored.fields),
        "created": .string(stored.created.description), "updated": .string(stored.updated.description),
      ]
      lines += line.canonicalBytes + [UInt8(ascii: "\n")]
    }
    let bytes = lines
    let isDone = held.withLock { held -> Bool in
      guard let file = held?.file else { return false }
      do throws(FileError) {
        try file.write(bytes)
        try file.sync()
        return true
      } catch {
        file.close()
        held = nil
        return false
      }
    }
    guard isDone else { throw Self.unavailable }
  }

  /// Releases the folder; nothing is written any more.
  func close() {
    held.withLock { held in
      held?.file.close()
      held = nil
    }
  }

  private static let unavailable = FirestoreEmulator.Refusal(status: 503, word: "UNAVAILABLE")

  // MARK: Attachments

  /// The path from the hash of its name: a name from another system must not be used as a path.
  private static func place(_ name: String) -> String {
    let bytes = Array(name.utf8)
    return "\(objectsFolder)/\(Hash256.of(bytes.span))"
  }

  func keep(_ bytes: [UInt8], as name: String) throws(FirestoreEmulator.Refusal) {
    do throws(FileError) {
      try store.createFolderDurably(Self.objectsFolder)
      try store.replaceFile(Self.place(name), with: bytes)
    } catch {
      throw Self.unavailable
    }
  }

  func object(_ name: String) throws(FirestoreEmulator.Refusal) -> [UInt8]? {
    do throws(FileError) {
      if try store.status(Self.place(name)) == nil { return nil }
      return try store.readAll(Self.place(name))
    } catch {
      throw Self.unavailable
    }
  }
}
