/// Base64 (RFC 4648, 4) with one text for each value: padded, no white space, unused bits zero. Foundation's decoder
/// accepts several texts for one value, so one value could have two different lines.
public enum Base64 {
  /// Appends the padded text of the bytes to `text`.
  public static func write(_ bytes: some Sequence<UInt8>, to text: inout [UInt8]) {
    var group: UInt32 = 0
    var count = 0
    for byte in bytes {
      group = group << 8 | UInt32(byte)
      count += 1
      if count == 3 {
        for shift in [18, 12, 6, 0] as [UInt32] { text.append(digit(group >> shift & 63)) }
        (group, count) = (0, 0)
      }
    }
    let pad = UInt8(ascii: "=")
    if count == 1 {
      text += [digit(group >> 2), digit(group << 4 & 63), pad, pad]
    } else if count == 2 {
      text += [digit(group >> 10), digit(group >> 4 & 63), digit(group << 2 & 63), pad]
    }
  }

  /// The padded text: four characters for each three bytes or part of them.
  public static func text(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    write(bytes, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text in its one form; nil for any other text, such as one without padding. Empty for an empty text.
  public static func bytes(_ text: some Collection<UInt8>) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    var digits = 0
    for character in text {
      guard let value = value(character) else { break }
      group = group << 6 | value
      (bits, digits) = (bits + 6, digits + 1)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        group &= 1 << bits - 1
      }
    }
    let padding = text.dropFirst(digits)
    guard group == 0, padding.count <= 2, padding.allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
    return bytes
  }

  /// The same of a string.
  public static func bytes(_ text: String) -> [UInt8]? { bytes(Array(text.utf8)) }

  /// The character for a value below 64.
  public static func digit(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: UInt8(ascii: "+")
    default: UInt8(ascii: "/")
    }
  }

  private static func value(_ digit: UInt8) -> UInt32? {
    switch digit {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
