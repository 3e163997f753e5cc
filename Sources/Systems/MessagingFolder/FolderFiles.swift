import Daybook
import DaybookLog
import Messaging

/// Names and bytes of the files in a remote store's folder, plain or encrypted with the folder's key: then names show only
/// which files belong together, and bytes show only their size.
struct FolderFiles: Sendable {
  /// Nil: the files are plain.
  let key: FolderKey?

  init(_ key: FolderKey? = nil) { self.key = key }

  // MARK: Names

  func file(of path: RemotePath) -> String {
    var components = path.components[...]
    var place = ""
    while components.count > 2 {
      place = joined(place, joined(components.removeFirst(), name(components.removeFirst())))
    }
    let (collection, id) = (components[components.startIndex], name(path.id))
    if place.isEmpty { return joined(joined(collection, id), FolderLayout.ownDocument) }
    return joined(joined(place, collection), id + FolderLayout.suffix)
  }

  func file(of object: RemoteObject) -> String {
    let hash = key?.name(for: "\(object.conversation)\n\(object.hash)") ?? "\(object.hash)"
    return "conversations/\(name(object.conversation))/\(FolderLayout.attachments)/\(hash)"
  }

  private func name(_ id: String) -> String { key?.name(for: id) ?? FolderLayout.fileName(id) }

  // MARK: Bytes

  func bytes(_ record: RemoteRecord) -> [UInt8] { closed(FolderDocument.bytes(record)) }
  func record(_ bytes: [UInt8]) -> RemoteRecord? { opened(bytes).flatMap { FolderDocument.record($0) } }

  func closed(_ bytes: [UInt8]) -> [UInt8] { key?.closed(bytes) ?? bytes }
  func opened(_ bytes: [UInt8]) -> [UInt8]? { key.map { $0.opened(bytes) } ?? bytes }

  /// The maximum size of a file with this content, including what encryption adds.
  func sizeBytesMax(_ content: Int) -> Int { key == nil ? content : content + FolderKey.overheadSizeBytesMax }

  /// A line of the list of changes; encrypted lines are base64.
  func line(_ path: RemotePath, _ time: ServerTime) -> [UInt8] {
    let line = FolderDocument.line(path, time)
    guard let key else { return line }
    return Array(Base64.text(key.closed(line)).utf8) + [UInt8(ascii: "\n")]
  }

  func change(_ line: ArraySlice<UInt8>) -> (path: RemotePath, time: ServerTime)? {
    guard let key else { return FolderDocument.change(line) }
    guard let bytes = Base64.bytes(String(decoding: line, as: UTF8.self)), let line = key.opened(bytes) else {
      return nil
    }
    return FolderDocument.change(line.dropLast())
  }
}

/// The files of a folder that serves as a remote store:
///
///     daybook-server.json                  says what the folder is
///     lock                                 held by the client that uses the folder
///     changes.jsonl                        what was written when, one line each
///     batch.jsonl                          several writes that are being done together
///     users/<user>/document.json
///     users/<user>/faqs/<faq>.json …
///     conversations/<conversation>/document.json
///     conversations/<conversation>/messages/<message>.json …
///     conversations/<conversation>/attachments/<sha256>
///
/// In an encrypted folder 32 hex digits stand for each id and hash (``FolderFiles``).
enum FolderLayout {
  static let descriptor = "daybook-server.json"
  static let lock = "lock"
  static let changes = "changes.jsonl"
  static let batch = "batch.jsonl"
  static let roots = ["users", "conversations"]
  static let ownDocument = "document.json"
  static let suffix = ".json"
  static let attachments = "attachments"

  /// An id as a name that every file system accepts and keeps distinct: lower-case letters, digits, `-` and `_` as they
  /// are, other bytes as `%XX`; a long one as its digest.
  static func fileName(_ id: String) -> String {
    var name: [UInt8] = []
    for byte in id.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.append(byte)
      default:
        name.append(UInt8(ascii: "%"))
        name.append(hexadecimal: UInt64(byte), width: 2)
      }
    }
    guard name.count > 120 else { return String(decoding: name, as: UTF8.self) }
    return "%%" + Hash256.of(Array(id.utf8).span).description
  }
}

/// A record as a file: `{"document":{…},"sha256":"…"}`, the digest over the document's canonical JSON, so that damage
/// is detected.
enum FolderDocument {
  static let sizeBytesMax = 2 << 20

  static func bytes(_ record: RemoteRecord) -> [UInt8] {
    var document: JSONObject = [
      "path": .string(record.path.description), "created": .string(record.created.description),
      "revision": .string(record.revision.description), "fields": .object(record.fields),
    ]
    if record.isDeleted { document["deleted"] = true }
    let value = JSONValue.object(document)
    let file: JSONObject = ["document": value, "sha256": .string(digest(value))]
    return JSONValue.object(file).canonicalBytes + [UInt8(ascii: "\n")]
  }

  /// Nil unless it is what ``bytes(_:)`` wrote.
  static func record(_ bytes: [UInt8]) -> RemoteRecord? {
    guard let file = (try? JSONParser.parse(bytes))?.object, let value = file["document"],
      file["sha256"] == .string(digest(value)), let document = value.object,
      let path = document["path"]?.string.flatMap({ RemotePath($0) }),
      let created = document["created"]?.string.flatMap({ ServerTime($0) }),
      let revision = document["revision"]?.string.flatMap({ ServerTime($0) }),
      let fields = document["fields"]?.object
    else { return nil }
    return RemoteRecord(
      path: path, fields: fields, created: created, revision: revision,
      isDeleted: document["deleted"]?.bool ?? false)
  }

  private static func digest(_ value: JSONValue) -> String {
    Hash256.of(value.canonicalBytes.span).description
  }

  /// A line of the list of changes.
  static func line(_ path: RemotePath, _ time: ServerTime) -> [UInt8] {
    let line: JSONObject = ["path": .string(path.description), "time": .string(time.description)]
    return JSONValue.object(line).canonicalBytes + [UInt8(ascii: "\n")]
  }

  static func change(_ line: ArraySlice<UInt8>) -> (path: RemotePath, time: ServerTime)? {
    guard let object = (try? JSONParser.parse(Array(line)))?.object,
      let path = object["path"]?.string.flatMap({ RemotePath($0) }),
      let time = object["time"]?.string.flatMap({ ServerTime($0) })
    else { return nil }
    return (path, time)
  }
}
