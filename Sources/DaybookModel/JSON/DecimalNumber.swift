/// The number that a JSON number's canonical text says, for comparing: a double is its shortest form, as it is written.
/// So integers, doubles and numbers kept as written are in one order.
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

  /// Nil of what is not finite.
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

  /// Nil of other values than numbers.
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
