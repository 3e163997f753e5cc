import DaybookModel

/// What a field takes without being brought to another form, told from the value's bytes.
struct CommonField: Sendable {
  enum Value: Sendable {
    case text, bool, int, double, instant, day, uuid
    case texts
    /// Whatever it is, it is read.
    case other
  }

  let name: [UInt8]
  let value: Value
  /// Bits of the derivations that give it, and of those that are worked out from it.
  var derivedBy: UInt64 = 0
  var feeds: UInt64 = 0

  init(_ field: FieldSchema, of schema: KindSchema) {
    name = Array(field.name.utf8)
    let isUnique = schema.uniques.contains { $0.contains(field.name) } || schema.key?.field == field.name
    let isChecked = schema.checks.contains { $0.reads?.contains(field.name) ?? true }
    let isInverse = schema.inverses.contains { $0.inverse == field.name }
    if field.isProjection || field.name == "id" || isInverse || isUnique || isChecked
      || schema.hides(field.name)
    {
      value = .other
    } else {
      value = Value(field.type)
    }
    for (index, derivation) in schema.derivations.enumerated() {
      if derivation.field == field.name { derivedBy |= 1 << UInt64(index) }
      if derivation.inputs.contains(field.name) { feeds |= 1 << UInt64(index) }
    }
  }

  /// Whether the field stores exactly these bytes.
  func stores(_ range: ByteRange, _ line: Span<UInt8>) -> Bool {
    if value == .other { return false }
    let first = line[range.start]
    if first == UInt8(ascii: "n") { return true }
    switch value {
    case .text: return Self.isText(range, line)
    case .bool: return first == UInt8(ascii: "t") || first == UInt8(ascii: "f")
    case .int: return CanonicalText.isInteger(range, line)
    case .double: return CanonicalText.isDouble(range, line)
    case .instant: return range.count == 26 && Instant.milliseconds(fixed: line, at: range.start + 1) != nil
    case .day: return range.count == 12 && CivilDay.isDay(fixed: line, at: range.start + 1)
    case .uuid: return Self.isUUID(range, line)
    case .texts: return first == UInt8(ascii: "[") && Self.areTexts(range, line)
    case .other: return false
    }
  }

  /// A string in its canonical form, with its quotes.
  private static func isText(_ range: ByteRange, _ line: Span<UInt8>) -> Bool {
    guard line[range.start] == UInt8(ascii: "\"") else { return false }
    return CanonicalText.isValue(range, line)
  }

  private static func areTexts(_ range: ByteRange, _ line: Span<UInt8>) -> Bool {
    guard CanonicalText.isValue(range, line) else { return false }
    // Canonical, so that whatever begins an element stands behind a bracket or behind a string and its comma.
    var index = range.start + 1
    if line[index] == UInt8(ascii: "]") { return true }
    while index < range.end {
      guard line[index] == UInt8(ascii: "\"") else { return false }
      index += 1
      while line[index] != UInt8(ascii: "\"") { index += line[index] == UInt8(ascii: "\\") ? 2 : 1 }
      if line[index + 1] == UInt8(ascii: "]") { return index + 2 == range.end }
      index += 2
    }
    return false
  }

  /// In lower case, as it is stored.
  private static func isUUID(_ range: ByteRange, _ line: Span<UInt8>) -> Bool {
    guard range.count == 38, line[range.start] == UInt8(ascii: "\"") else { return false }
    for place in 0..<36 {
      let byte = line[range.start + 1 + place]
      switch place {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
      default:
        guard isDigit(byte) || byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f") else { return false }
      }
    }
    return true
  }
}

extension CommonField.Value {
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
    case .any, .data, .many, .array, .dictionary, .object: self = .other
    }
  }
}
