/// A text as a cell of a table that a spreadsheet may open: the spreadsheet would run a text that begins with certain
/// characters as a formula (OWASP, "CSV Injection"). All code that writes or reads tables uses this one set, so that
/// exported texts can be imported again.
public enum TableCell {
  /// Put before a text that begins with such a character.
  private static let mark: Unicode.Scalar = "'"

  /// Some spreadsheets treat the full-width forms like the others, and ignore line ends.
  package static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
  ]

  /// The text with an apostrophe before it if it begins with such a character, or with an apostrophe, so that an added
  /// apostrophe can be distinguished from the text's own.
  public static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, isTold(first) else { return text }
    return String(mark) + text
  }

  /// The text before ``guarded(_:)``.
  public static func bare(_ cell: String) -> String {
    let scalars = cell.unicodeScalars
    guard scalars.first == mark, let second = scalars.dropFirst().first, isTold(second) else { return cell }
    return String(scalars.dropFirst())
  }

  /// A cell (RFC 4180): in quotation marks where it holds what separates cells or rows, or has spaces at its ends.
  public static func quoted(_ content: String, always: Bool = false) -> String {
    let needsQuotes = content.utf8.contains { [0x22, 0x2c, 0x0a, 0x0d].contains($0) }
    guard always || needsQuotes || content.utf8.first == 0x20 || content.utf8.last == 0x20 else {
      return content
    }
    var quoted = "\""
    // By scalars: a character with an accent on it still counts.
    for scalar in content.unicodeScalars {
      if scalar == "\"" { quoted += "\"\"" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }

  private static func isTold(_ scalar: Unicode.Scalar) -> Bool { scalar == mark || signs.contains(scalar) }
}
