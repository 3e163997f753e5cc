import Daybook

/// Facts that only all cells of a column together show: which number of `03/04/2026` is the
/// month, and whether `1,234` is a thousand.
struct ColumnSurvey: Sendable {
  var header: String
  /// The first few that differ, for the user who is asked what the column is.
  private(set) var examples: [String] = []
  private var hasDayFirst = true
  private var hasMonthFirst = true
  private var hasNumberedDays = false
  private var hasDots = false
  /// Whether some day depends on the order in which it is read.
  private var differs = false
  private var numberHints: Set<WrittenNumber.Hint> = []
  private var hasSerials = false
  private var hasOthers = false
  /// Some cell has a time of day, and no zone.
  private(set) var hasLocalTimes = false

  init(header: String) { self.header = header }

  static let examplesMax = 3

  mutating func take(_ cell: String) {
    guard !cell.allSatisfy(\.isWhitespace) else { return }
    if examples.count < Self.examplesMax, !examples.contains(cell) { examples.append(cell) }
    if let hint = WrittenNumber.hint(Self.bare(cell)) { numberHints.insert(hint) }
    if let serial = WrittenMoment(serial: cell) {
      hasSerials = true
      if serial.timeOfDay != nil { hasLocalTimes = true }
      return
    }
    hasOthers = true
    let moment = WrittenMoment(cell)
    if moment?.timeOfDay ?? 0 != 0, moment?.offset == nil { hasLocalTimes = true }
    guard case .numbers(let first, let second, _, let mark)? = moment?.day else { return }
    hasNumberedDays = true
    if first != second { differs = true }
    if mark == UInt8(ascii: ".") { hasDots = true }
    if second > 12 { hasDayFirst = false }
    if first > 12 { hasMonthFirst = false }
  }

  /// Whether its days are serial numbers, as in spreadsheets: each of its cells is one.
  var isSerial: Bool { hasSerials && !hasOthers }

  /// A number without its unit.
  private static func bare(_ cell: String) -> String {
    guard let first = cell.firstIndex(where: \.isNumber), let last = cell.lastIndex(where: \.isNumber) else {
      return cell
    }
    let hasUnit = (cell[..<first] + cell[cell.index(after: last)...]).contains {
      $0.isLetter || $0.isCurrencySymbol
    }
    return hasUnit ? String(cell[first...last]) : cell
  }

  /// Nil where both orders fit and it makes a difference.
  var order: WrittenMoment.Order? {
    guard hasNumberedDays, differs else { return .dayFirst }
    // Nobody writes points with the month first.
    if hasDots || !hasMonthFirst { return .dayFirst }
    return hasDayFirst ? nil : .monthFirst
  }

  /// The mark that some number of the column must have; nil where none says.
  var decimal: WrittenNumber.Decimal? {
    switch (numberHints.contains(.point), numberHints.contains(.comma)) {
    case (true, false): .point
    case (false, true): .comma
    default: nil
    }
  }

  /// Whether its numbers can be read in both ways.
  var isOpenToDecimal: Bool { decimal == nil && numberHints.contains(.either) }
}

/// The header of a table, its separator, and the survey of its columns, from a bounded sample of the file.
struct TableSurvey: Sendable {
  var separator: UInt8
  /// Where the header stands.
  var headerLine: Int
  var columns: [ColumnSurvey]
  /// The sample is all of the file.
  var isWhole: Bool

  static let sampleBytesMax = 8 << 20

  /// - Throws: why the file is not a table.
  init(sample: [UInt8], separator given: UInt8? = nil) throws(TableProblem) {
    isWhole = sample.count < Self.sampleBytesMax
    separator = given ?? CSVDialect.separator(of: sample)
    var reader = CSVReader(sample, separator: separator)
    do {
      guard case .row(let header)? = try TableSurvey.header(&reader) else {
        throw TableProblem(line: 1, reason: "there is no header: the first row names the columns")
      }
      headerLine = header.line
      columns = header.cells.map { ColumnSurvey(header: HeaderName.tidy($0.text)) }
      while let step = try reader.next() {
        guard case .row(let row) = step else { continue }
        for (index, cell) in row.cells.prefix(columns.count).enumerated() { columns[index].take(cell.text) }
      }
    } catch let problem as TableProblem {
      throw problem
    } catch {
      throw TableProblem(line: 1, reason: "\(error)")
    }
    let named = columns.map(\.header).filter { !$0.isEmpty }
    var met: Set<String> = []
    if let twice = named.first(where: { !met.insert($0).inserted }) {
      throw TableProblem(line: headerLine, reason: "two columns are called '\(twice)'")
    }
    if named.isEmpty { throw TableProblem(line: headerLine, reason: "no column has a name") }
  }

  /// The first row but one that names the separator.
  static func header(_ reader: inout CSVReader) throws -> CSVStep? {
    let first = try reader.next()
    if case .row(let row)? = first, CSVDialect.isDeclaration(row) { return try reader.next() }
    return first
  }

  var headers: [String] { columns.map(\.header) }

  /// Whether a column's name has controls, as names that people write have not.
  var hasControls: Bool {
    columns.contains { $0.header.unicodeScalars.contains { $0.properties.generalCategory == .control } }
  }
}

/// Why a table, or a row of it, cannot be imported.
struct TableProblem: Error, Equatable {
  var line: Int
  var reason: String
}
