/// What single bytes of ASCII text mean.
public enum ASCII {
  /// Whether a byte is one of `0` to `9`.
  public static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// 0 to 15 for a hexadecimal digit of either case; nil for any other byte.
  public static func hexValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte - UInt8(ascii: "0") }
    let letter = (byte | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}
