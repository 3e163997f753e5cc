import Daybook
import DaybookModel
import DaybookView

/// A table's mapping made ready: for each column what becomes of its cells.
struct TablePlan {
  var schema: KindSchema
  /// The columns in the file's order.
  var converters: [CellConverter?]
  /// The column that holds ids, where the export of a ledger wrote it.
  var idColumn: Int?
  /// The columns that together name a row; empty where its content does.
  var keyColumns: [Int]
  /// Said of every row, such as whose record it is.
  var constants: JSONObject
  /// Of an export, the columns that are no fields here: of a later version, or of none.
  var unknown: [String] = []
  /// Kept with the first row; nil where the header speaks for itself.
  var kept: TableMapping?

  /// The export of a ledger marks its tables with `_id`; the others of its columns are about the row.
  static let idName = "_id"
  static func isMetadata(_ column: String) -> Bool { Row.lineMembers.contains(column) }
}

extension TablePlan {
  /// - Parameters:
  ///   - mapping: for the columns whose names are none of the kind's fields.
  /// - Throws: ``LedgerError`` naming the option that settles what the cells leave open.
  init(
    _ survey: TableSurvey, _ mapping: TableMapping, _ schema: KindSchema, file: String, zone: TimeZoneRule
  ) throws(LedgerError) {
    self.schema = schema
    (converters, keyColumns, constants) = ([], [], [:])
    idColumn = survey.headers.firstIndex(of: Self.idName)
    for column in survey.columns {
      guard let name = mapping.fields[column.header], let field = schema.field(name) else {
        converters.append(nil)
        continue
      }
      var converter = CellConverter(column: column.header, field: field)
      converter.zone = zone
      converter.isExact = idColumn != nil
      // What an export writes is in one form.
      if idColumn == nil { try converter.settle(column, mapping, survey, file) }
      converters.append(converter)
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
    if let (field, unit) = unit(survey, mapping) { constants[field] = .string(unit) }
  }

  /// The unit that a header names, for the field that has the unit.
  private func unit(_ survey: TableSurvey, _ mapping: TableMapping) -> (String, String)? {
    guard
      let field = schema.fields.first(where: { field in
        guard case .enumeration = field.type else { return false }
        return HeaderName.folded(field.name).hasSuffix("unit") && !mapping.fields.values.contains(field.name)
      })
    else { return nil }
    for header in survey.headers where mapping.fields[header] != nil {
      if let unit = HeaderName.parts(header).unit.flatMap({ Unit.canonical($0) }) {
        return (field.name, unit)
      }
    }
    return nil
  }
}

extension CellConverter {
  fileprivate mutating func settle(
    _ column: ColumnSurvey, _ mapping: TableMapping, _ survey: TableSurvey, _ file: String
  ) throws(LedgerError) {
    switch field.type {
    case .instant, .day:
      guard let order = mapping.order ?? column.order else {
        throw LedgerError(
          .usage,
          "the days of column '\(column.header)' can be read in two ways, such as '\(column.examples.first ?? "")'",
          file: file, advice: "say which number comes first: --date-order dmy or --date-order mdy")
      }
      self.order = order
    case .double, .int:
      // A file has one mark for all of its numbers.
      let others = survey.columns.compactMap(\.decimal)
      let common = Set(others).count == 1 ? others.first : nil
      guard
        let decimal = mapping.decimal ?? column.decimal ?? common ?? (column.isOpenToDecimal ? nil : .point)
      else {
        throw LedgerError(
          .usage,
          "the numbers of column '\(column.header)' can be read in two ways, such as '\(column.examples.first ?? "")'",
          file: file, advice: "say what stands before the fraction: --decimal . or --decimal ,")
      }
      self.decimal = decimal
    default: break
    }
  }
}
