import DaybookText
public import DaybookView
import GRDB

// All tables of a file: one for each kind, one for each to-many relation, and those that describe the ledger.

/// The part of a ledger to export. A file can be updated only if everything but ``isComputed`` has its default.
public struct SQLiteSelection: Sendable, Equatable {
  /// The kinds; nil for all.
  public var kinds: [String]?
  /// Only rows for which this holds, and the text that says so.
  public var condition: (text: String, condition: Condition)?
  /// Whether there are columns for computed fields, and for relations from their other end.
  public var isComputed = false

  init() {}

  /// Whether it is the ledger as a whole.
  var isWhole: Bool { kinds == nil && condition == nil && !isComputed }

  public static func == (left: SQLiteSelection, right: SQLiteSelection) -> Bool {
    left.kinds == right.kinds && left.condition?.text == right.condition?.text
      && left.isComputed == right.isComputed
  }
}

struct FileSchema {
  /// The layout of the file: another one is not brought up to date by this version.
  static let version = 1
  /// Marks the file as a daybook's: "DAYB".
  static let applicationID = 0x4441_5942

  static let info = "daybook_info"
  static let kinds = "daybook_kinds"
  static let history = "daybook_history"
  static let dangling = "daybook_dangling"
  static let text = "daybook_text"
  static let search = "daybook_search"

  /// By kind.
  private(set) var tables: [String: KindTable] = [:]
  /// Ascending by kind.
  private(set) var ordered: [KindTable] = []

  /// Tables for all kinds that were ever written, including those of no system, and for the kinds that their relations
  /// lead to.
  init(_ schemas: SchemaRegistry, written: [String], _ selection: SQLiteSelection) {
    var wanted = Set(written)
    var systems = Set(written.compactMap { schemas.system(of: $0)?.name })
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for kind in schemas.kinds
      where schemas.system(of: kind.kind).map({ systems.contains($0.name) }) ?? false {
        wanted.insert(kind.kind)
        for target in kind.relations.map(\.target) {
          if let system = schemas.system(of: target)?.name, systems.insert(system).inserted {
            isGrowing = true
          }
        }
      }
    }
    if let kinds = selection.kinds { wanted.formIntersection(kinds) }
    let own = [Self.info, Self.kinds, Self.history, Self.dangling, Self.text, Self.search]
    var names = SQLNames(taken: own + ["data", "idx", "docsize", "config"].map { "\(Self.search)_\($0)" })
    for kind in wanted.sorted() {
      let table = KindTable(kind, schemas[kind], isComputed: selection.isComputed, &names)
      tables[kind] = table
      ordered.append(table)
    }
  }

  subscript(kind: String) -> KindTable? { tables[kind] }
}

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

  /// The indexes that people and foreign keys need: for references, for both ends of links, and for unique fields.
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

extension String {
  /// The text for SQLite, which ends a text at its first NUL: U+2400 replaces it.
  var sqlite: DatabaseValue {
    (utf8.contains(0) ? replacing("\0", with: "\u{2400}") : self).databaseValue
  }
}

extension Optional<String> {
  var sqlite: DatabaseValue { self?.sqlite ?? .null }
}

extension String {
  /// As a name in SQL, whatever it holds.
  var quoted: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
