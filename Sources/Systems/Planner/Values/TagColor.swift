public import Daybook

/// `#RRGGBB`.
public enum TagColor {
  /// A grey.
  public static let unwritten = "#8E8E93"

  /// Whether a text is `#` and six hexadecimal digits, in upper or lower case.
  public static func isOne(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#") && digits(text.dropFirst()) != nil
  }

  /// The same colour as it is stored, from forms such as `ff5733` and `#F53`; nil for other texts.
  public static func normalized(_ text: String) -> String? {
    let text = KeyNormalizer.trimmed.normalized(text)
    guard let digits = digits(text.hasPrefix("#") ? text.dropFirst() : text[...]) else { return nil }
    switch digits.count {
    case 3: return "#" + digits.map { "\($0)\($0)" }.joined()
    case 6: return "#" + digits
    default: return nil
    }
  }

  /// A value of version 1; a text that is not a colour stays as it is.
  public static func upcast(_ value: JSONValue) -> JSONValue {
    value.string.flatMap { normalized($0) }.map { .string($0) } ?? value
  }

  private static func digits(_ text: Substring) -> String? {
    let isHexadecimal = text.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
        UInt8(ascii: "A")...UInt8(ascii: "F"):
        true
      default: false
      }
    }
    return isHexadecimal ? text.uppercased() : nil
  }
}
