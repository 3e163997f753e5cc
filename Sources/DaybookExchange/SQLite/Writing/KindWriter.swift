// Writes the rows of one kind, with their links.

import Daybook
import DaybookModel
import DaybookView
import GRDB

final class KindWriter {
  let table: KindTable
  private let schema: FileSchema
  private let insertion: Statement
  private let removal: Statement
  private let presence: Statement
  private let links: [(table: LinkTable, insertion: Statement, removal: Statement)]
  private let dangling: (insertion: Statement, removal: Statement)

  init(_ table: KindTable, _ schema: FileSchema, _ database: Database) throws {
    (self.table, self.schema) = (table, schema)
    let name = table.name.quoted
    let columns = table.columns.map(\.name)
    insertion = try database.makeStatement(
      sql: "INSERT INTO \(name) VALUES (\(Self.places(columns.count + 3)))")
    removal = try database.makeStatement(sql: "DELETE FROM \(name) WHERE \"_id\" = ?")
    presence = try database.makeStatement(sql: "SELECT 1 FROM \(name) WHERE \"_id\" = ?")
    links = try table.links.map { link in
      (
        link, try database.makeStatement(sql: "INSERT INTO \(link.name.quoted) VALUES (?, ?, ?)"),
        try database.makeStatement(sql: "DELETE FROM \(link.name.quoted) WHERE \"source\" = ?")
      )
    }
    dangling = (
      try database.makeStatement(sql: "INSERT INTO \(FileSchema.dangling) VALUES (?, ?, ?, ?, ?, ?)"),
      try database.makeStatement(sql: "DELETE FROM \(FileSchema.dangling) WHERE \"kind\" = ? AND \"id\" = ?")
    )
  }

  private static func places(_ count: Int) -> String {
    Array(repeating: "?", count: count).joined(separator: ", ")
  }

  /// Whether the file has the row.
  func contains(_ id: String) throws -> Bool {
    try Int.fetchOne(presence, arguments: [id.sqlite]) != nil
  }

  /// Adds a row that is not there.
  ///
  /// - Parameter isInFile: whether an entity is there for a foreign key to lead to.
  func insert(
    _ row: DaybookView.Row, isInFile: (_ kind: String, _ id: String) -> Bool,
    data: (JSONValue) throws -> [UInt8]?
  ) throws {
    var rest = JSONObject()
    var values: [String: JSONValue] = [:]
    let known = table.fields
    for field in row.fields {
      if known.contains(field.name) {
        values[field.name] = field.value
      } else {
        rest[field.name] = field.value
      }
    }
    var cells: [DatabaseValue] = [row.id.sqlite, (row.stamp?.description).sqlite]
    for column in table.columns {
      let value = values[column.field] ?? .null
      if case .reference(let kind) = column.type, let id = value.string, schema[kind] != nil,
        !isInFile(kind, id)
      {
        try dangle(row.id, column.field, 0, kind, id)
        cells.append(.null)
      } else {
        cells.append(try Cell.value(value, as: column.type, data))
      }
    }
    cells.append(rest.isEmpty ? .null : JSONValue.object(rest).description.sqlite)
    try insertion.execute(arguments: StatementArguments(cells))
    for link in links {
      guard let targets = values[link.table.relation]?.array else { continue }
      for (place, target) in targets.enumerated() {
        guard let id = target.string else { continue }
        if schema[link.table.target] != nil, !isInFile(link.table.target, id) {
          try dangle(row.id, link.table.relation, place, link.table.target, id)
        } else {
          try link.insertion.execute(arguments: [row.id.sqlite, place, id.sqlite])
        }
      }
    }
  }

  /// Takes a row away, with its links.
  func remove(_ id: String) throws {
    try removal.execute(arguments: [id.sqlite])
    for link in links { try link.removal.execute(arguments: [id.sqlite]) }
    try dangling.removal.execute(arguments: [table.kind.sqlite, id.sqlite])
  }

  private func dangle(_ id: String, _ relation: String, _ place: Int, _ kind: String, _ target: String) throws
  {
    try dangling.insertion.execute(arguments: [
      table.kind.sqlite, id.sqlite, relation.sqlite, place, kind.sqlite, target.sqlite,
    ])
  }
}

// Writes events as they were made, a row for each field that one wrote.

struct HistoryWriter {
  private let insertion: Statement

  init(_ database: Database) throws {
    insertion = try database.makeStatement(
      sql: "INSERT INTO \(FileSchema.history) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
  }

  /// Links and unlinks have their relation as the field, and the other end's id as the value. A source's statement
  /// about an entity's presence is the field `_present`. An event that writes no field is one row without one.
  func write(_ entry: LogEntry, _ mutation: Mutation) throws {
    var changes = (mutation.set ?? [:]).map { ($0.key, $0.value) }
    if let relation = mutation.rel, let target = mutation.to { changes.append((relation, .string(target))) }
    if let present = mutation.present { changes.append(("_present", .bool(present))) }
    let stamp = entry.event.stamp
    for (field, value) in changes.isEmpty ? [(nil, nil)] : changes.map({ (Optional($0.0), Optional($0.1)) }) {
      try insertion.execute(arguments: [
        stamp.description, stamp.instant.description, entry.replica.description,
        Int64(clamping: entry.event.seq), mutation.op.rawValue.sqlite, mutation.kind.sqlite,
        mutation.id.sqlite,
        field.sqlite, (value?.description).sqlite, mutation.by.sqlite, mutation.why.sqlite,
      ])
    }
  }
}
