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
