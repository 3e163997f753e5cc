import Crypto
public import DaybookModel

extension KeyNormalizer {
  /// The value in the form that ids are derived from and that uniqueness compares.
  public func normalized(_ text: String) -> String {
    switch self {
    case .exact: text
    case .trimmed: Self.trimmed(text)
    case .trimmedLowercased: Self.trimmed(text).lowercased()
    case .trimmedComposed: Self.trimmed(text).composed
    }
  }

  private static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[first...last])
  }
}

extension KindSchema {
  /// A value as the field holds it: a natural key's value in its normalised form, so that a lookup by that value finds
  /// it, regardless of who wrote it.
  public func keyed(_ value: JSONValue, _ field: String) -> JSONValue {
    guard let key, key.field == field, let text = value.string else { return value }
    return .string(key.normalizer.normalized(text))
  }
}

extension NaturalKey {
  /// Version 5 (RFC 9562) of this namespace, kind and normalised value.
  public static func id(of kind: String, normalized value: String, since stamp: Stamp? = nil) -> String {
    var name = Array("\(kind)\n\(value)".utf8)
    if let stamp { name += Array("\n\(stamp)".utf8) }
    var hash = Insecure.SHA1()
    hash.update(data: namespace)
    hash.update(data: name)
    var bytes = Array(hash.finalize().prefix(16))
    bytes[6] = bytes[6] & 0x0f | 0x50
    bytes[8] = bytes[8] & 0x3f | 0x80
    var text: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
      text.append(hexadecimal: UInt64(byte), width: 2)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The UUID 2f0b9c1e-6a4d-5c38-9e71-d40c8a6f1b52, drawn once for Daybook.
  private static let namespace: [UInt8] = [
    0x2f, 0x0b, 0x9c, 0x1e, 0x6a, 0x4d, 0x5c, 0x38, 0x9e, 0x71, 0xd4, 0x0c, 0x8a, 0x6f, 0x1b, 0x52,
  ]
}
