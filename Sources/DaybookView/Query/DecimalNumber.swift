import DaybookModel

/// A JSON number as its digits, to compare numbers that neither 64-bit integers nor doubles can hold.
struct DecimalNumber {
  private var isNegative: Bool
  /// Without zeros at either end; the number is 0.d1d2d3… × 10^point.
  private var digits: [UInt8] = []
  private var point = 0

  /// Nil for what is not a number.
  init?(_ value: JSONValue) {
    let text: String
    switch value {
    case .number(let written): text = written
    case .int, .double: text = value.description
    default: return nil
    }
    let parts = text.lowercased().split(separator: "e", maxSplits: 1)
    let mantissa = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    isNegative = text.hasPrefix("-")
    let whole = (mantissa.first ?? "").utf8.filter(isDigit)
    let all = whole + (mantissa.count > 1 ? mantissa[1].utf8.filter(isDigit) : [])
    let zero = UInt8(ascii: "0")
    digits = Array(all.drop { $0 == zero })
    point = whole.count - (all.count - digits.count)
    while digits.last == zero { digits.removeLast() }
    if parts.count > 1 {
      // Of any length, but a number that a ledger holds is not beyond these bounds.
      point += min(max(Int(parts[1].drop { $0 == "+" }) ?? .max, -1 << 40), 1 << 40)
    }
    if digits.isEmpty { (isNegative, point) = (false, 0) }
  }

  func order(to other: DecimalNumber) -> ValueOrder {
    if isNegative != other.isNegative { return isNegative ? .less : .greater }
    return magnitudeOrder(to: other).turned(isNegative)
  }

  private func magnitudeOrder(to other: DecimalNumber) -> ValueOrder {
    if digits.isEmpty || other.digits.isEmpty { return ValueOrder(digits.count, other.digits.count) }
    if point != other.point { return ValueOrder(point, other.point) }
    return digits.lexicographicallyPrecedes(other.digits)
      ? .less : digits == other.digits ? .equal : .greater
  }
}

extension ValueOrder {
  fileprivate func turned(_ turns: Bool) -> ValueOrder { turns ? reversed : self }
}
