// Brings a file up to date at the cost of what came since: the events behind the place where it stands name the
// entities that changed; those that come or go by it lead to the ones that depend on them.

import Daybook
import DaybookModel
import DaybookView
import GRDB

extension SQLiteExport {
  func update(_ ledger: Ledger) async throws -> SQLiteReceipt {
    guard selection.isWhole, cut.isNow else {
      throw NotUpdatable(why: "only a file of the whole ledger as it is now can be brought up to date")
    }
    let info = ledger.info
    let schemas = ledger.schemas
    return try await ledger.export { view, source in
      var receipt = SQLiteReceipt(path: path, isAnew: false)
      try SQLiteFailure.told(path) {
        try SQLiteFile.change(path, pragmas: "PRAGMA synchronous = FULL", .immediate) { database in
          try update(database, view, source, info.id, schemas, &receipt)
        }
      }
      return receipt
    }
  }

  private func update(
    _ database: Database, _ view: borrowing ViewReader, _ source: ExportSource, _ ledger: String,
    _ schemas: SchemaRegistry, _ receipt: inout SQLiteReceipt
  ) throws {
    let (found, isWhole) = try FileInfo.position(
      database, ledger: ledger, schema: schemas.fingerprint.description, file: path)
    guard isWhole else { throw NotUpdatable(why: "it held a part of the ledger") }
    guard let found else { throw NotUpdatable(why: "it does not say how far it follows the ledger") }
    let schema = FileSchema(schemas, written: view.kinds, selection)
    let added = try addedTables(schema, database)

    var touched = TouchedEntities(schemas)
    let history = try HistoryWriter(database)
    let position = try source.forEachEvent(after: found) { entry in
      // The file has the values, also in its history.
      if entry.event.mutation.op == .erase { throw NotUpdatable(why: "values were erased since") }
      try history.write(entry, entry.event.mutation)
      touched.note(entry.event.mutation)
      receipt.events += 1
    }
    guard let position else {
      throw NotUpdatable(why: "the ledger's histories do not simply go on from where it stands")
    }
    try schema.makeTables(added, database)
    for table in added { for index in schema.indexes(of: table) { try database.execute(sql: index) } }
    // Some are there without an event.
    for table in added { try view.forEachRow(of: table.kind, fields: []) { touched.note(table.kind, $0.id) } }

    var rows = try RowUpdate(schema, database)
    while let (kind, id) = touched.next() {
      let isSteady = try rows.update(kind, id, view, source)
      guard !isSteady else { continue }
      for other in view.dependents(of: kind, id) { touched.note(other.kind, other.id) }
      for other in try rows.formerEnds(of: kind, id, schemas) { touched.note(other.kind, other.id) }
    }
    (receipt.rows, receipt.removed) = (rows.writtenCount, rows.removedCount)
    receipt.hiddenKinds = try schema.hiddenKinds(schemas, database)
    try info(ledger, schemas, position: position).write(database)
  }

  /// The tables that the file lacks.
  private func addedTables(_ schema: FileSchema, _ database: Database) throws -> [KindTable] {
    var held: [String: String] = [:]
    for row in try GRDB.Row.fetchAll(database, sql: "SELECT \"kind\", \"table\" FROM \(FileSchema.kinds)") {
      held[row[0]] = row[1]
    }
    let isSame = held.allSatisfy { schema[$0.key]?.name == $0.value }
    guard isSame else { throw NotUpdatable(why: "its tables would have other names now") }
    return schema.ordered.filter { held[$0.kind] == nil }
  }
}

/// Entities that are to be looked at, each once.
struct TouchedEntities {
  private struct Name: Hashable {
    var kind: String
    var id: String
  }

  private let schemas: SchemaRegistry
  private var seen: Set<Name> = []
  private var pending: [Name] = []

  init(_ schemas: SchemaRegistry) { self.schemas = schemas }

  mutating func note(_ kind: String, _ id: String) {
    let name = Name(kind: kind, id: id)
    if seen.insert(name).inserted { pending.append(name) }
  }

  /// The entity, and that at the end of an edge: who is shown may depend on it.
  mutating func note(_ mutation: Mutation) {
    note(mutation.kind, mutation.id)
    guard let relation = mutation.rel, let target = mutation.to, let schema = schemas[mutation.kind] else {
      return
    }
    let present = schema.renames.first { $0.former == relation }?.name ?? relation
    if let kind = schema.relations.first(where: { $0.name == present })?.target { note(kind, target) }
  }

  mutating func next() -> (kind: String, id: String)? { pending.popLast().map { ($0.kind, $0.id) } }
}
