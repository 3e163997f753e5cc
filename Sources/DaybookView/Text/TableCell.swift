/// A text as a cell of a table that a spreadsheet may open: it would run one that begins with certain signs as a formula
/// (OWASP, "CSV Injection"). Whatever writes or reads tables uses this one set, so that what goes out comes in again.
public enum TableCell {
  /// Before the text, where it begins with a sign.
  private static let mark: Unicode.Scalar = "'"

  /// Some spreadsheets take the full-width forms for the others, and pass line ends over.
  package static let signs: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{ff1d}", "\u{ff0b}", "\u{ff0d}", "\u{ff20}",
  ]

  /// The text with an apostrophe before it where it begins with a sign, or with an apostrophe, so that the one put there
  /// can be told from its own.
  public static func guarded(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, isTold(first) else { return text }
    return String(mark) + text
  }

  /// The text that was ``guarded(_:)``.
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
    // By scalars: a mark with an accent upon it is one still.
    for scalar in content.unicodeScalars {
      if scalar == "\"" { quoted += "\"\"" } else { quoted.unicodeScalars.append(scalar) }
    }
    return quoted + "\""
  }

  private static func isTold(_ scalar: Unicode.Scalar) -> Bool { scalar == mark || signs.contains(scalar) }
}
