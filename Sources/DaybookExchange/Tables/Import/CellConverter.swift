import Daybook
import DaybookModel
import DaybookView

/// How a column's cells become a field's values.
struct CellConverter: Sendable {
  var column: String
  var field: FieldSchema
  var order: WrittenMoment.Order = .dayFirst
  var decimal: WrittenNumber.Decimal = .point
  var zone: TimeZoneRule = .utc
  /// Whether days are serial numbers, as in spreadsheets.
  var isSerial = false
  /// Where the unit of a number is kept.
  var unit: UnitField?
  /// The unit of cells that name none.
  var headerUnit: String?
  /// Whether a ledger's export wrote the table, in which each value has only one form.
  var isExact = false

  init(column: String, field: FieldSchema) { (self.column, self.field) = (column, field) }

  enum Value: Equatable {
    case value(JSONValue)
    /// A number, and what is kept as its unit.
    case measured(JSONValue, unit: String)
    /// A reference, by id or by name.
    case reference(String)
    /// Edges, by the ids that they lead to.
    case links([String])
    case nothing
  }

  /// - Throws: why the cell is not a value of the field, as the end of "Weight: …".
  func value(_ cell: CSVRow.Cell) throws(ValueProblem) -> Value {
    if isExact { return try exact(cell) }
    let text = KeyNormalizer.trimmed.normalized(cell.text)
    if text.isEmpty, field.type != .string || !cell.isQuoted { return .nothing }
    switch field.type {
    case .bool, .int, .double, .decimal, .instant, .day: if Self.isBlank(text) { return .nothing }
    default: break
    }
    switch field.type {
    case .string: return .value(.string(cell.text))
    case .one: return .reference(text)
    case .many: return .links(try ids(text))
    case .enumeration(let known): return .value(.string(Self.enumerated(text, known)))
    case .double: return try number(text)
    default: return .value(try field.type.stored(try plain(text)))
    }
  }

  private func exact(_ cell: CSVRow.Cell) throws(ValueProblem) -> Value {
    if cell.text.isEmpty, !cell.isQuoted { return .nothing }
    let text = TableCell.bare(cell.text)
    switch field.type {
    case .one: return .reference(text)
    case .many: return .links(try ids(text))
    case .bool, .int, .double, .decimal, .array, .dictionary, .object, .any:
      return .value(try field.type.stored(try json(text, field.type)))
    default: return .value(try field.type.stored(.string(text)))
    }
  }

  private func plain(_ text: String) throws(ValueProblem) -> JSONValue {
    switch field.type {
    case .bool: return .bool(try bool(text))
    case .int: return .int(try integer(text))
    case .decimal:
      let plain = WrittenNumber.plain(text, decimal: decimal)
      guard let value = plain.flatMap({ JSONValue(decimal: $0) }) else {
        throw ValueProblem(what: "\(shown(text)) is not a number")
      }
      return value
    case .instant: return .string(try moment(text).description)
    case .day: return .string(try day(text).description)
    case .array, .dictionary, .object, .any: return try json(text, field.type)
    default: return .string(text)
    }
  }

  // MARK: Times

  private func moment(_ text: String) throws(ValueProblem) -> Instant {
    guard let written = written(text), var moment = written.instant(order, zone: zone) else {
      throw noDate(text)
    }
    if field.mayBeDay {
      // Spreadsheets write a day as its midnight.
      let isDay = written.offset == nil && written.timeOfDay ?? 0 == 0
      moment = isDay ? written.day.civil(order).map { Instant(wholeDay: $0) } ?? moment : moment.asMoment
    }
    guard Self.sensible.contains(moment.milliseconds) else { throw noDate(text) }
    return moment
  }

  private func day(_ text: String) throws(ValueProblem) -> CivilDay {
    guard let moment = written(text), let day = moment.day.civil(order), day.year > 0 else {
      throw noDate(text)
    }
    return day
  }

  private func written(_ text: String) -> WrittenMoment? {
    isSerial ? WrittenMoment(serial: text) : WrittenMoment(text)
  }

  /// Years 1 to 9998: what an instant's four digits hold, whatever the zone.
  private static let sensible: Range<Int64> = -62_135_596_800_000..<253_370_764_800_000

  private func noDate(_ text: String) -> ValueProblem {
    ValueProblem(
      what:
        "\(shown(text)) is not a date (read as \(order == .dayFirst ? "day, month, year" : "month, day, year"))"
    )
  }

  // MARK: Numbers

  private func number(_ text: String) throws(ValueProblem) -> Value {
    if let plain = WrittenNumber.plain(text, decimal: decimal) {
      guard let headerUnit else { return .value(.double(try double(text, plain))) }
      // Of the column's unit.
      return try measured(text + " " + headerUnit)
    }
    return try measured(text)
  }

  private func measured(_ text: String) throws(ValueProblem) -> Value {
    guard let found = unit?.read(text, decimal: decimal) else {
      throw ValueProblem(
        what: "\(shown(text)) is not \(unit?.expected ?? "a number")")
    }
    return .measured(.double(found.value), unit: found.unit)
  }

  private func double(_ text: String, _ plain: String) throws(ValueProblem) -> Double {
    guard let value = Double(plain), value.isFinite else {
      throw ValueProblem(what: "\(shown(text)) is not a number")
    }
    guard !NumberText.isWhole(plain) || NumberText.isExact(plain, value) else {
      throw ValueProblem(what: "\(shown(text)) is not a number that a double holds exactly")
    }
    return value
  }

  private func integer(_ text: String) throws(ValueProblem) -> Int64 {
    guard let plain = WrittenNumber.plain(text, decimal: decimal) else {
      throw ValueProblem(what: "\(shown(text)) is not a number")
    }
    let parts = plain.split(separator: ".")
    guard let value = Int64(parts[0]), parts.count == 1 || parts[1].allSatisfy({ $0 == "0" }) else {
      throw ValueProblem(what: "\(shown(text)) is not a whole number, or too large")
    }
    return value
  }

  /// Placeholders that tables use in cells without a number or a day.
  private static func isBlank(_ text: String) -> Bool {
    ["-", "–", "—", "n/a", "null"].contains(text.lowercased())
  }

  // MARK: Words

  private func bool(_ text: String) throws(ValueProblem) -> Bool {
    switch text.lowercased() {
    case "true", "yes", "y", "1", "x", "ja", "wahr", "oui", "vrai", "si", "sí", "sì", "verdadero", "vero",
      "on":
      return true
    case "false", "no", "n", "0", "nein", "falsch", "non", "faux", "falso", "off": return false
    default: throw ValueProblem(what: "\(shown(text)) is neither true nor false")
    }
  }

  /// The value as the schema spells it, in any case; an unknown value stays as it is.
  private static func enumerated(_ text: String, _ known: [String]) -> String {
    if known.contains(text) { return text }
    if let same = known.first(where: { $0.lowercased() == text.lowercased() }) { return same }
    if let unit = Unit.canonical(text), known.contains(unit) { return unit }
    return text
  }

  /// A JSON array, or ids with white space or semicolons between them.
  private func ids(_ text: String) throws(ValueProblem) -> [String] {
    guard text.hasPrefix("[") else {
      return text.split { $0 == ";" || $0.isWhitespace }.map(String.init)
    }
    let ids = (try? JSONParser.parse(Array(text.utf8)))?.array?.map(\.string)
    guard let ids, !ids.contains(nil) else { throw ValueProblem(what: "\(shown(text)) is not a list of ids") }
    return ids.compactMap { $0 }
  }

  /// A value that is not JSON is a text, if the type allows one.
  private func json(_ text: String, _ type: FieldType) throws(ValueProblem) -> JSONValue {
    if let value = try? JSONParser.parse(Array(text.utf8)) { return value }
    switch type {
    case .any: return .string(text)
    case .array(.string):
      // Google has `:::` between the values of a cell.
      let texts = text.replacing(":::", with: ";").split(separator: ";").map {
        KeyNormalizer.trimmed.normalized(String($0))
      }
      return .array(texts.filter { !$0.isEmpty }.map { .string($0) })
    default: throw ValueProblem(what: "\(shown(text)) is not JSON, the form in which \(type) is written")
    }
  }

  /// The cell in a message.
  private func shown(_ text: String) -> String {
    field.isSensitive ? "the value" : "'\(Self.shown(text))'"
  }

  /// Enough of a cell to recognize it.
  static func shown(_ text: String) -> String { text.count > 40 ? text.prefix(40) + "…" : text }
}
