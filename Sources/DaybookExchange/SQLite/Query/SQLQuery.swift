// SQL over a ledger as it is or was: one statement that reads, answered by an in-memory SQLite database that has only
// the tables which the statement names.

public import Daybook
import DaybookModel
import DaybookView
import GRDB
import GRDBSQLite

/// A query in SQL, and its limits.
public struct SQLQuery: Sendable {
  var text: String
  /// The point in the past that is queried.
  public var cut: Cut = .now
  /// The time limit; nil for none.
  public var seconds: Double? = 60
  var memoryBytesMax: Int64 = 2 << 30

  /// A query with the text of one SQL statement that only reads.
  public init(_ text: String) { self.text = text }

  /// Reports the names of the columns, each once, then each row with SQLite's values; bytes are base64. O(entities of
  /// the kinds whose tables are named), plus the cost of the statement.
  ///
  /// - Throws: `LedgerError`: `usage` with the place of an error in the SQL; `refused` for a statement that does more
  ///   than read, or takes too long or too much memory. Also what `row` throws.
  public func run(
    _ ledger: Ledger, _ disclosure: Disclosure,
    columns: @Sendable ([String]) -> Void,
    row: @Sendable (_ columns: [String], _ values: [JSONValue]) throws -> Void
  ) async throws {
    let (id, schemas) = (ledger.info.id, ledger.schemas)
    try await ledger.export(at: cut) { view, source in
      let queue = try DatabaseQueue(configuration: SQLiteFile.configuration)
      try queue.writeWithoutTransaction { database in
        var selection = SQLiteSelection()
        selection.isComputed = true
        let schema = FileSchema(schemas, written: view.kinds + named(in: schemas), selection)
        for statement in FileSchema.ownTables { try database.execute(sql: statement) }
        try schema.makeTables(schema.ordered, database)
        guard let connection = database.sqliteConnection else { return }
        // Preparing the statement against empty tables shows what it reads.
        let guardian = ReadOnlyGuard()
        guardian.attach(to: connection)
        _ = try ReadStatement(text, connection, guardian, names: schema)
        guardian.detach(from: connection)
        let filler = TableFiller(database: database, schema: schema, disclosure: disclosure)
        try database.inTransaction {
          try fill(guardian.reads, filler, selection, view, source, id, schemas)
          return .commit
        }
        guardian.attach(to: connection)
        defer { guardian.detach(from: connection) }
        let bounds = QueryBounds(seconds: seconds, memoryBytesMax: memoryBytesMax)
        bounds.attach(to: connection)
        defer { bounds.detach(from: connection) }
        try ReadStatement(text, connection, guardian, names: schema).run(bounds, columns: columns, row: row)
      }
      try queue.close()
    }
  }

  /// The kinds whose tables the statement may name even if they have no entity yet: such a table is empty, which is not
  /// an error.
  private func named(in schemas: SchemaRegistry) -> [String] {
    let text = text.lowercased()
    return schemas.kinds.map(\.kind).filter { kind in
      text.contains(kind.lowercased()) || text.contains(kind.lowercased().replacing(".", with: "_"))
    }
  }

  private func fill(
    _ reads: [String: Set<String>], _ filler: TableFiller, _ selection: SQLiteSelection,
    _ view: borrowing ViewReader, _ source: ExportSource, _ ledger: String, _ schemas: SchemaRegistry
  ) throws {
    let schema = filler.schema
    let isDangling = reads[FileSchema.dangling] != nil
    for table in schema.ordered {
      let links = table.links.filter { reads[$0.name] != nil }.map(\.relation)
      let columns = reads[table.name]
      guard isDangling || columns != nil || !links.isEmpty else { continue }
      let fields = table.columns.filter { columns?.contains($0.name) ?? false }.map(\.field) + links
      try filler.fill(table, fields: isDangling ? nil : Set(fields), from: view, source)
    }
    if reads[FileSchema.history] != nil { _ = try filler.fillHistory(from: source) }
    if reads[FileSchema.text] != nil || reads[FileSchema.search] != nil { try filler.fillTexts(from: view) }
    if reads[FileSchema.info] != nil {
      var export = SQLiteExport(path: "", now: SystemClock.now())
      (export.selection, export.cut) = (selection, cut)
      if !cut.isNow { export.cutText = cut.description }
      // The ledger cannot be followed from an earlier state.
      try export.info(ledger, schemas, position: cut.isNow ? source.position : nil).write(filler.database)
    }
  }
}
