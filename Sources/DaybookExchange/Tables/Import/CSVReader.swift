import Daybook
import DaybookText

/// Rows of comma-separated values (RFC 4180) as programs write them: any separator of one byte, any line end,
/// UTF-8, UTF-16 or windows-1252. Memory is one chunk and one row, whatever the file holds.
struct CSVReader {
  /// Of one row.
  static let rowBytesMax = 1 << 20
  static let cellsMax = 16_384
  /// With this many rows with broken quotation marks, the file has another format.
  static let brokenQuotesMax = 1000

  private let separator: UInt8
  private var text: TextBytes
  /// From the beginning of the row on, so that an unclosed quotation mark affects only its own line.
  private var buffer: [UInt8] = []
  private var position = 0
  private var line = 1
  private var row: (start: Int, line: Int) = (0, 1)
  private var isAtEnd = false
  private var brokenQuotes = 0
  /// Whether the row is too long, and its beginning is dropped.
  private var isTooLong = false

  private static let quote = UInt8(ascii: "\"")

  /// `read` gives the next bytes, and none at the end.
  init(separator: UInt8, read: @escaping () throws -> [UInt8]) {
    (self.separator, text) = (separator, TextBytes(read))
  }

  init(_ bytes: [UInt8], separator: UInt8) {
    var rest: [UInt8]? = bytes
    self.init(separator: separator) {
      defer { rest = nil }
      return rest ?? []
    }
  }

  /// The next row that is not blank; nil at the end.
  /// - Throws: what `read` throws; ``LedgerError`` where nearly every row is broken.
  mutating func next() throws -> CSVStep? {
    while try byte() != nil {
      row = (position, line)
      isTooLong = false
      let step = try readRow()
      if case .row(let row) = step, row.isBlank { continue }
      return step
    }
    return nil
  }

  private mutating func readRow() throws -> CSVStep {
    var cells: [CSVRow.Cell] = []
    while true {
      let column = cells.count + 1
      if try byte() == Self.quote {
        guard let cell = try quoted() else {
          return try broken(column, "a quotation mark is not closed")
        }
        cells.append(cell)
        let next = try byte()
        if next != separator, next != nil, !Self.isLineEnd(next) {
          return try broken(column, "text after the closing quotation mark; double the marks within a cell")
        }
      } else {
        cells.append(try unquoted())
      }
      if isTooLong || position - row.start > Self.rowBytesMax || cells.count > Self.cellsMax {
        try skipLine()
        return .broken(line: row.line, column: column, reason: "the row is too long")
      }
      guard try byte() == separator else {
        try skipLineEnd()
        return .row(CSVRow(line: row.line, cells: cells))
      }
      position += 1
    }
  }

  private mutating func unquoted() throws -> CSVRow.Cell {
    var text: [UInt8] = []
    while let next = try byte(), next != separator, !Self.isLineEnd(next) {
      let end = buffer[position...].firstIndex { $0 == separator || Self.isLineEnd($0) } ?? buffer.count
      // A row that is too long is only skipped.
      if text.count <= Self.rowBytesMax { text += buffer[position..<end] }
      position = end
      if text.count > Self.rowBytesMax {
        isTooLong = true
        forgetRow()
      }
    }
    return CSVRow.Cell(Charset.decode(text))
  }

  /// Nil if the quotation mark is never closed.
  private mutating func quoted() throws -> CSVRow.Cell? {
    position += 1
    var text: [UInt8] = []
    var isAfterReturn = false
    while let next = try byte() {
      if position - row.start > Self.rowBytesMax { return nil }
      if next == Self.quote {
        isAfterReturn = false
        position += 1
        guard try byte() == Self.quote else { return CSVRow.Cell(Charset.decode(text), isQuoted: true) }
        text.append(Self.quote)
        position += 1
        continue
      }
      let end = buffer[position...].firstIndex { $0 == Self.quote } ?? buffer.count
      text += buffer[position..<end]
      line += Self.lineEnds(in: buffer[position..<end], &isAfterReturn)
      position = end
    }
    return nil
  }

  /// Continues after the line in which the row begins: the lines that seemed to be one cell are rows.
  private mutating func broken(_ column: Int, _ reason: String) throws -> CSVStep {
    brokenQuotes += 1
    guard brokenQuotes <= Self.brokenQuotesMax else {
      throw LedgerError(
        .badData, "more than \(Self.brokenQuotesMax) rows have unbalanced quotation marks",
        line: row.line, advice: "name the column separator with --separator")
    }
    (position, line) = row
    try skipLine()
    return .broken(line: row.line, column: column, reason: reason)
  }

  // MARK: Lines

  private mutating func skipLine() throws {
    while let next = try byte(), !Self.isLineEnd(next) {
      position = buffer[position...].firstIndex { Self.isLineEnd($0) } ?? buffer.count
      if position - row.start > Self.rowBytesMax { forgetRow() }
    }
    try skipLineEnd()
  }

  private mutating func skipLineEnd() throws {
    guard let first = try byte(), Self.isLineEnd(first) else { return }
    position += 1
    line += 1
    if first == 0x0d, try byte() == 0x0a { position += 1 }
  }

  private static func isLineEnd(_ byte: UInt8?) -> Bool { byte == 0x0a || byte == 0x0d }

  /// CR LF counts once, also where a chunk ends between the two: `isAfterReturn` says whether the byte before was a CR.
  private static func lineEnds(in bytes: ArraySlice<UInt8>, _ isAfterReturn: inout Bool) -> Int {
    var count = 0
    for byte in bytes {
      if byte == 0x0d || (byte == 0x0a && !isAfterReturn) { count += 1 }
      isAfterReturn = byte == 0x0d
    }
    return count
  }

  // MARK: Bytes

  /// The byte at the position; nil at the end.
  private mutating func byte() throws -> UInt8? {
    while position >= buffer.count {
      guard !isAtEnd else { return nil }
      try fill()
    }
    return buffer[position]
  }

  private mutating func forgetRow() { row.start = position }

  private mutating func fill() throws {
    let dropped = min(row.start, position)
    buffer.removeFirst(dropped)
    position -= dropped
    row.start = 0
    let chunk = try text.next()
    isAtEnd = chunk.isEmpty
    buffer += chunk
  }
}

/// A row of a table as it is in its file.
struct CSVRow: Sendable, Equatable {
  struct Cell: Sendable, Equatable {
    var text: String
    /// Whether it was in quotation marks: an empty quoted cell is an empty text, not null.
    var isQuoted: Bool

    init(_ text: String, isQuoted: Bool = false) { (self.text, self.isQuoted) = (text, isQuoted) }
  }

  /// Where it begins, from 1: a cell in quotation marks may hold further lines.
  var line: Int
  var cells: [Cell]

  init(line: Int, cells: [Cell]) { (self.line, self.cells) = (line, cells) }

  /// Whether it contains only separators and white space.
  var isBlank: Bool { cells.allSatisfy { $0.text.allSatisfy(\.isWhitespace) && !$0.isQuoted } }
}

/// What the next row is.
enum CSVStep: Sendable, Equatable {
  case row(CSVRow)
  /// A row that cannot be read, and why; reading continues after it.
  case broken(line: Int, column: Int, reason: String)
}
