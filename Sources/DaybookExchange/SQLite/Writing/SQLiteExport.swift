// A ledger as a SQLite file: written whole in one step, or updated with the new events.

public import Daybook
public import DaybookModel
import DaybookView
import GRDB

/// An export to a SQLite file.
public struct SQLiteExport: Sendable {
  var path: String
  /// The kinds and rows to export.
  public var selection = SQLiteSelection()
  /// The point in the past that is exported.
  public var cut: Cut = .now
  /// The cut as the user typed it.
  public var cutText: String?
  /// Whether to update an existing file.
  public var isUpdate = false
  /// Whether to replace an existing file of any kind.
  public var isForced = false
  /// Who made it when.
  var now: Instant

  /// An export into a database file at a path. `now` is the time that the file names as that of its export.
  public init(path: String, now: Instant) { (self.path, self.now) = (path, now) }

  /// - Throws: `LedgerError`: `cannot-create` if a file exists that should not, `refused` for one that cannot be
  ///   updated, `damaged` for one that SQLite finds broken, `not-found` for an unknown kind.
  public func run(_ ledger: Ledger) async throws -> SQLiteReceipt {
    if selection.condition != nil, selection.kinds?.count != 1 {
      throw LedgerError(
        .usage, "a condition needs exactly one kind", advice: "give one --kind with --where")
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
        .notFound, "there is no kind '\(kind)'", advice: "'daybook schema list' lists the kinds")
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
  /// The kinds with fields that other output masks, if they have entities.
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

// Updates a file at the cost of the new events: the events after its position name the entities that changed, and
// entities that appear or disappear lead to those that depend on them.

extension SQLiteExport {
  func update(_ ledger: Ledger) async throws -> SQLiteReceipt {
    guard selection.isWhole, cut.isNow else {
      throw NotUpdatable(why: "only an export of the whole, current ledger can be brought up to date")
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
    guard isWhole else { throw NotUpdatable(why: "it contained only a part of the ledger") }
    guard let found else { throw NotUpdatable(why: "it does not record up to which events it is current") }
    let schema = FileSchema(schemas, written: view.kinds, selection)
    let added = try addedTables(schema, database)

    var touched = TouchedEntities(schemas)
    let history = try HistoryWriter(database)
    let position = try source.forEachEvent(after: found) { entry in
      // The file contains the erased values, also in its history.
      if entry.event.mutation.op == .erase { throw NotUpdatable(why: "values were erased since") }
      try history.write(entry, entry.event.mutation)
      touched.note(entry.event.mutation)
      receipt.events += 1
    }
    guard let position else {
      throw NotUpdatable(why: "the ledger's histories are not plain continuations of those in the file")
    }
    try schema.makeTables(added, database)
    for table in added { for index in schema.indexes(of: table) { try database.execute(sql: index) } }
    // Some entities exist without an event.
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
    guard isSame else { throw NotUpdatable(why: "the names of its tables have changed") }
    return schema.ordered.filter { held[$0.kind] == nil }
  }
}

/// Entities to be updated, each once.
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

  /// Notes the entity, and the one at the end of an edge, which may appear or disappear with it.
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
