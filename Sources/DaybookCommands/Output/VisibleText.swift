// The content of a file or an event never reaches a terminal as it is: a control character may move the
// cursor or rename the window, and a bidirectional override may show one text for another. Here such
// characters are made visible.

import DaybookText

package enum VisibleText {
  /// `text` on one line, with everything that a terminal would act on, or that hides what is written,
  /// as `\n`, `\t`, `\u001b`, `\u202e`.
  package static func escape(_ text: String) -> String {
    guard needsEscape(text) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) { result += escaped(scalar) } else { result.unicodeScalars.append(scalar) }
    }
    return result
  }

  /// The lines of a text, each escaped; a tab advances to the next multiple of four columns.
  static func lines(_ text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
      escape(spaced(String($0))) + "\n"
    }.joined()
  }

  private static func spaced(_ line: String) -> String {
    guard line.utf8.contains(UInt8(ascii: "\t")) else { return line }
    var spaced = ""
    for character in line {
      if character == "\t" {
        spaced += String(repeating: " ", count: tabWidth - spaced.count % tabWidth)
      } else {
        spaced.append(character)
      }
    }
    return spaced
  }

  private static let tabWidth = 4

  /// Whether `escape` would change it. Plain ASCII is decided byte by byte.
  package static func needsEscape(_ text: String) -> Bool {
    var isPlain = true
    for byte in text.utf8 where byte < 0x20 || byte >= 0x7f {
      isPlain = false
      break
    }
    return !isPlain && text.unicodeScalars.contains(where: isUnsafe)
  }

  /// See ``Swift/Unicode/Scalar/isUnseen``.
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool { scalar.isUnseen }

  /// One scalar in JSON's notation, which a JSON parser reads back.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: UTF16.encode(scalar).map { $0.map { "\\u" + hexadecimal($0) }.joined() } ?? "\\ufffd"
    }
  }

  private static func hexadecimal(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}

/// Command lines that can be copied into a shell.
enum ShellText {
  /// `daybook` with these arguments, each quoted where a shell would read it otherwise.
  static func command(_ arguments: [String]) -> String {
    (["daybook"] + arguments.map(quoted)).joined(separator: " ")
  }

  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    // Only this form can show control characters and others that a terminal would hide; bash, zsh and ksh read it.
    if text.unicodeScalars.contains(where: VisibleText.isUnsafe) {
      let escaped = text.utf8.map { byte -> String in
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
        case 0x20..<0x7f: String(UnicodeScalar(byte))
        default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      }
      return "$'\(escaped.joined())'"
    }
    return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#)
      + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: ",.:_@/+-".utf8.contains(byte)
    }
  }
}
