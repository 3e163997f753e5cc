/// A row of a table as it stands in its file.
struct CSVRow: Sendable, Equatable {
  struct Cell: Sendable, Equatable {
    var text: String
    /// It stood in quotation marks: an empty one is an empty text, and not nothing.
    var isQuoted: Bool

    init(_ text: String, isQuoted: Bool = false) { (self.text, self.isQuoted) = (text, isQuoted) }
  }

  /// Where it begins, from 1: a cell in quotation marks may hold further lines.
  var line: Int
  var cells: [Cell]

  init(line: Int, cells: [Cell]) { (self.line, self.cells) = (line, cells) }

  /// Nothing but separators and white space.
  var isBlank: Bool { cells.allSatisfy { $0.text.allSatisfy(\.isWhitespace) && !$0.isQuoted } }
}

/// What the next row is.
enum CSVStep: Sendable, Equatable {
  case row(CSVRow)
  /// A row that cannot be read, and why; reading goes on behind it.
  case broken(line: Int, column: Int, reason: String)
}
