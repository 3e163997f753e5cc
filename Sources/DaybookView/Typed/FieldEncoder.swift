public import DaybookModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Converts Swift values to the JSON that the log stores: instants as UTC text with milliseconds, UUIDs in
/// lower case, data in base64, integers in 64 bits, doubles that are numbers.
public enum FieldEncoder {
  /// The JSON of a field's value or of a whole struct.
  ///
  /// - Parameter path: the place of the value, for errors.
  /// - Throws: `EncodingError` for a value that cannot be stored, such as NaN or a date of the year 10000.
  public static func json<Value: Encodable>(_ value: Value, path: [any CodingKey] = []) throws -> JSONValue {
    if let leaf = try leaf(value, path) { return leaf }
    let box = Box()
    try value.encode(to: BoxEncoder(box: box, codingPath: path))
    return box.json
  }

  /// The types with their own stored form, which their `encode(to:)` would not produce.
  fileprivate static func leaf<Value>(_ value: Value, _ path: [any CodingKey]) throws -> JSONValue? {
    // Sound: each is cast to the type that it has. A checked cast at run time costs more than the whole writing.
    func its<Leaf>(_ type: Leaf.Type) -> Leaf { unsafeBitCast(value, to: type) }
    if Value.self == String.self { return .string(its(String.self)) }
    if Value.self == Bool.self { return .bool(its(Bool.self)) }
    if Value.self == Int.self { return .int(Int64(its(Int.self))) }
    if Value.self == Double.self { return try number(its(Double.self), path) }
    if Value.self == Date.self { return .string(try instant(its(Date.self), path).description) }
    if Value.self == UUID.self { return .string(its(UUID.self).uuidString.lowercased()) }
    if Value.self == Data.self { return .string(its(Data.self).base64EncodedString()) }
    if Value.self == JSONValue.self { return its(JSONValue.self) }
    if Value.self == URL.self { return .string(its(URL.self).absoluteString) }
    if Value.self == Decimal.self { return try exact(FieldForm.json(its(Decimal.self)), path) }
    return Value.self == Duration.self ? try exact(FieldForm.json(its(Duration.self)), path) : nil
  }

  private static func exact(_ json: JSONValue?, _ path: [any CodingKey]) throws -> JSONValue {
    guard let json else {
      throw EncodingError.invalidValue(
        Decimal.nan, .init(codingPath: path, debugDescription: "must be a number that can be stored"))
    }
    return json
  }

  private static func instant(_ date: Date, _ path: [any CodingKey]) throws -> Instant {
    guard let instant = FieldForm.instant(date) else {
      throw EncodingError.invalidValue(
        date, .init(codingPath: path, debugDescription: "must be a time in the years 0 to 9999"))
    }
    return instant
  }

  fileprivate static func number(_ value: Double, _ path: [any CodingKey]) throws -> JSONValue {
    guard value.isFinite else {
      throw EncodingError.invalidValue(
        type(of: value), .init(codingPath: path, debugDescription: "must be a number that can be stored"))
    }
    return .double(value)
  }

  fileprivate static func number(_ value: some BinaryInteger, _ path: [any CodingKey]) throws -> JSONValue {
    guard let value = Int64(exactly: value) else {
      throw EncodingError.invalidValue(
        type(of: value),
        .init(codingPath: path, debugDescription: "must be a signed integer of at most 64 bits")
      )
    }
    return .int(value)
  }
}

/// The forms in which values are stored as text.
package enum FieldForm {
  /// Rounded to milliseconds; nil outside the years 0 to 9999, which the text can hold.
  package static func instant(_ date: Date) -> Instant? {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    guard milliseconds >= -62_167_219_200_000, milliseconds <= 253_402_300_799_999 else { return nil }
    return Instant(milliseconds: Int64(milliseconds))
  }

  package static func date(_ instant: Instant) -> Date {
    Date(timeIntervalSince1970: Double(instant.milliseconds) / 1000)
  }
}

/// A value that is being built.
private final class Box {
  /// A value inside another one.
  enum Part {
    case value(JSONValue)
    case box(Box)

    var json: JSONValue {
      switch self {
      case .value(let value): value
      case .box(let box): box.json
      }
    }
  }

  var scalar: JSONValue = .null
  var members: [(String, Part)]?
  var items: [Part]?

  var json: JSONValue {
    if let members { return .object(JSONObject(members.lazy.map { ($0.0, $0.1.json) })) }
    if let items { return .array(items.map(\.json)) }
    return scalar
  }
}

private struct BoxEncoder: Encoder {
  let box: Box
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    box.members = box.members ?? []
    return KeyedEncodingContainer(KeyedBox<Key>(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    box.items = box.items ?? []
    return ListBox(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleBox(box: box, codingPath: codingPath)
  }
}

private struct KeyedBox<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: Box
  let codingPath: [any CodingKey]

  private func add(_ key: Key) -> Box {
    let member = Box()
    box.members?.append((key.stringValue, .box(member)))
    return member
  }

  mutating func encodeNil(forKey key: Key) throws { box.members?.append((key.stringValue, .value(.null))) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let json = try FieldEncoder.json(value, path: codingPath + [key])
    box.members?.append((key.stringValue, .value(json)))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    BoxEncoder(box: add(key), codingPath: codingPath + [key]).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    BoxEncoder(box: add(key), codingPath: codingPath + [key]).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { BoxEncoder(box: box, codingPath: codingPath) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    BoxEncoder(box: add(key), codingPath: codingPath + [key])
  }
}

private struct ListBox: UnkeyedEncodingContainer {
  let box: Box
  let codingPath: [any CodingKey]
  var count: Int { box.items?.count ?? 0 }

  private func add() -> Box {
    let item = Box()
    box.items?.append(.box(item))
    return item
  }

  mutating func encodeNil() throws { box.items?.append(.value(.null)) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    box.items?.append(.value(try FieldEncoder.json(value, path: codingPath)))
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    BoxEncoder(box: add(), codingPath: codingPath).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    BoxEncoder(box: add(), codingPath: codingPath).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { BoxEncoder(box: add(), codingPath: codingPath) }
}

private struct SingleBox: SingleValueEncodingContainer {
  let box: Box
  let codingPath: [any CodingKey]

  mutating func encodeNil() throws { box.scalar = .null }
  mutating func encode(_ value: Bool) throws { box.scalar = .bool(value) }
  mutating func encode(_ value: String) throws { box.scalar = .string(value) }
  mutating func encode(_ value: Double) throws { box.scalar = try FieldEncoder.number(value, codingPath) }
  mutating func encode(_ value: Float) throws {
    box.scalar = try FieldEncoder.number(Double(value), codingPath)
  }
  mutating func encode(_ value: Int) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: Int8) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: Int16) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: Int32) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: Int64) throws { box.scalar = .int(value) }
  mutating func encode(_ value: UInt) throws { box.scalar = try FieldEncoder.number(value, codingPath) }
  mutating func encode(_ value: UInt8) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: UInt16) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: UInt32) throws { box.scalar = .int(Int64(value)) }
  mutating func encode(_ value: UInt64) throws { box.scalar = try FieldEncoder.number(value, codingPath) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    box.scalar = try FieldEncoder.json(value, path: codingPath)
  }
}
