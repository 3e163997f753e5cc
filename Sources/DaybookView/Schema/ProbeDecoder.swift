import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A decoder without data: it notes which fields of which types a struct asks for, and returns empty values, so that
/// the struct itself reveals its fields.
struct ProbeDecoder: Decoder {
  /// What the struct asked for, in its order.
  final class Heard {
    var fields: [FieldSchema] = []
    /// The type of a value that decodes itself from a single value.
    var single: FieldType?
    var isList = false
    /// Whether it has nested containers, as enumeration cases with associated values do.
    var hasContainers = false
    var refusal: SchemaRefusal?
    /// Makes the struct with its defaults, for fields whose types have no empty value.
    var prototype: (() -> Any)?
    /// Set if a value's type is being determined; then holds how the type describes itself.
    var description: TypeDescription?
  }

  let heard: Heard
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static let depthMax = 8
  /// A recursive type has no empty value.
  private static let emptyDepthMax = 24

  /// The fields that `type` decodes.
  static func fields<Value: Entity>(of type: Value.Type) throws -> [FieldSchema] {
    let heard = Heard()
    heard.prototype = { Value() }
    _ = try Value(from: ProbeDecoder(heard: heard, depth: 0))
    if let refusal = heard.refusal { throw refusal }
    return heard.fields
  }

  /// An empty value: "", 0, false, 1970, [], an enumeration's first case, or a struct of such.
  static func emptyValue<Value: Decodable>(of type: Value.Type, depth: Int = 0) throws -> Value {
    let leaf: Any?
    switch type {
    case is Date.Type: leaf = Date(timeIntervalSince1970: 0)
    case is UUID.Type: leaf = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    case is Data.Type: leaf = Data()
    case is CivilDay.Type: leaf = CivilDay(daysSince1970: 0)
    case is Instant.Type: leaf = Instant(milliseconds: 0)
    case is JSONValue.Type: leaf = JSONValue.null
    case is URL.Type: leaf = URL(string: "about:blank")
    case is Blob.Type: leaf = Blob()
    case is Decimal.Type: leaf = Decimal.zero
    case is Duration.Type: leaf = Duration.zero
    default: leaf = EnumCases.first(of: type)
    }
    if let value = leaf as? Value { return value }
    guard depth < emptyDepthMax else { throw SchemaRefusal(description: "contains itself") }
    return try Value(from: ProbeDecoder(heard: Heard(), depth: depth + 1))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    // A type with keys does not describe itself.
    if let description = heard.description {
      description.hearKeys()
      throw SchemaRefusal(description: "has keys")
    }
    return KeyedDecodingContainer(ProbeKeyed<Key>(heard: heard, depth: depth))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    heard.isList = true
    return ProbeList(heard: heard, depth: depth)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    ProbeSingle(heard: heard, depth: depth)
  }
}

/// Why a struct cannot be a kind's struct.
struct SchemaRefusal: Error, CustomStringConvertible {
  var description: String

  static let nestedBlob = SchemaRefusal(
    description: "holds a Blob, which must be a field of its own; make an entity of each that has one")
}

extension ProbeDecoder.Heard {
  /// The struct's own default for the field.
  fileprivate func defaultValue(_ name: String) -> Any? {
    prototype.flatMap { prototype in
      Mirror(reflecting: prototype()).children.first { $0.label == name }?.value
    }
  }

  fileprivate func add<Value: Decodable>(
    _ name: String, _ type: Value.Type, isOptional: Bool, depth: Int
  ) {
    do {
      var field = FieldSchema(
        name: name, type: try FieldType(describing: type, depth: depth), isOptional: isOptional,
        defaultValue: .null)
      field.isBlob = type == Blob.self
      if field.isBlob, depth > 0 { throw SchemaRefusal.nestedBlob }
      fields.append(field)
    } catch {
      refusal = refusal ?? SchemaRefusal(description: "\(name) \(error)")
    }
  }
}

private struct ProbeKeyed<Key: CodingKey>: OptionalReading {
  let heard: ProbeDecoder.Heard
  let depth: Int
  var codingPath: [any CodingKey] { [] }
  /// An enumeration asks which of its cases is present. At a greater depth it gets another case, so that a recursive
  /// one ends.
  var allKeys: [Key] {
    let cases = EnumCases.all(of: Key.self)
    return cases.isEmpty ? [] : [cases[max(0, depth - 1) % cases.count]]
  }

  func contains(_ key: Key) -> Bool { true }
  func decodeNil(forKey key: Key) -> Bool { false }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    heard.add(key.stringValue, type, isOptional: false, depth: depth)
    do {
      return try ProbeDecoder.emptyValue(of: type, depth: depth)
    } catch {
      if let value = heard.defaultValue(key.stringValue) as? Value { return value }
      throw SchemaRefusal(
        description: "\(key.stringValue) is a \(type), for which the struct has no default; use an optional")
    }
  }

  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    heard.add(key.stringValue, type, isOptional: true, depth: depth)
    return nil
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedDecodingContainer<Nested> {
    heard.hasContainers = true
    return KeyedDecodingContainer(ProbeKeyed<Nested>(heard: ProbeDecoder.Heard(), depth: depth))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
    heard.hasContainers = true
    return ProbeList()
  }
  func superDecoder() -> any Decoder { ProbeDecoder(heard: heard, depth: depth) }
  func superDecoder(forKey key: Key) -> any Decoder {
    ProbeDecoder(heard: ProbeDecoder.Heard(), depth: depth)
  }
}

private struct ProbeList: UnkeyedDecodingContainer {
  private let heard: ProbeDecoder.Heard?
  private let depth: Int
  var codingPath: [any CodingKey] { [] }
  var count: Int? { 0 }
  private var wasAsked = false
  /// So that its type can be determined, a list must ask for one element.
  var isAtEnd: Bool { heard?.description == nil || wasAsked }
  var currentIndex: Int { 0 }

  init(heard: ProbeDecoder.Heard? = nil, depth: Int = 0) { (self.heard, self.depth) = (heard, depth) }

  private var end: DecodingError {
    .valueNotFound(JSONValue.self, .init(codingPath: [], debugDescription: "nothing to decode"))
  }
  mutating func decodeNil() throws -> Bool { throw end }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    wasAsked = true
    heard?.description?.hear(elements: type, depth: depth)
    throw end
  }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { throw end }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw end }
  mutating func superDecoder() throws -> any Decoder { throw end }
}

private struct ProbeSingle: SingleValueDecodingContainer {
  let heard: ProbeDecoder.Heard
  let depth: Int
  var codingPath: [any CodingKey] { [] }

  private func hear<Value>(_ type: FieldType, _ value: Value) -> Value {
    heard.single = type
    return value
  }
  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) -> Bool { hear(.bool, false) }
  func decode(_ type: String.Type) -> String { hear(.string, "") }
  func decode(_ type: Double.Type) -> Double { hear(.double, 0) }
  func decode(_ type: Float.Type) -> Float { hear(.double, 0) }
  func decode(_ type: Int.Type) -> Int { hear(.int, 0) }
  func decode(_ type: Int8.Type) -> Int8 { hear(.int, 0) }
  func decode(_ type: Int16.Type) -> Int16 { hear(.int, 0) }
  func decode(_ type: Int32.Type) -> Int32 { hear(.int, 0) }
  func decode(_ type: Int64.Type) -> Int64 { hear(.int, 0) }
  func decode(_ type: UInt.Type) -> UInt { hear(.int, 0) }
  func decode(_ type: UInt8.Type) -> UInt8 { hear(.int, 0) }
  func decode(_ type: UInt16.Type) -> UInt16 { hear(.int, 0) }
  func decode(_ type: UInt32.Type) -> UInt32 { hear(.int, 0) }
  func decode(_ type: UInt64.Type) -> UInt64 { hear(.int, 0) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    heard.single = try FieldType(describing: type, depth: depth + 1)
    return try ProbeDecoder.emptyValue(of: type, depth: depth)
  }
}
