import DaybookModel

/// A comparison of stored JSON text with a literal, without decoding the text if possible. The result is that of
/// ``JSONValue/holds(_:_:)`` for the decoded text.
struct ByteComparison {
  private enum Literal {
    case text([UInt8])
    /// An instant's canonical text; stored texts may have other forms.
    case instant([UInt8])
    case int(Int64)
    case other(JSONValue)
  }

  private let comparison: Condition.Comparison
  private let literal: Literal

  init(_ comparison: Condition.Comparison, _ value: JSONValue, isInstant: Bool) {
    self.comparison = comparison
    switch value {
    case .string(let text): literal = isInstant ? .instant(Array(text.utf8)) : .text(Array(text.utf8))
    case .int(let number): literal = .int(number)
    default: literal = .other(value)
    }
  }

  func holds(_ json: Span<UInt8>) -> Bool {
    switch literal {
    case .text(let text):
      return StoredText.withUTF8(json) { compare($0, text) } ?? (comparison == .notEqual)
    case .instant(let text):
      return StoredText.withUTF8(json) { stored in
        if stored.count == 24, stored[23] == UInt8(ascii: "Z") { return compare(stored, text) }
        guard let instant = DateText.instant(String(decoding: stored, as: UTF8.self)) else {
          return compare(stored, text)
        }
        return Array(instant.description.utf8).withUnsafeBufferPointer { compare($0, text) }
      } ?? (comparison == .notEqual)
    case .int(let number):
      guard let stored = Self.integer(json) else { return decoded(json).holds(comparison, .int(number)) }
      return comparison.holds(ValueOrder(stored, number))
    case .other(let value): return decoded(json).holds(comparison, value)
    }
  }

  /// The same for a text that is not JSON, such as an id.
  func holds(text: Span<UInt8>) -> Bool {
    switch literal {
    case .text(let literal), .instant(let literal):
      text.withUnsafeBufferPointer { compare($0, literal) }
    case .int, .other: comparison == .notEqual
    }
  }

  private func decoded(_ json: Span<UInt8>) -> JSONValue { JSONParser.parse(accepted: json) }

  @inline(__always)
  private func compare(_ stored: UnsafeBufferPointer<UInt8>, _ text: [UInt8]) -> Bool {
    if comparison == .equal, stored.count != text.count { return false }
    return text.withUnsafeBufferPointer { comparison.holds(ValueOrder(stored, $0)) }
  }

  /// An integer of up to 18 digits; nil for anything else.
  static func integer(_ json: Span<UInt8>) -> Int64? {
    guard !json.isEmpty else { return nil }
    let isNegative = json[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard json.count > start, json.count - start <= 18 else { return nil }
    var value: Int64 = 0
    for index in start..<json.count {
      guard isDigit(json[index]) else { return nil }
      value = value * 10 + Int64(json[index] - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }
}

/// The values of a list condition: texts sorted by their bytes, so that a long list costs little.
struct ValueList {
  private var texts: [[UInt8]] = []
  private var others: [JSONValue] = []

  init(_ values: [JSONValue]) {
    for value in values {
      if case .string(let text) = value { texts.append(Array(text.utf8)) } else { others.append(value) }
    }
    texts.sort { $0.lexicographicallyPrecedes($1) }
  }

  func contains(_ value: JSONValue) -> Bool {
    guard case .string(var text) = value else { return others.contains { value.holds(.equal, $0) } }
    return text.withUTF8 { contains(text: $0) }
  }

  func contains(_ json: Span<UInt8>) -> Bool {
    if let found = StoredText.withUTF8(json, { contains(text: $0) }) { return found }
    if others.isEmpty { return false }
    let value = JSONParser.parse(accepted: json)
    return others.contains { value.holds(.equal, $0) }
  }

  func contains(text: UnsafeBufferPointer<UInt8>) -> Bool {
    var (low, high) = (0, texts.count)
    while low < high {
      let middle = (low + high) / 2
      switch texts[middle].withUnsafeBufferPointer({ ValueOrder($0, text) }) {
      case .equal: return true
      case .less: low = middle + 1
      case .greater: high = middle
      }
    }
    return false
  }
}
