// Cells of a CSV file (RFC 4180) that a spreadsheet does not take for formulas.

import DaybookView

/// What is written for a value. Reading takes the guard away again.
enum CSVCell {
  /// A text as a cell, guarded. An empty text is `""`, which is not nothing.
  static func text(_ text: String) -> [UInt8] {
    Array(TableCell.quoted(TableCell.guarded(text), always: text.isEmpty).utf8)
  }

  /// What is not text that people wrote: a number, a time, JSON. Never guarded.
  static func plain(_ content: String) -> [UInt8] { Array(TableCell.quoted(content).utf8) }
}
