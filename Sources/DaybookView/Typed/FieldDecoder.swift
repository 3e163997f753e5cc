public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  package import Foundation
#endif

/// Converts stored JSON to Swift values, the inverse of ``FieldEncoder``.
///
/// It is lenient if a struct of this version reads data of another version: a field that is missing or of another type
/// reads as its default. A member of a nested struct reads as that member of the field's default, or, in lists, which
/// have none, as empty: an enumeration as its first case.
public struct FieldDecoder {
  /// Finds the bytes of a large value by the SHA-256 of its content.
  public typealias BlobSource = (_ sha256: String) -> Data?

  /// A value of the type, read from one stored value.
  ///
  /// - Parameters:
  ///   - defaults: for a struct, the values of members that are missing or have another type, by name.
  ///   - blobs: if this is nil, or returns nil for a blob, its data reads as empty.
  /// - Throws: `DecodingError` if the value as a whole has another form than the type.
  public static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue, defaults: JSONObject? = nil, blobs: BlobSource? = nil
  ) throws -> Value {
    try Node(json: json, path: [], defaults: defaults, blobs: blobs).decode(type)
  }

  /// A row's fields as a struct.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from row: Row, defaults: JSONObject
  ) throws -> Value {
    var node = Node(json: .null, path: [], defaults: defaults, blobs: nil)
    node.row = RowMembers(row)
    return try Value(from: node)
  }

  /// One field of a struct; null or another type than it has reads as its default.
  package static func field<Value: Decodable>(
    _ type: Value.Type, _ json: JSONValue, _ defaultValue: JSONValue?, blobs: BlobSource? = nil
  ) throws -> Value {
    if !json.isNull, let value = try? decode(type, from: json, blobs: blobs) { return value }
    if let defaultValue, let value = try? decode(type, from: defaultValue, blobs: blobs) { return value }
    return try ProbeDecoder.emptyValue(of: type)
  }
}

/// A JSON value at its place.
private struct Node: Decoder {
  let json: JSONValue
  let path: [any CodingKey]
  var defaults: JSONObject?
  let blobs: FieldDecoder.BlobSource?
  /// Instead of an object.
  var row: RowMembers?
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let row { return KeyedDecodingContainer(KeyedNode<Key>(node: self, members: .row(row))) }
    guard case .object(let object) = json else { throw mismatch(type, "object") }
    return KeyedDecodingContainer(KeyedNode<Key>(node: self, members: .object(object)))
  }

  func child(_ json: JSONValue, _ key: some CodingKey, defaults: JSONValue? = nil) -> Node {
    Node(json: json, path: path + [key], defaults: defaults?.object, blobs: blobs)
  }

  func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: "expected \(expected), not \(json.form)"))
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch FieldLeaf<Value>(json, blobs) {
    case .value(let value): return value
    case .mismatch: throw mismatch(type, "\(type)")
    case .none: return try Value(from: self)
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard let value = json.int.flatMap({ Value(exactly: $0) }) else { throw mismatch(type, "\(type)") }
    return value
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = json else { throw mismatch([JSONValue].self, "array") }
    return ListNode(node: self, items: items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleNode(node: self) }
}

/// A row's fields by name. A struct reads them in their order, so that the next one is looked at first.
private final class RowMembers {
  let row: Row
  private let id: JSONValue
  private var next = 0

  init(_ row: Row) { (self.row, id) = (row, .string(row.id)) }

  subscript(name: String) -> JSONValue? {
    if next < row.fields.count, row.fields[next].name == name {
      next += 1
      return row.fields[next - 1].value
    }
    if let place = row.fields.firstIndex(where: { $0.name == name }) {
      next = place + 1
      return row.fields[place].value
    }
    return name == "id" ? id : nil
  }
}

private struct KeyedNode<Key: CodingKey>: OptionalReading {
  enum Members {
    case object(JSONObject)
    case row(RowMembers)

    subscript(name: String) -> JSONValue? {
      switch self {
      case .object(let object): object[name]
      case .row(let row): row[name]
      }
    }

    var names: [String] {
      switch self {
      case .object(let object): object.keys
      case .row(let members): ["id"] + members.row.fields.map(\.name)
      }
    }
  }

  let node: Node
  let members: Members
  var codingPath: [any CodingKey] { node.path }
  var allKeys: [Key] { members.names.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { members[key.stringValue]?.isNull ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let json = members[key.stringValue], let value = value(json, type, key) { return value }
    if let json = node.defaults?[key.stringValue], let value = value(json, type, key) { return value }
    return try ProbeDecoder.emptyValue(of: type)
  }

  // Most fields have one of these types, which need no type check at run time.
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try plain(key) { $0.string } }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try plain(key) { $0.bool } }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try plain(key) { $0.int.map { Int($0) } } }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try plain(key) { $0.double } }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    optionalPlain(key) { $0.string }
  }
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { optionalPlain(key) { $0.bool } }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    optionalPlain(key) { $0.int.map { Int($0) } }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    optionalPlain(key) { $0.double }
  }

  @inline(__always)
  private func plain<Value: Decodable>(_ key: Key, _ read: (JSONValue) -> Value?) throws -> Value {
    let name = key.stringValue
    if let json = members[name], let value = read(json) { return value }
    if let json = node.defaults?[name], let value = read(json) { return value }
    return try ProbeDecoder.emptyValue(of: Value.self)
  }

  @inline(__always)
  private func optionalPlain<Value>(_ key: Key, _ read: (JSONValue) -> Value?) -> Value? {
    let name = key.stringValue
    if let json = members[name] {
      if json.isNull { return nil }
      if let value = read(json) { return value }
    }
    guard node.path.isEmpty, let json = node.defaults?[name], !json.isNull else { return nil }
    return read(json)
  }

  /// Nil if it cannot be read as the type.
  private func value<Value: Decodable>(_ json: JSONValue, _ type: Value.Type, _ key: Key) -> Value? {
    switch FieldLeaf<Value>(json, node.blobs) {
    case .value(let value): value
    case .mismatch: nil
    case .none: try? Value(from: node.child(json, key, defaults: node.defaults?[key.stringValue]))
    }
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    // Within a nested struct, an optional member that is missing is nil: it is not stored.
    for source in [members[key.stringValue], node.path.isEmpty ? node.defaults?[key.stringValue] : nil] {
      guard let json = source else { continue }
      if json.isNull { return nil }
      if let value = value(json, type, key) { return value }
    }
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try node.child(members[key.stringValue] ?? .null, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node.child(members[key.stringValue] ?? .null, key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { node }
  func superDecoder(forKey key: Key) -> any Decoder { node.child(members[key.stringValue] ?? .null, key) }
}

private struct ListNode: UnkeyedDecodingContainer {
  let node: Node
  let items: [JSONValue]
  var currentIndex = 0
  var codingPath: [any CodingKey] { node.path }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex >= items.count }

  init(node: Node, items: [JSONValue]) { (self.node, self.items) = (node, items) }

  private mutating func next() throws -> Node {
    guard currentIndex < items.count else {
      throw DecodingError.valueNotFound(
        JSONValue.self, .init(codingPath: codingPath, debugDescription: "the array has ended"))
    }
    defer { currentIndex += 1 }
    return node.child(items[currentIndex], AnyCodingKey(String(currentIndex)))
  }

  mutating func decodeNil() throws -> Bool {
    guard currentIndex < items.count, items[currentIndex].isNull else { return false }
    currentIndex += 1
    return true
  }

  /// An unknown case of an enumeration reads as the first one, so that the other elements can be read, and all are
  /// preserved.
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let element = try next()
    do {
      return try element.decode(type)
    } catch {
      guard let first = EnumCases.first(of: type) else { throw error }
      return first
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next().unkeyedContainer()
  }

  mutating func superDecoder() throws -> any Decoder { try next() }
}

private struct SingleNode: SingleValueDecodingContainer {
  let node: Node
  var codingPath: [any CodingKey] { node.path }

  func decodeNil() -> Bool { node.json.isNull }
  func decode(_ type: Float.Type) throws -> Float {
    guard let value = node.json.double else { throw node.mismatch(type, "number") }
    return Float(value)
  }
  func decode(_ type: Int8.Type) throws -> Int8 { try node.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try node.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try node.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try node.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try node.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try node.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try node.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try node.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try node.integer(type) }
  func decode(_ type: Bool.Type) throws -> Bool { try node.decode(type) }
  func decode(_ type: String.Type) throws -> String { try node.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try node.decode(type) }
  func decode(_ type: Int.Type) throws -> Int { try node.decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try node.decode(type) }
}
