import Daybook

/// The meaning of a table's columns: asked for once, and kept in the ledger for the next file of the same shape.
struct TableMapping: Sendable, Equatable {
  var kind: String
  /// The header, in its order.
  var columns: [String]
  /// By column; a column without one is skipped.
  var fields: [String: String] = [:]
  /// By field, the columns that make it together, in their order.
  var joined: [String: [String]] = [:]
  /// Columns that were empty in the file with which the mapping was made.
  var unsettled: [String] = []
  /// The columns that together name a row; empty if its content identifies it.
  var key: [String] = []
  var order: WrittenMoment.Order?
  var decimal: WrittenNumber.Decimal?
  /// The time zone of times that have none.
  var zone: String?

  init(kind: String, columns: [String], fields: [String: String] = [:]) {
    (self.kind, self.columns, self.fields) = (kind, columns, fields)
  }

  /// One for all files of a kind with these columns, on every machine.
  static func shape(_ kind: String, _ columns: [String]) -> String {
    kind + " " + JSONValue.array(columns.map { .string($0) }).description
  }

  var shape: String { Self.shape(kind, columns) }

  /// Columns are a field, together where there are several.
  mutating func set(_ columns: [String], _ field: String) {
    for column in columns { fields[column] = field }
    joined[field] = columns.count > 1 ? columns : nil
  }

  // MARK: As the ledger keeps it

  init?(_ entity: SyncedEntity) {
    let values = entity.values
    guard let kind = values["targetKind"]?.string, let columns = values["columns"]?.array else { return nil }
    self.init(kind: kind, columns: columns.compactMap(\.string))
    for member in values["fields"]?.object ?? [:] { fields[member.key] = member.value.string }
    for member in values["joined"]?.object ?? [:] {
      joined[member.key] = member.value.array?.compactMap(\.string)
    }
    unsettled = (values["unsettled"]?.array ?? []).compactMap(\.string)
    zone = values["zone"]?.string
    key = (values["keyColumns"]?.array ?? []).compactMap(\.string)
    order = values["dateOrder"]?.string.flatMap { WrittenMoment.Order(rawValue: $0) }
    decimal = values["decimal"]?.string.flatMap { WrittenNumber.Decimal(rawValue: $0) }
  }

  var entity: ImportedEntity {
    ImportedEntity(
      Mapping.kind, .key(shape),
      fields: [
        "targetKind": .string(kind),
        "columns": .array(columns.map { .string($0) }),
        "fields": .object(JSONObject(fields.map { ($0.key, .string($0.value)) })),
        "joined": .object(JSONObject(joined.map { ($0.key, .array($0.value.map { .string($0) })) })),
        "unsettled": .array(unsettled.map { .string($0) }),
        "zone": zone.map { .string($0) } ?? .null,
        "keyColumns": .array(key.map { .string($0) }),
        "dateOrder": order.map { .string($0.rawValue) } ?? .null,
        "decimal": decimal.map { .string($0.rawValue) } ?? .null,
      ],
      initial: ["shape": .string(shape)])
  }

  /// Up to this many columns are named in a message; more are only counted.
  static let shownMax = 20

  /// The options with the same meaning, if nobody can be asked.
  static func options(_ meanings: [(columns: [String], field: String?)]) -> String {
    meanings.map { "--map " + quoted("\($0.columns.joined(separator: "+"))=\($0.field ?? "")") }
      .joined(separator: " ")
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
