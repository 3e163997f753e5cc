/// One writer on one machine: the first 64 bits of the SHA-256 of its public key, so that nobody
/// can write as another. As text, 16 lower-case hex digits.
public struct ReplicaID: Hashable, Comparable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) { self.rawValue = rawValue }

  public static func < (left: ReplicaID, right: ReplicaID) -> Bool { left.rawValue < right.rawValue }
}

extension ReplicaID: LosslessStringConvertible, CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    bytes.append(hexadecimal: rawValue, width: 16)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads 16 lower-case hex digits; nil for any other text.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    guard bytes.count == 16, let value = bytes.span.hexadecimal(at: 0, width: 16) else { return nil }
    rawValue = value
  }
}

extension [UInt8] {
  /// `value` in `width` lower-case hexadecimal digits.
  package mutating func append(hexadecimal value: UInt64, width: Int) {
    for digit in stride(from: width - 1, through: 0, by: -1) {
      append(hexDigit(UInt8(truncatingIfNeeded: value >> UInt64(digit * 4) & 15)))
    }
  }
}

extension Span<UInt8> {
  /// `width` lower-case hexadecimal digits at `start`; nil if one is not a digit.
  package func hexadecimal(at start: Int, width: Int) -> UInt64? {
    var value: UInt64 = 0
    for index in start..<start + width {
      let byte = self[index]
      guard let digit = hexValue(byte), byte < UInt8(ascii: "A") || byte > UInt8(ascii: "F") else {
        return nil
      }
      value = value << 4 | UInt64(digit)
    }
    return value
  }
}
