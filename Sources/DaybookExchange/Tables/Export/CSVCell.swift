// Cells of a CSV file (RFC 4180) that a spreadsheet does not take for formulas: what opens such a file runs cells that
// begin with = + - @ TAB or CR (OWASP, "CSV injection").

/// What is written for a value. Reading takes the guard away again.
package enum CSVCell {
  /// The characters after which a spreadsheet may see more than text, and the one that guards against it.
  private static let guarded: Set<UInt8> = [
    UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0d, UInt8(ascii: "'"),
  ]

  /// A text as a cell: with an apostrophe before it where it begins with one of those characters, or with an
  /// apostrophe, so that the one put there can be told from its own. An empty text is `""`, which is not nothing.
  package static func text(_ text: String) -> [UInt8] {
    let isGuarded = text.utf8.first.map(guarded.contains) ?? false
    return quoted((isGuarded ? "'" : "") + text, always: text.isEmpty)
  }

  /// What is no text of people's: a number, a time, JSON. Never guarded.
  package static func plain(_ content: String) -> [UInt8] { quoted(content, always: false) }

  private static func quoted(_ content: String, always: Bool) -> [UInt8] {
    let isQuoted =
      always
      || content.utf8.contains { byte in
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0a || byte == 0x0d
      } || content.utf8.first == 0x20 || content.utf8.last == 0x20
    guard isQuoted else { return Array(content.utf8) }
    return [UInt8(ascii: "\"")] + Array(content.replacing("\"", with: "\"\"").utf8) + [UInt8(ascii: "\"")]
  }
}
