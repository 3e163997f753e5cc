// The lines that vCard (RFC 6350) and iCalendar (RFC 5545) are written in.

/// A growing text of content lines: each ends with CR LF and is folded at 75 bytes, never within a character's code
/// point.
public struct ContentLines {
  /// The folded lines written so far.
  public private(set) var bytes: [UInt8] = []

  private static let lineBytesMax = 75

  public init() {}

  /// What was written since the last time.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// `NAME;PARAMETER=value:value`. Characters that a line must not contain are left out: controls except the tab.
  public mutating func add(_ line: String) {
    var length = 0
    for scalar in line.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7f || scalar == "\t" {
      let width = UTF8.width(scalar)
      if length + width > Self.lineBytesMax {
        bytes.append(contentsOf: [0x0d, 0x0a, 0x20])
        length = 1
      }
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      length += width
    }
    bytes.append(contentsOf: [0x0d, 0x0a])
  }

  /// A value of type TEXT: separators are escaped, and every line end is `\n`.
  public static func escaped(_ text: String) -> String {
    var output = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      switch scalar {
      case "\\", ";", ",":
        output.append("\\")
        output.append(scalar)
      case "\n" where isAfterReturn: break
      case "\n", "\r": output.append(contentsOf: "\\n".unicodeScalars)
      default: output.append(scalar)
      }
    }
    return String(output)
  }

  /// A value of type TEXT with its escapes undone; other backslashes stay. `isOld`: in vCard 2.1, a backslash escapes
  /// only separators, and `\n` is literal.
  public static func unescaped(_ text: String, isOld: Bool = false) -> String {
    unescaped(text, by: "\\") { scalar in
      switch scalar {
      case "n", "N": isOld ? nil : "\n"
      case "\\", ";", ",", ":", "\"": scalar
      default: nil
      }
    }
  }

  /// A parameter's value with RFC 6868's carets undone: `^n` is a line feed, `^'` a quote, `^^` a caret.
  public static func unescapedParameter(_ text: String) -> String {
    unescaped(text, by: "^") { scalar in
      switch scalar {
      case "n": "\n"
      case "'": "\""
      case "^": "^"
      default: nil
      }
    }
  }

  /// `meaning` returns the replacement for the mark and the scalar after it; nil if they are not an escape.
  private static func unescaped(
    _ text: String, by mark: Unicode.Scalar, _ meaning: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> String {
    guard text.unicodeScalars.contains(mark) else { return text }
    var output = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isEscaped, scalar == mark {
        isEscaped = true
      } else {
        let meant = isEscaped ? meaning(scalar) : scalar
        if meant == nil { output.append(mark) }
        output.append(meant ?? scalar)
        isEscaped = false
      }
    }
    if isEscaped { output.append(mark) }
    return String(output)
  }

  /// A parameter's value, in quotes where it needs them, with RFC 6868's carets for what quotes cannot hold.
  public static func parameter(_ text: String) -> String {
    var output = ""
    var needsQuotes = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "^": output += "^^"
      case "\"": output += "^'"
      case "\n": output += "^n"
      case ":", ";", ",":
        needsQuotes = true
        output.unicodeScalars.append(scalar)
      case "\t": output.unicodeScalars.append(scalar)
      default: if scalar.value >= 0x20, scalar.value != 0x7f { output.unicodeScalars.append(scalar) }
      }
    }
    return needsQuotes ? "\"\(output)\"" : output
  }
}
