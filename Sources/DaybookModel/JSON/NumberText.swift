/// Numbers as texts: checks whether a double equals the number that was written. An integer of more than 64 bits or a
/// decimal with many digits is kept as its text instead of becoming another number.
public enum NumberText {
  /// Whether the shortest form of `value` is exactly the number in `text`, which must be a JSON number.
  public static func isExact(_ text: String, _ value: Double) -> Bool {
    guard value.isFinite else { return false }
    let written = digits(text)
    guard value != 0 else { return written.digits.isEmpty }
    let (digits, point) = value.magnitude.shortestDigits
    return written.digits == digits[...] && written.point == point
  }

  /// Whether a number has neither a fraction nor an exponent.
  public static func isWhole(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
  }

  /// The digits without zeros at either end; the number is 0.d1d2d3… × 10^point.
  static func digits(_ text: String) -> (digits: ArraySlice<UInt8>, point: Int) {
    var digits: [UInt8] = []
    var (point, exponent, hasPoint) = (0, 0, false)
    for (place, byte) in text.utf8.enumerated() {
      if byte | 0x20 == UInt8(ascii: "e") {
        // Only a zero can have an exponent beyond these bounds.
        let found = Int(text.utf8.dropFirst(place + 1).withoutPlus) ?? .max
        exponent = min(max(found, -1 << 40), 1 << 40)
        break
      }
      if byte == UInt8(ascii: ".") { hasPoint = true }
      guard isDigit(byte) else { continue }
      digits.append(byte)
      if !hasPoint { point += 1 }
    }
    let zero = UInt8(ascii: "0")
    let leading = digits.prefix { $0 == zero }.count
    var rest = digits[leading...]
    while rest.last == zero { rest.removeLast() }
    return (rest, point - leading + exponent)
  }
}

extension Substring.UTF8View {
  fileprivate var withoutPlus: String {
    String(decoding: first == UInt8(ascii: "+") ? dropFirst() : self, as: UTF8.self)
  }
}

/// The value of a JSON number's canonical text, for comparison: a double counts as its shortest form, as it is written.
/// So integers, doubles and numbers kept as written have one order.
package struct DecimalNumber: Comparable {
  private var isNegative = false
  /// ASCII digits without zeros at either end: the number is 0.d1d2d3… × 10^point, and zero has none.
  private var digits: ArraySlice<UInt8>
  private var point: Int

  /// - Parameter text: a JSON number.
  package init(_ text: String) {
    (digits, point) = NumberText.digits(text)
    isNegative = text.utf8.first == UInt8(ascii: "-") && !digits.isEmpty
  }

  package init(_ value: Int64) { self.init(String(value)) }

  /// Nil for a value that is not finite.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    guard value != 0 else {
      (digits, point) = ([], 0)
      return
    }
    let (digits, point) = value.magnitude.shortestDigits
    (self.digits, self.point) = (digits[...], point)
    isNegative = value < 0
  }

  /// Nil for values other than numbers.
  package init?(_ value: JSONValue) {
    switch value {
    case .int(let value): self.init(value)
    case .double(let value): self.init(value)
    case .number(let text): self.init(text)
    default: return nil
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.isNegative != right.isNegative { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.digits == right.digits
      && (left.digits.isEmpty || left.isNegative == right.isNegative && left.point == right.point)
  }

  private func isSmaller(than other: Self) -> Bool {
    if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
    if point != other.point { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}
