// Writes the texts that a search finds. The index beside them is made at the end of a whole export, and is updated with
// each change after that, for which it needs the former text.

import DaybookView
import GRDB

struct TextWriter {
  private let insertion: Statement
  private let reading: Statement
  private let removal: Statement
  private let indexing: Statement
  private let forgetting: Statement

  init(_ database: Database) throws {
    let (text, search) = (FileSchema.text, FileSchema.search)
    insertion = try database.makeStatement(
      sql:
        "INSERT INTO \(text) (\"kind\", \"id\", \"title\", \"text\") VALUES (?, ?, ?, ?) RETURNING \"number\""
    )
    reading = try database.makeStatement(
      sql: "SELECT \"number\", \"title\", \"text\" FROM \(text) WHERE \"kind\" = ? AND \"id\" = ?")
    removal = try database.makeStatement(sql: "DELETE FROM \(text) WHERE \"number\" = ?")
    let columns = "rowid, \"kind\", \"id\", \"title\", \"text\""
    indexing = try database.makeStatement(sql: "INSERT INTO \(search) (\(columns)) VALUES (?, ?, ?, ?, ?)")
    forgetting = try database.makeStatement(
      sql: "INSERT INTO \(search) (\(search), \(columns)) VALUES ('delete', ?, ?, ?, ?, ?)")
  }

  /// Adds an entity's texts, where it has any.
  ///
  /// - Parameter isIndexed: false where the index is made of all texts later.
  func insert(_ kind: String, _ id: String, _ texts: (titles: [String], others: [String]), isIndexed: Bool)
    throws
  {
    guard !texts.titles.isEmpty || !texts.others.isEmpty else { return }
    let (title, text) = (texts.titles.joined(separator: "\n"), texts.others.joined(separator: "\n"))
    let number = try Int64.fetchOne(
      insertion, arguments: [kind.sqlite, id.sqlite, title.sqlite, text.sqlite])
    if isIndexed {
      try indexing.execute(arguments: [number, kind.sqlite, id.sqlite, title.sqlite, text.sqlite])
    }
  }

  func remove(_ kind: String, _ id: String) throws {
    guard let held = try GRDB.Row.fetchOne(reading, arguments: [kind.sqlite, id.sqlite]) else { return }
    let (number, title, text): (Int64, String, String) = (held[0], held[1], held[2])
    try forgetting.execute(arguments: [number, kind.sqlite, id.sqlite, title.sqlite, text.sqlite])
    try removal.execute(arguments: [number])
  }

  static func index(_ database: Database) throws {
    try database.execute(sql: "INSERT INTO \(FileSchema.search) (\(FileSchema.search)) VALUES ('rebuild')")
  }
}
