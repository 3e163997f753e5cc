package import DaybookModel
import Messaging

/// Firestore's typed JSON: `{"integerValue":"5"}` for 5. There, integers are texts, lists contain no lists, and
/// instants have a type of their own; here, instants depend on the field.
package enum FirestoreValue {
  /// The maximum nesting of values; Firestore allows 20.
  static let depthMax = 20

  /// - Throws: `invalid` for a list within a list, or values nested too deep.
  static func encoded(
    _ value: JSONValue, isInstant: Bool = false, depth: Int = 0, inList: Bool = false
  ) throws(RemoteStoreError) -> JSONValue {
    guard depth <= depthMax else { throw .invalid("values nested deeper than \(depthMax) levels") }
    switch value {
    case .null: return ["nullValue": .null]
    case .bool(let value): return ["booleanValue": .bool(value)]
    case .int(let value): return ["integerValue": .string(String(value))]
    case .double(let value): return ["doubleValue": .double(value)]
    case .number(let text): throw .invalid("\(text), which no Firestore number can hold exactly")
    case .string(let text):
      return isInstant && Instant(text) != nil
        ? ["timestampValue": .string(text)] : ["stringValue": .string(text)]
    case .array(let values):
      guard !inList else { throw .invalid("a list within a list, which Firestore does not keep") }
      return ["arrayValue": ["values": .array(try elements(values, depth: depth))]]
    case .object(let object): return ["mapValue": ["fields": .object(try fields(object, depth: depth + 1))]]
    }
  }

  static func elements(_ values: [JSONValue], depth: Int = 0) throws(RemoteStoreError) -> [JSONValue] {
    var encoded: [JSONValue] = []
    for value in values { encoded.append(try self.encoded(value, depth: depth + 1, inList: true)) }
    return encoded
  }

  private static func fields(_ object: JSONObject, depth: Int) throws(RemoteStoreError) -> JSONObject {
    var fields = JSONObject()
    for member in object { fields[member.key] = try encoded(member.value, depth: depth) }
    return fields
  }

  /// A document's fields; the fields that are instants by the table of collections become timestamps.
  static func fields(_ object: JSONObject, of path: RemotePath) throws(RemoteStoreError) -> JSONObject {
    let rules = AccessTable.rules(for: path)
    var fields = JSONObject()
    for member in object {
      fields[member.key] = try encoded(member.value, isInstant: rules?.field(member.key)?.type == .instant)
    }
    return fields
  }

  /// Null for a value that is not one of Firestore's, and for numbers that JSON does not have.
  static func decoded(_ value: JSONValue) -> JSONValue {
    guard let object = value.object, object.count == 1, let member = object.members.first else {
      return .null
    }
    let content = member.value
    switch member.key {
    case "booleanValue": return content.bool.map { .bool($0) } ?? .null
    case "integerValue":
      return (content.string.flatMap { Int64($0) } ?? content.int).map { .int($0) } ?? .null
    case "doubleValue": return content.double.map { .double($0) } ?? .null
    case "stringValue", "bytesValue", "referenceValue": return content.string.map { .string($0) } ?? .null
    case "timestampValue": return content.string.map { .string(instantText($0)) } ?? .null
    case "arrayValue": return .array((content.object?["values"]?.array ?? []).map(decoded))
    case "mapValue": return .object(fields(decoding: content.object?["fields"]))
    case "geoPointValue": return content
    default: return .null
    }
  }

  package static func fields(decoding value: JSONValue?) -> JSONObject {
    JSONObject((value?.object?.members ?? []).map { ($0.key, decoded($0.value)) })
  }

  /// A timestamp to the millisecond, as instants are written here; a text that is not a timestamp stays as it is.
  private static func instantText(_ text: String) -> String {
    guard let time = time(text) else { return text }
    return Instant(milliseconds: time.seconds * 1000 + time.nanoseconds / 1_000_000).description
  }

  /// RFC 3339 in UTC, with 0 to 9 digits of a second's fraction.
  package static func time(_ text: String) -> ServerTime? {
    guard text.hasSuffix("Z"), text.utf8.count <= 30 else { return nil }
    let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : ""
    return ServerTime(
      "\(parts[0]).\(fraction)\(String(repeating: "0", count: 9 - min(9, fraction.utf8.count)))Z")
  }

  /// A field's name in masks and orders: as it is, or in backquotes.
  static func fieldPath(_ name: String) -> String {
    let isPlain =
      name.utf8.enumerated().allSatisfy { index, byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
          true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): index > 0
        default: false
        }
      } && !name.isEmpty
    if isPlain { return name }
    let escaped = name.flatMap { $0 == "\\" || $0 == "`" ? "\\\($0)" : "\($0)" }
    return "`\(String(escaped))`"
  }
}

/// A document of a reply. The remote store's own fields are separate: `serverTime`, the time of the last write, which a
/// server-side transform sets and by which changes are queried; and `isDeleted`, because Firestore keeps no trace of
/// deleted documents.
struct FirestoreDocument: Sendable {
  var name: String
  var path: RemotePath
  var fields: JSONObject
  var created: ServerTime
  var revision: ServerTime
  var serverTime: ServerTime?
  var isDeleted: Bool

  /// Nil for a value that is not a document of that database.
  init?(_ value: JSONValue?, in endpoint: FirestoreEndpoint) {
    guard let object = value?.object, let name = object["name"]?.string,
      let path = endpoint.path(ofName: name),
      let created = object["createTime"]?.string.flatMap({ FirestoreValue.time($0) }),
      let revision = object["updateTime"]?.string.flatMap({ FirestoreValue.time($0) })
    else { return nil }
    (self.name, self.path, self.created, self.revision) = (name, path, created, revision)
    let own = object["fields"]?.object
    serverTime = own?["serverTime"]?.object?["timestampValue"]?.string.flatMap { FirestoreValue.time($0) }
    isDeleted = own?["isDeleted"]?.object?["booleanValue"]?.bool ?? false
    fields = FirestoreValue.fields(decoding: object["fields"])
    for name in AccessTable.serverFields { fields[name] = nil }
  }

  var document: RemoteDocument? {
    isDeleted ? nil : RemoteDocument(path: path, fields: fields, created: created, revision: revision)
  }

  var change: RemoteChange { document.map { .document($0) } ?? .deleted(path, revision: revision) }
}
