// Updates one entity's row and texts to the ledger's state.

import Daybook
import DaybookModel
import DaybookView
import GRDB

struct RowUpdate {
  private let schema: FileSchema
  private let writers: [String: KindWriter]
  private let texts: TextWriter
  private let former: Statement
  private(set) var writtenCount = 0
  private(set) var removedCount = 0

  init(_ schema: FileSchema, _ database: Database) throws {
    self.schema = schema
    writers = Dictionary(
      uniqueKeysWithValues: try schema.ordered.map { ($0.kind, try KindWriter($0, schema, database)) })
    texts = try TextWriter(database)
    former = try database.makeStatement(
      sql: "SELECT DISTINCT \"field\", \"value\" FROM \(FileSchema.history) WHERE \"kind\" = ? AND \"id\" = ?"
    )
  }

  /// - Returns: whether it existed and still exists. Otherwise other entities may have changed with it.
  mutating func update(
    _ kind: String, _ id: String, _ view: borrowing ViewReader, _ source: ExportSource
  ) throws -> Bool {
    guard let writer = writers[kind] else { return true }
    let wasThere = try writer.contains(id)
    if wasThere {
      try writer.remove(id)
      try texts.remove(kind, id)
    }
    guard let row = view.row(kind, id, fields: writer.table.fields) else {
      if wasThere { removedCount += 1 }
      return false
    }
    try writer.insert(row, isInFile: { view.isThere($0, $1) }, data: source.data)
    let found = view.withTexts { $0.texts(of: kind, id, reveals: true) }
    try texts.insert(kind, id, found, isIndexed: true)
    writtenCount += 1
    return wasThere
  }

  /// The entities that were ever at the other end of a relation through which this entity owns them: it may have
  /// released them while it did not exist.
  func formerEnds(
    of kind: String, _ id: String, _ schemas: SchemaRegistry
  ) throws -> [(kind: String, id: String)] {
    let relations = (schemas[kind]?.relations ?? []).filter { $0.onDelete == .cascade }
    guard !relations.isEmpty, let known = schemas[kind] else { return [] }
    var ends: [(kind: String, id: String)] = []
    for row in try GRDB.Row.fetchAll(former, arguments: [kind.sqlite, id.sqlite]) {
      guard let field: String = row[0], let text: String = row[1] else { continue }
      let present = known.renames.first { $0.former == field }?.name ?? field
      guard let relation = relations.first(where: { $0.name == present }),
        let target = (try? JSONParser.parse(text))?.string
      else { continue }
      ends.append((relation.target, target))
    }
    return ends
  }
}
