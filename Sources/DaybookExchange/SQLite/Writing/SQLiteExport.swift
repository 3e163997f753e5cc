// A ledger as a SQLite file: made whole in one step, or brought up to date by what came since.

public import Daybook
public import DaybookModel
import DaybookView
import GRDB

/// What to put into which file.
public struct SQLiteExport: Sendable {
  var path: String
  public var selection = SQLiteSelection()
  public var cut: Cut = .now
  /// The cut as somebody asked for it.
  public var cutText: String?
  /// Brings a file that is there up to date.
  public var isUpdate = false
  /// Replaces a file that is there, whatever it is.
  public var isForced = false
  /// Who made it when.
  var now: Instant

  public init(path: String, now: Instant) { (self.path, self.now) = (path, now) }

  /// - Throws: `LedgerError`: `cannot-create` where a file is there that was not to be, `refused` for one that cannot
  ///   be brought up to date, `damaged` for one that SQLite finds broken, `not-found` for a kind that is not.
  public func run(_ ledger: Ledger) async throws -> SQLiteReceipt {
    if selection.condition != nil, selection.kinds?.count != 1 {
      throw LedgerError(
        .usage, "a condition is about the fields of one kind", advice: "give one --kind with --where")
    }
    let isThere = FilePlace.exists(path)
    guard isThere, !(isForced && !isUpdate) else { return try await makeAnew(ledger, reason: nil) }
    guard isUpdate else {
      throw LedgerError(
        .cannotCreate, "the file exists already", file: path,
        advice: "give --update to bring it up to date, or --force to make it anew")
    }
    do {
      return try await update(ledger)
    } catch let reason as NotUpdatable {
      return try await makeAnew(ledger, reason: reason.why)
    } catch let error as LedgerError where isForced && [.refused, .damaged].contains(error.code) {
      return try await makeAnew(ledger, reason: error.what)
    }
  }

  private func makeAnew(_ ledger: Ledger, reason: String?) async throws -> SQLiteReceipt {
    let info = ledger.info
    let schemas = ledger.schemas
    return try await ledger.export(at: cut) { view, source in
      var receipt = SQLiteReceipt(path: path, isAnew: true, reason: reason)
      try SQLiteFailure.told(path) {
        try AtomicFile.replace(path) { part in
          // Nobody else sees the file before it is whole.
          let pragmas = "PRAGMA journal_mode = OFF; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536"
          try SQLiteFile.change(part, pragmas: pragmas) { database in
            try make(database, view, source, info.id, schemas, &receipt)
          }
        }
      }
      return receipt
    }
  }

  private func make(
    _ database: Database, _ view: borrowing ViewReader, _ source: ExportSource, _ ledger: String,
    _ schemas: SchemaRegistry, _ receipt: inout SQLiteReceipt
  ) throws {
    let written = view.kinds
    for kind in selection.kinds ?? [] where schemas[kind] == nil && !written.contains(kind) {
      throw LedgerError(
        .notFound, "there is no kind '\(kind)'", advice: "'daybook schema list' shows the kinds there are")
    }
    let schema = FileSchema(schemas, written: written + (selection.kinds ?? []), selection)
    for statement in FileSchema.ownTables { try database.execute(sql: statement) }
    try schema.makeTables(schema.ordered, database)
    let disclosure = Disclosure(schemas, reveals: true)
    var filler = TableFiller(database: database, schema: schema, disclosure: disclosure)
    filler.condition = selection.condition?.condition
    for table in schema.ordered { receipt.rows += try filler.fill(table, from: view, source) }
    for table in schema.ordered {
      for index in schema.indexes(of: table) { try database.execute(sql: index) }
    }
    let contained = try Contained(schema, database)
    try filler.fillTexts(from: view) { kind, id in try contained.holds(kind, id) }
    let (isPart, hasCondition) = (selection.kinds != nil, selection.condition != nil)
    let (count, position) = try filler.fillHistory(from: source) { entry in
      let mutation = entry.event.mutation
      guard isPart else { return true }
      return schema[mutation.kind] != nil
        && (!hasCondition || ((try? contained.holds(mutation.kind, mutation.id)) ?? false))
    }
    for index in FileSchema.ownIndexes { try database.execute(sql: index) }
    receipt.events = count
    receipt.hiddenKinds = try schema.hiddenKinds(schemas, database)
    try info(ledger, schemas, position: selection.isWhole && cut.isNow ? position : nil).write(database)
  }

  func info(_ ledger: String, _ schemas: SchemaRegistry, position: ExportPosition?) -> FileInfo {
    FileInfo(
      ledger: ledger, schema: schemas.fingerprint.description, selection: selection, cut: cutText,
      madeAt: now,
      position: position)
  }
}

/// Which rows a file has.
struct Contained {
  private let writers: [String: KindWriter]

  init(_ schema: FileSchema, _ database: Database) throws {
    writers = Dictionary(
      uniqueKeysWithValues: try schema.ordered.map { ($0.kind, try KindWriter($0, schema, database)) })
  }

  func holds(_ kind: String, _ id: String) throws -> Bool { try writers[kind]?.contains(id) ?? false }
}

extension FileSchema {
  /// The kinds with fields that output otherwise masks, as far as anything is written of them.
  func hiddenKinds(_ schemas: SchemaRegistry, _ database: Database) throws -> [String] {
    try ordered.map(\.kind).filter { kind in
      let isWritten = "SELECT 1 FROM \(Self.history) WHERE \"kind\" = ? LIMIT 1"
      return try schemas.hidesAnything(of: kind)
        && Int.fetchOne(database, sql: isWritten, arguments: [kind.sqlite]) != nil
    }
  }

  /// Makes the tables of some kinds, without indexes.
  func makeTables(_ tables: [KindTable], _ database: Database) throws {
    for table in tables {
      for statement in creation(of: table) { try database.execute(sql: statement) }
      try database.execute(
        sql: "INSERT INTO \(Self.kinds) VALUES (?, ?, ?)",
        arguments: [table.kind.sqlite, table.name, table.version])
    }
  }
}
