import Daybook
import DaybookLog
import Messaging

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
