/// Whether JSON text that a ``JSONCursor`` has accepted is canonical as it stands (see ``JSONWriter``), determined
/// without building values. If not, the text must be parsed and written anew.
package enum CanonicalText {
  /// The number of digits that a double always holds exactly, so that its shortest form is the same text.
  private static let exactDigitsMax = 15

  /// A string's text between its quotes: only escapes that have no other form.
  package static func isString(_ string: JSONString, _ bytes: Span<UInt8>) -> Bool {
    guard string.isEscaped else { return true }
    var index = string.range.start
    while index < string.range.end {
      guard bytes[index] == UInt8(ascii: "\\") else {
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
        UInt8(ascii: "r"), UInt8(ascii: "t"):
        index += 2
      default: return false
      }
    }
    return true
  }

  /// A 64-bit integer.
  package static func isInteger(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    var start = range.start
    if start < range.end, bytes[start] == UInt8(ascii: "-") { start += 1 }
    guard start < range.end, range.end - start <= 18, bytes[start] != UInt8(ascii: "0") || range.count == 1
    else { return false }
    for index in start..<range.end where !isDigit(bytes[index]) { return false }
    return true
  }

  /// A number that reads as the same double, with or without a fraction.
  package static func isDouble(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    var index = range.start
    if index < range.end, bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    while index < range.end, isDigit(bytes[index]) { index += 1 }
    if index == range.end { return index - whole <= exactDigitsMax && isInteger(range, bytes) }
    // A number below a ten-millionth is written with an exponent, and so does not occur here.
    guard bytes[index] == UInt8(ascii: "."), range.end - whole - 1 <= exactDigitsMax,
      bytes[range.end - 1] != UInt8(ascii: "0")
    else { return false }
    let point = index
    index += 1
    while index < range.end, isDigit(bytes[index]) { index += 1 }
    guard index == range.end else { return false }
    if bytes[whole] != UInt8(ascii: "0") { return true }
    return point + 1 < range.end && leadingZeros(ByteRange(point + 1, range.end), bytes) < 6
  }

  private static func leadingZeros(_ range: ByteRange, _ bytes: Span<UInt8>) -> Int {
    var count = 0
    while count < range.count, bytes[range.start + count] == UInt8(ascii: "0") { count += 1 }
    return count
  }

  /// Any value, its members ascending and without spaces.
  package static func isValue(_ range: ByteRange, _ bytes: Span<UInt8>) -> Bool {
    var reader = Reader(position: range.start, end: range.end)
    return reader.value(bytes) && reader.position == range.end
  }

  /// Walks accepted text; it stops at the first part that is not canonical.
  private struct Reader {
    var position: Int
    let end: Int

    mutating func value(_ bytes: Span<UInt8>) -> Bool {
      guard position < end else { return false }
      switch bytes[position] {
      case UInt8(ascii: "\""): return string(bytes) != nil
      case UInt8(ascii: "{"): return object(bytes)
      case UInt8(ascii: "["): return array(bytes)
      case UInt8(ascii: "t"), UInt8(ascii: "n"):
        position += 4
        return true
      case UInt8(ascii: "f"):
        position += 5
        return true
      default: return number(bytes)
      }
    }

    mutating func number(_ bytes: Span<UInt8>) -> Bool {
      let start = position
      while position < end, !Self.endsNumber(bytes[position]) { position += 1 }
      let range = ByteRange(start, position)
      return CanonicalText.isInteger(range, bytes) || CanonicalText.isDouble(range, bytes)
    }

    private static func endsNumber(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte <= 0x20
    }

    mutating func string(_ bytes: Span<UInt8>) -> JSONString? {
      let start = position + 1
      var isEscaped = false
      position = start
      while position < end, bytes[position] != UInt8(ascii: "\"") {
        if bytes[position] == UInt8(ascii: "\\") {
          isEscaped = true
          position += 1
        }
        position += 1
      }
      guard position < end else { return nil }
      let string = JSONString(range: ByteRange(start, position), isEscaped: isEscaped)
      position += 1
      return CanonicalText.isString(string, bytes) ? string : nil
    }

    mutating func array(_ bytes: Span<UInt8>) -> Bool {
      position += 1
      if skip(UInt8(ascii: "]"), bytes) { return true }
      while true {
        guard value(bytes) else { return false }
        if skip(UInt8(ascii: "]"), bytes) { return true }
        guard skip(UInt8(ascii: ","), bytes) else { return false }
      }
    }

    mutating func object(_ bytes: Span<UInt8>) -> Bool {
      position += 1
      if skip(UInt8(ascii: "}"), bytes) { return true }
      var last: JSONString?
      while true {
        guard position < end, bytes[position] == UInt8(ascii: "\""), let key = string(bytes), !key.isEscaped
        else { return false }
        if let last, !last.precedes(key, bytes) { return false }
        last = key
        guard skip(UInt8(ascii: ":"), bytes), value(bytes) else { return false }
        if skip(UInt8(ascii: "}"), bytes) { return true }
        guard skip(UInt8(ascii: ","), bytes) else { return false }
      }
    }

    private mutating func skip(_ byte: UInt8, _ bytes: Span<UInt8>) -> Bool {
      guard position < end, bytes[position] == byte else { return false }
      position += 1
      return true
    }
  }
}
