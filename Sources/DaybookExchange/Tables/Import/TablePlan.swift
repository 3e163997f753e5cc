import Daybook
import DaybookModel
import DaybookView

/// A table's mapping, prepared for reading: for each column, what its cells become.
struct TablePlan {
  var schema: KindSchema
  /// What the columns are, in the file's order, by the first of those that are one field together.
  var cells: [PlannedCell]
  /// The column that holds ids, where the export of a ledger wrote it.
  var idColumn: Int?
  /// The columns that together name a row; empty if its content identifies it.
  var keyColumns: [Int]
  /// Values for every row, such as its record.
  var constants: JSONObject
  /// The columns of an export that are not fields in this version.
  var unknown: [String] = []
  /// The mapping to keep with the first row; nil if the header needs none.
  var kept: TableMapping?

  /// The export of a ledger marks its tables with `_id`; the others of its columns are about the row.
  static let idName = "_id"
  static func isMetadata(_ column: String) -> Bool { Row.lineMembers.contains(column) }
}

/// The columns of the file that make a value, and how.
struct PlannedCell {
  var columns: [Int]
  var converter: CellConverter

  /// What a row has there: of several columns the cells that are not empty, in their order.
  func cell(_ row: CSVRow) -> CSVRow.Cell {
    let cells = columns.map { row.cells.indices.contains($0) ? row.cells[$0] : CSVRow.Cell("") }
    if cells.count == 1 { return cells[0] }
    let texts = cells.map { KeyNormalizer.trimmed.normalized($0.text) }.filter { !$0.isEmpty }
    if case .array = converter.field.type { return CSVRow.Cell(texts.joined(separator: ";")) }
    return CSVRow.Cell(texts.joined(separator: " "))
  }
}

extension TablePlan {
  /// - Parameters:
  ///   - mapping: for the columns whose names are none of the kind's fields.
  /// - Throws: ``LedgerError`` naming the option that settles what the cells leave open.
  init(
    _ survey: TableSurvey, _ mapping: TableMapping, _ schema: KindSchema, file: String, zone: TimeZoneRule
  ) throws(LedgerError) {
    self.schema = schema
    (cells, keyColumns, constants) = ([], [], [:])
    idColumn = survey.headers.firstIndex(of: Self.idName)
    let unit = UnitField(schema)
    for (index, column) in survey.columns.enumerated() {
      guard let name = mapping.fields[column.header], let field = schema.field(name) else { continue }
      let headers = mapping.joined[name] ?? [column.header]
      guard headers.first == column.header else { continue }
      var converter = CellConverter(column: headers.joined(separator: "+"), field: field)
      converter.zone = zone
      converter.isExact = idColumn != nil
      let columns = headers.compactMap { survey.headers.firstIndex(of: $0) }
      if field.type == .double {
        (converter.unit, converter.headerUnit) = (unit, Self.unit(of: column, unit))
      }
      // What an export writes is in one form.
      if idColumn == nil {
        try converter.settle(
          columns.isEmpty ? [column] : columns.map { survey.columns[$0] }, mapping, survey, file)
      }
      cells.append(PlannedCell(columns: columns.isEmpty ? [index] : columns, converter: converter))
    }
    if idColumn != nil {
      unknown = survey.headers.filter { mapping.fields[$0] == nil && !Self.isMetadata($0) }.reversed()
    }
    for name in mapping.key {
      guard let index = survey.headers.firstIndex(of: name) else {
        throw LedgerError(
          .usage, "there is no column '\(name)'", file: file, advice: "--key names columns of the file")
      }
      keyColumns.append(index)
    }
  }

  /// The unit that a header contains.
  private static func unit(of column: ColumnSurvey, _ field: UnitField?) -> String? {
    HeaderName.parts(column.header).unit.flatMap { field?.knows($0) == true ? $0 : nil }
  }
}

extension CellConverter {
  fileprivate mutating func settle(
    _ columns: [ColumnSurvey], _ mapping: TableMapping, _ survey: TableSurvey, _ file: String
  ) throws(LedgerError) {
    let column = columns.first { $0.order != .dayFirst } ?? columns[0]
    switch field.type {
    case .instant, .day:
      isSerial = columns.count == 1 && column.isSerial
      guard let order = mapping.order ?? column.order else {
        throw LedgerError(
          .usage,
          "the days of column '\(column.header)' can be read in two ways, such as '\(column.examples.first ?? "")'",
          file: file, advice: "say which number comes first: --date-order dmy or --date-order mdy")
      }
      self.order = order
    case .double, .decimal, .int:
      // A file has one mark for all of its numbers.
      let others = survey.columns.compactMap(\.decimal)
      let common = Set(others).count == 1 ? others.first : nil
      guard
        let decimal = mapping.decimal ?? column.decimal ?? common ?? (column.isOpenToDecimal ? nil : .point)
      else {
        throw LedgerError(
          .usage,
          "the numbers of column '\(column.header)' can be read in two ways, such as '\(column.examples.first ?? "")'",
          file: file, advice: "name the decimal separator: --decimal . or --decimal ,")
      }
      self.decimal = decimal
    default: break
    }
  }
}
