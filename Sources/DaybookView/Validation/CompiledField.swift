import DaybookLog
import DaybookModel

/// A field of a compiled schema: the bytes of a value show whether it is stored unchanged.
struct CompiledField: Sendable {
  /// What happens to a write of the field.
  enum Use: Sendable {
    case stored, computed, identity
    /// The other side of the relation stores it.
    case otherSide
    case toMany
    /// A name that the field had in a former version: kept as it is.
    case former
  }

  enum Value: Sendable {
    case text, bool, int, double, instant, day, uuid
    case texts
    /// The value is always parsed.
    case other
  }

  let name: [UInt8]
  let use: Use
  let value: Value
  let schema: FieldSchema
  let isHidden: Bool
  /// Its value is brought to the normalised form.
  let isKey: Bool
  /// In a set of fields whose values no two entities share.
  let isUnique: Bool
  /// Which of the kind's stored fields it is, or was under this name; nil where it is none of them.
  let stored: Int?
  /// The formulas and rules that read it, among those that do not read everything.
  let formulas: BitSet64
  let rules: BitSet64

  /// - Parameters:
  ///   - former: the former name, if it is about a former name.
  ///   - stored: the kind's stored fields.
  init(_ field: FieldSchema, former: String? = nil, of schema: KindSchema, _ stored: [CompiledKind.Stored]) {
    name = Array((former ?? field.name).utf8)
    self.schema = field
    if former != nil {
      use = .former
    } else if field.isProjection {
      use = .computed
    } else if field.name == "id" {
      use = .identity
    } else if schema.inverses.contains(where: { $0.inverse == field.name }) {
      use = .otherSide
    } else if case .many = field.type {
      use = .toMany
    } else {
      use = .stored
    }
    value = Value(field.type)
    isHidden = schema.hides(former ?? field.name)
    isKey = schema.key?.field == field.name
    // By its present name only, as the index of unique values needs it.
    isUnique = former == nil && schema.uniques.contains { $0.contains(field.name) }
    self.stored = stored.firstIndex { $0.schema.name == field.name }
    formulas = BitSet64(
      schema.derivations.indices.filter { schema.derivations[$0].inputs.contains(field.name) })
    rules = BitSet64(schema.checks.indices.filter { schema.checks[$0].reads?.contains(field.name) ?? false })
  }

  /// Whether the field stores exactly these bytes, which are a canonical value.
  func stores(_ value: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    let first = bytes[value.start]
    if first == UInt8(ascii: "n") { return true }
    switch self.value {
    case .text: return first == UInt8(ascii: "\"")
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .int: return CanonicalText.isInteger(value, bytes)
    case .double: return CanonicalText.isDouble(value, bytes)
    case .instant: return value.count == 26 && Instant.milliseconds(fixed: bytes, at: value.start + 1) != nil
    case .day: return value.count == 12 && CivilDay.isDay(fixed: bytes, at: value.start + 1)
    case .uuid: return Self.isUUID(value, bytes)
    case .texts: return first == UInt8(ascii: "[") && Self.areTexts(value, bytes)
    case .other: return false
    }
  }

  private static func areTexts(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    // Canonical, so every element begins after a bracket or after a string and its comma.
    var index = range.start + 1
    if bytes[index] == UInt8(ascii: "]") { return true }
    while index < range.end {
      guard bytes[index] == UInt8(ascii: "\"") else { return false }
      index += 1
      while bytes[index] != UInt8(ascii: "\"") { index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1 }
      if bytes[index + 1] == UInt8(ascii: "]") { return index + 2 == range.end }
      index += 2
    }
    return false
  }

  /// In lower case, as it is stored.
  private static func isUUID(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    guard range.count == 38, bytes[range.start] == UInt8(ascii: "\"") else { return false }
    for place in 0..<36 {
      let byte = bytes[range.start + 1 + place]
      switch place {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
      default:
        guard isDigit(byte) || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f") else { return false }
      }
    }
    return true
  }
}

extension CompiledField.Value {
  init(_ type: FieldType) {
    switch type {
    case .string, .enumeration, .one: self = .text
    case .bool: self = .bool
    case .int: self = .int
    case .double: self = .double
    case .instant: self = .instant
    case .day: self = .day
    case .uuid: self = .uuid
    case .array(.string), .array(.enumeration): self = .texts
    case .any, .decimal, .data, .many, .array, .dictionary, .object: self = .other
    }
  }
}

/// A set of a kind's rules, by their places. With more than 64 rules, several share a bit: then the set may contain
/// rules that were not inserted.
struct BitSet64: Sendable {
  private var bits: UInt64 = 0

  init(_ places: some Sequence<Int> = []) { for place in places { bits |= 1 << UInt64(place % 64) } }

  var isEmpty: Bool { bits == 0 }

  func mayContain(_ place: Int) -> Bool { bits >> UInt64(place % 64) & 1 == 1 }

  mutating func formUnion(_ other: BitSet64) { bits |= other.bits }
}
