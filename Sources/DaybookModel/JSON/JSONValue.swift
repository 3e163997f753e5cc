/// Any JSON value, with the distinctions the log needs: 64-bit integers stay integers, numbers that neither these nor
/// doubles can hold stay as written, and strings and keys compare by their bytes (never by Unicode equivalence).
public enum JSONValue: Sendable {
  /// JSON `null`. In an event it is a written value, unlike a field that is left out.
  case null
  /// JSON `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case int(Int64)
  /// Any other number that its nearest double writes back unchanged, such as `0.1`; finite when it was read.
  case double(Double)
  /// A JSON number that is neither a 64-bit integer nor exactly a double, as it was written: a larger integer, or a
  /// decimal with many digits.
  case number(String)
  /// A text, its escapes resolved; not normalised.
  case string(String)
  /// The elements in their order.
  case array([JSONValue])
  /// The members, ascending by key bytes, each key once.
  case object(JSONObject)
}

extension JSONValue: Equatable {
  /// Equal as JSON values: `5` equals `5.0`, strings byte for byte. An integer equals the double that is written with
  /// the same digits: beyond 2^53, RFC 8785 writes a double as an integer close to it.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let a), .bool(let b)): a == b
    case (.int(let a), .int(let b)): a == b
    case (.double(let a), .double(let b)): a == b
    case (.number(let a), .number(let b)): a == b || DecimalNumber(a) == DecimalNumber(b)
    case (.int(let a), .double(let b)), (.double(let b), .int(let a)):
      Double(a) == b && (a.magnitude <= 1 << 53 || DecimalNumber(a) == DecimalNumber(b))
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a == b
    case (.object(let a), .object(let b)): a == b
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  // Not expressible by nil: `object["key"] = nil` removes the member, and `object["key"] == nil` tests whether it is
  // absent. Null is written out.
  /// A ``string(_:)``.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An ``int(_:)``.
  public init(integerLiteral value: Int64) { self = .int(value) }
  /// A ``bool(_:)``.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// A ``double(_:)``; a literal such as `5.0` is equal to the integer 5.
  public init(floatLiteral value: Double) { self = .double(value) }
  /// An ``array(_:)`` of the elements.
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  /// An ``object(_:)``; the last of several equal keys counts.
  public init(dictionaryLiteral elements: (String, JSONValue)...) { self = .object(JSONObject(elements)) }
}

extension JSONValue: CustomStringConvertible {
  /// The canonical JSON text.
  public var description: String { String(decoding: canonicalBytes, as: UTF8.self) }

  /// The canonical JSON text in UTF-8 (see ``JSONWriter``).
  public var canonicalBytes: [UInt8] {
    var writer = JSONWriter()
    writer.write(self)
    return writer.bytes
  }
}

extension JSONValue {
  /// Whether this is JSON `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }
  /// The text; nil for any other value, which is never converted.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The truth value; nil for any other value, even 0 and 1.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// Nil for a number that is not exactly a 64-bit integer.
  public var int: Int64? {
    switch self {
    case .int(let value): value
    case .double(let value): Int64(exactly: value)
    default: nil
    }
  }
  /// The nearest double.
  public var double: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    case .number(let text): Double(text)
    default: nil
    }
  }
  /// The elements; nil for any other value.
  public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members; nil for any other value.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }
}

/// A coding key made from any string.
package struct AnyCodingKey: CodingKey {
  package var stringValue: String
  package var intValue: Int? { nil }
  package init(_ string: String) { stringValue = string }
  package init?(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}

extension JSONValue: Codable {
  public init(from decoder: any Decoder) throws {
    if let keyed = try? decoder.container(keyedBy: AnyCodingKey.self) {
      self = .object(try JSONObject(from: keyed))
      return
    }
    if var list = try? decoder.unkeyedContainer() {
      var values: [JSONValue] = []
      while !list.isAtEnd { values.append(try list.decode(JSONValue.self)) }
      self = .array(values)
      return
    }
    let single = try decoder.singleValueContainer()
    if single.decodeNil() {
      self = .null
    } else if let value = try? single.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? single.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? single.decode(UInt64.self) {
      // As the parser would read these digits: most doubles of this size have no fraction either.
      self = (try? JSONParser.parse(String(value))) ?? .number(String(value))
    } else if let value = try? single.decode(Double.self) {
      self = .double(value)
    } else {
      self = .string(try single.decode(String.self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let object): try object.encode(to: encoder)
    case .array(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(value) }
    case .null, .bool, .int, .double, .number, .string:
      var single = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try single.encode(value)
      case .int(let value): try single.encode(value)
      case .double(let value): try single.encode(value)
      case .number(let text): try Self.encode(text, to: &single)
      case .string(let value): try single.encode(value)
      default: try single.encodeNil()
      }
    }
  }
}

extension JSONValue {
  /// Other encoders do not support such numbers: an integer that fits in their widest type is encoded, any other is
  /// refused.
  private static func encode(_ number: String, to single: inout any SingleValueEncodingContainer) throws {
    guard let value = UInt64(number) else {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(
          codingPath: single.codingPath,
          debugDescription: "neither an integer nor a double is exactly \(number)"))
    }
    try single.encode(value)
  }
}

extension JSONObject: Codable {
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder.container(keyedBy: AnyCodingKey.self))
  }

  init(from container: KeyedDecodingContainer<AnyCodingKey>) throws {
    self.init()
    for key in container.allKeys {
      self[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyCodingKey.self)
    for member in members { try container.encode(member.value, forKey: AnyCodingKey(member.key)) }
  }
}
