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
      // As the parser reads these digits: most doubles of this size have no fraction either.
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
