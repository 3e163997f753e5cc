package import DaybookModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Stored JSON to Swift values, the other way round of ``FieldEncoder``.
///
/// Lenient where a struct of this version meets data of another: a field that is missing or of another
/// type reads as its default, and in nested structs, which declare none, as empty.
package struct FieldDecoder {
  /// Finds the bytes of a large value by the SHA-256 of its content.
  package typealias BlobSource = (_ sha256: String) -> Data?

  package static func decode<Value: Decodable>(
    _ type: Value.Type, from json: JSONValue, defaults: JSONObject? = nil, blobs: BlobSource? = nil
  ) throws -> Value {
    try Node(json: json, path: [], defaults: defaults, blobs: blobs).decode(type)
  }

  /// One field of a struct; nil or another type than it has reads as its default.
  static func field<Value: Decodable>(
    _ type: Value.Type, _ json: JSONValue?, _ defaultValue: JSONValue?, blobs: BlobSource? = nil
  ) throws -> Value {
    for json in [json, defaultValue] {
      if let json, let value = try? decode(type, from: json, blobs: blobs) { return value }
    }
    return try ProbeDecoder.emptyValue(of: type)
  }
}

extension JSONValue {
  /// What it is, for errors, which hold no values.
  fileprivate var form: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .int, .double, .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON value at its place.
private struct Node: Decoder {
  let json: JSONValue
  let path: [any CodingKey]
  var defaults: JSONObject?
  let blobs: FieldDecoder.BlobSource?
  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func child(_ json: JSONValue, _ key: some CodingKey) -> Node {
    Node(json: json, path: path + [key], defaults: nil, blobs: blobs)
  }

  func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    .typeMismatch(type, .init(codingPath: path, debugDescription: "\(json.form) is no \(expected)"))
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let leaf: Any?
    switch type {
    case is String.Type: leaf = json.string
    case is Bool.Type: leaf = json.bool
    case is Int.Type: leaf = json.int.map { Int($0) }
    case is Double.Type: leaf = json.double
    case is Date.Type: leaf = json.string.flatMap { DateText.instant($0) }.map(FieldForm.date)
    case is UUID.Type: leaf = json.string.flatMap { UUID(uuidString: $0) }
    case is Data.Type: leaf = data
    case is JSONValue.Type: leaf = json
    default: return try Value(from: self)
    }
    guard let leaf, let value = leaf as? Value else { throw mismatch(type, "\(type)") }
    return value
  }

  private var data: Data? {
    switch json {
    case .string(let text): Data(base64Encoded: text)
    case .object(let object): object["$blob"]?.string.flatMap { blobs?($0) } ?? Data()
    default: nil
    }
  }

  func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    guard let value = json.int.flatMap({ Value(exactly: $0) }) else { throw mismatch(type, "\(type)") }
    return value
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = json else { throw mismatch(type, "object") }
    return KeyedDecodingContainer(KeyedNode<Key>(node: self, object: object))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = json else { throw mismatch([JSONValue].self, "array") }
    return ListNode(node: self, items: items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { SingleNode(node: self) }
}

private struct KeyedNode<Key: CodingKey>: OptionalReading {
  let node: Node
  let object: JSONObject
  var codingPath: [any CodingKey] { node.path }
  var allKeys: [Key] { object.keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
  func decodeNil(forKey key: Key) -> Bool { object[key.stringValue]?.isNull ?? true }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    if let json = object[key.stringValue], let value = try? node.child(json, key).decode(type) {
      return value
    }
    if let json = node.defaults?[key.stringValue], let value = try? node.child(json, key).decode(type) {
      return value
    }
    return try ProbeDecoder.emptyValue(of: type)
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    for source in [object[key.stringValue], node.defaults?[key.stringValue]] {
      guard let json = source else { continue }
      if json.isNull { return nil }
      if let value = try? node.child(json, key).decode(type) { return value }
    }
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try node.child(object[key.stringValue] ?? .null, key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node.child(object[key.stringValue] ?? .null, key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { node }
  func superDecoder(forKey key: Key) -> any Decoder { node.child(object[key.stringValue] ?? .null, key) }
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

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

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
