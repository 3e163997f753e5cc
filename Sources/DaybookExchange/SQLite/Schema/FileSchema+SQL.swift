// The statements that make a file's tables. Foreign keys are checked at the end of a transaction, since entities may
// refer to one another in circles.

extension FileSchema {
  /// Makes a kind's own tables, without their indexes.
  func creation(of table: KindTable) -> [String] {
    var columns = ["\(KindTable.id.quoted) TEXT PRIMARY KEY NOT NULL", "\(KindTable.stamp.quoted) TEXT"]
    for column in table.columns {
      columns.append("\(column.name.quoted) \(column.type.declared)\(reference(column.type))")
    }
    columns.append("\(KindTable.other.quoted) TEXT")
    var statements = ["CREATE TABLE \(table.name.quoted) (\n  \(columns.joined(separator: ",\n  "))\n)"]
    for link in table.links {
      statements.append(
        """
        CREATE TABLE \(link.name.quoted) (
          "source" TEXT NOT NULL\(reference(.reference(kind: table.kind))),
          "place" INTEGER NOT NULL,
          "target" TEXT NOT NULL\(reference(.reference(kind: link.target))),
          PRIMARY KEY ("source", "place")
        ) WITHOUT ROWID
        """)
    }
    return statements
  }

  /// Where people and foreign keys look for rows: by references, from both ends of links, by what is unique.
  func indexes(of table: KindTable) -> [String] {
    let columns = table.columns.filter(\.isIndexed).map { column in
      let name = "\(table.name)(\(column.name))".quoted
      return "CREATE INDEX \(name) ON \(table.name.quoted) (\(column.name.quoted))"
    }
    return columns
      + table.links.map { link in
        "CREATE INDEX \("\(link.name)(target)".quoted) ON \(link.name.quoted) (\"target\")"
      }
  }

  /// A kind that is not in the file has no rows to refer to.
  private func reference(_ type: ColumnType) -> String {
    guard case .reference(let kind) = type, let target = self[kind] else { return "" }
    return " REFERENCES \(target.name.quoted) (\(KindTable.id.quoted)) DEFERRABLE INITIALLY DEFERRED"
  }

  /// The tables that describe the ledger.
  static let ownTables = [
    "CREATE TABLE \(info) (\"key\" TEXT PRIMARY KEY NOT NULL, \"value\") WITHOUT ROWID",
    """
    CREATE TABLE \(kinds) (
      "kind" TEXT PRIMARY KEY NOT NULL,
      "table" TEXT NOT NULL,
      "version" INTEGER
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE \(dangling) (
      "kind" TEXT NOT NULL,
      "id" TEXT NOT NULL,
      "relation" TEXT NOT NULL,
      "place" INTEGER NOT NULL,
      "target_kind" TEXT NOT NULL,
      "target" TEXT NOT NULL,
      PRIMARY KEY ("kind", "id", "relation", "place")
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE \(history) (
      "stamp" TEXT NOT NULL,
      "at" TEXT NOT NULL,
      "replica" TEXT NOT NULL,
      "seq" INTEGER NOT NULL,
      "op" TEXT NOT NULL,
      "kind" TEXT NOT NULL,
      "id" TEXT NOT NULL,
      "field" TEXT,
      "value" TEXT,
      "by" TEXT,
      "why" TEXT
    )
    """,
    """
    CREATE TABLE \(text) (
      "number" INTEGER PRIMARY KEY,
      "kind" TEXT NOT NULL,
      "id" TEXT NOT NULL,
      "title" TEXT NOT NULL,
      "text" TEXT NOT NULL
    )
    """,
    // Case and accents do not count, as in the ledger's own search; the texts themselves stay in the table beside it.
    """
    CREATE VIRTUAL TABLE \(search) USING fts5 (
      "kind" UNINDEXED, "id" UNINDEXED, "title", "text",
      content='\(text)', content_rowid='number', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
    )
    """,
  ]

  static let ownIndexes = [
    "CREATE INDEX \"\(history)(kind,id)\" ON \(history) (\"kind\", \"id\", \"stamp\")",
    "CREATE INDEX \"\(history)(stamp)\" ON \(history) (\"stamp\")",
    "CREATE UNIQUE INDEX \"\(text)(kind,id)\" ON \(text) (\"kind\", \"id\")",
  ]
}
