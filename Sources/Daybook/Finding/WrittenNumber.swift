/// Numbers as spreadsheets and devices write them: `1,234.5`, `1.234,5`, `1 234,5`, `1'234.5`.
public enum WrittenNumber {
  /// The mark before a number's fraction; the raw value is the mark itself.
  public enum Decimal: String, Sendable, CaseIterable {
    /// `1,234.5`
    case point = "."
    /// `1.234,5`
    case comma = ","
  }

  /// What a written number shows about its decimal mark.
  public enum Hint: Sendable, Equatable {
    /// The text is a number only with this mark.
    case point, comma
    /// `1,234` and `1.234` may be a thousand or a fraction.
    case either
    /// There is no mark in it.
    case none
  }

  /// The number with a decimal point, ready to be parsed as an integer or a fraction; nil for what is not a number.
  public static func plain(_ text: String, decimal: Decimal) -> String? {
    let text = trimmed(text)
    guard let parts = parts(text) else { return nil }
    let mark = UInt8(ascii: decimal == .point ? "." : ",")
    let other = UInt8(ascii: decimal == .point ? "," : ".")
    let pieces = parts.digits.split(separator: mark, omittingEmptySubsequences: false)
    guard pieces.count <= 2 else { return nil }
    let whole = pieces[0].split(omittingEmptySubsequences: false) { $0 == other || isGroupMark($0) }
    guard isGrouped(whole) else { return nil }
    let fraction = pieces.count == 2 ? Array(pieces[1]) : []
    guard fraction.allSatisfy(isDigit), !whole.joined().isEmpty || !fraction.isEmpty else { return nil }
    var plain = parts.isNegative ? "-" : ""
    plain += whole.joined().isEmpty ? "0" : String(decoding: whole.joined(), as: UTF8.self)
    if !fraction.isEmpty { plain += "." + String(decoding: fraction, as: UTF8.self) }
    return plain + parts.exponent
  }

  /// What a number shows about its mark; nil for a text that is not a number with either mark.
  public static func hint(_ text: String) -> Hint? {
    let text = trimmed(text)
    let (asPoint, asComma) = (plain(text, decimal: .point), plain(text, decimal: .comma))
    switch (asPoint, asComma) {
    case (nil, nil): return nil
    case (_?, nil): return .point
    case (nil, _?): return .comma
    case (let point?, let comma?): return point == comma ? Hint.none : .either
    }
  }

  private struct Parts {
    var isNegative: Bool
    var digits: [UInt8]
    /// Such as `e-3`; empty for most.
    var exponent: String
  }

  private static func parts(_ text: String) -> Parts? {
    var bytes = Array(text.utf8)[...]
    // U+2212, which tables for people have.
    let isMinus = text.unicodeScalars.first == "\u{2212}"
    if isMinus { bytes = bytes.dropFirst(3) }
    let sign = bytes.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
    guard bytes.count <= 64, bytes.first.map({ isDigit($0) || $0 == 0x2e || $0 == 0x2c }) ?? false else {
      return nil
    }
    var exponent = ""
    if let mark = bytes.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      let power = String(decoding: bytes[(mark + 1)...], as: UTF8.self)
      guard let value = Int(power), (-400...400).contains(value) else { return nil }
      exponent = "e\(value)"
      bytes = bytes[..<mark]
    }
    return Parts(isNegative: isMinus || sign == UInt8(ascii: "-"), digits: Array(bytes), exponent: exponent)
  }

  /// Either one group, or groups as in 1 234 567: one to three digits, then three each.
  private static func isGrouped(_ pieces: [ArraySlice<UInt8>]) -> Bool {
    guard pieces.allSatisfy({ $0.allSatisfy(isDigit) }) else { return false }
    guard pieces.count > 1 else { return true }
    // No number with grouped digits begins with 0, as in 0,001.
    return (1...3).contains(pieces[0].count) && pieces[0].first != UInt8(ascii: "0")
      && pieces.dropFirst().allSatisfy { $0.count == 3 }
  }

  /// Spaces of any width are one sign here.
  private static func trimmed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{a0}", "\u{202f}", "\u{2009}", "\u{2007}", "\t": scalars.append(" ")
      case "\u{2019}": scalars.append("'")
      default: scalars.append(scalar)
      }
    }
    let text = scalars.drop { $0 == " " }
    let end = text.lastIndex { $0 != " " }.map { text.index(after: $0) } ?? text.startIndex
    return String(text[..<end])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
  private static func isGroupMark(_ byte: UInt8) -> Bool { byte == 0x20 || byte == UInt8(ascii: "'") }
}
