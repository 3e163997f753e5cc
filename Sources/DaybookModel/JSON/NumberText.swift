/// Numbers as texts: whether a double equals the number that was written. An integer of more than 64 bits or a
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
