// Writes a ledger's rows, events and texts into tables that are empty.

import Daybook
import DaybookModel
import DaybookView
import GRDB

/// Fills the tables with the data of a ledger.
struct TableFiller {
  let database: Database
  let schema: FileSchema
  let disclosure: Disclosure
  var condition: Condition?

  /// Makes a kind's tables hold its rows.
  ///
  /// - Parameter fields: only these; nil: all that the tables have columns for.
  /// - Returns: how many rows there are.
  @discardableResult
  func fill(
    _ table: KindTable, fields: Set<String>? = nil, from view: borrowing ViewReader, _ source: ExportSource
  ) throws -> Int {
    let writer = try KindWriter(table, schema, database)
    let wanted = fields.map { table.fields.intersection($0) } ?? table.fields
    let chosen = try condition.map { condition in
      var query = Query(table.kind, where: condition)
      query.fields = []
      return Set(try view.fetch(query).rows.map(\.id))
    }
    var count = 0
    try view.forEachRow(of: table.kind, fields: wanted) { row in
      guard chosen?.contains(row.id) ?? true else { return }
      try writer.insert(
        disclosure.row(row),
        isInFile: { kind, id in
          if let chosen { return kind == table.kind && chosen.contains(id) }
          return view.isThere(kind, id)
        }, data: source.data)
      count += 1
    }
    return count
  }

  /// Writes what was done to entities of the file's kinds.
  ///
  /// - Returns: the number of events, and the position after them.
  func fillHistory(
    from source: ExportSource, where isWanted: (LogEntry) -> Bool = { _ in true }
  ) throws -> (count: Int, position: ExportPosition?) {
    let writer = try HistoryWriter(database)
    var count = 0
    let position = try source.forEachEvent { entry in
      guard isWanted(entry) else { return }
      try writer.write(entry, disclosure.mutation(entry.event.mutation))
      count += 1
    }
    return (count, position)
  }

  /// Writes the texts of the entities that are in the file, and makes their index.
  func fillTexts(
    from view: borrowing ViewReader,
    where isWanted: (_ kind: String, _ id: String) throws -> Bool = { _, _ in true }
  ) throws {
    let writer = try TextWriter(database)
    try view.withTexts { reader in
      for table in schema.ordered {
        try view.forEachRow(of: table.kind, fields: []) { row in
          guard try isWanted(table.kind, row.id) else { return }
          let texts = reader.texts(of: table.kind, row.id, reveals: disclosure.reveals)
          try writer.insert(table.kind, row.id, texts, isIndexed: false)
        }
      }
    }
    try TextWriter.index(database)
  }
}
