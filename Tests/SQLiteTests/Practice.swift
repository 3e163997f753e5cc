import Daybook
import DaybookModel
import DaybookTestSupport
import DaybookView
import Foundation
import GRDB

@testable import DaybookCommands
@testable import DaybookSQLite

/// A ledger on disk with a random past, and what an export of it holds.
struct Practice {
  let folder: TemporaryFolder
  var ledger: Ledger
  var past: RandomPast
  let schemas: SchemaRegistry

  init(seed: UInt64, system: String) async throws {
    folder = try TemporaryFolder()
    schemas = RegisteredSystems.registry()
    past = RandomPast(seed: seed, schemas, system: system)
    let options = Self.options(folder, "one")
    try await Ledger.create(at: folder.path + "/one/l", options: options)
    ledger = try await Ledger.open(at: folder.path + "/one/l", schemas: schemas, options: options)
  }

  /// The same on another machine, in its own folder.
  func twin() async throws -> Ledger {
    try await folder.run("mkdir", "two")
    try await folder.run("cp", "-r", "one/l", "two/l")
    return try await Ledger.open(
      at: folder.path + "/two/l", schemas: schemas, options: Self.options(folder, "two"))
  }

  static func options(_ folder: TemporaryFolder, _ machine: String) -> LedgerOptions {
    var options = LedgerOptions()
    options.stateDirectory = "\(folder.path)/\(machine)/state"
    options.cacheDirectory = "\(folder.path)/\(machine)/cache"
    return options
  }

  /// Writes so many mutations as can be written of so many.
  mutating func write(_ count: Int, to other: Ledger? = nil) async throws {
    for _ in 0..<count {
      let mutation = past.next()
      if let receipt = try? await (other ?? ledger).append([mutation]) { past.note(receipt.events) }
    }
  }

  func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  @discardableResult
  func export(
    _ name: String, update: Bool = false, force: Bool = false,
    _ change: (inout SQLiteExport) -> Void = { _ in }
  ) async throws -> SQLiteReceipt {
    var export = SQLiteExport(path: path(name), now: Instant(milliseconds: 1_790_000_000_000))
    (export.isUpdate, export.isForced) = (update, force)
    change(&export)
    return try await export.run(ledger)
  }
}

enum Dump {
  /// All that a file says, in an order that does not depend on how it came: what its tables are, and their rows, but
  /// for the texts' numbers and by what files are known again.
  static func lines(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { database in
      var lines = try String.fetchAll(
        database,
        sql: "SELECT name || ' ' || coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE '%autoindex%'")
      let tables = try String.fetchAll(
        database,
        sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'daybook_search_%'")
      for table in tables {
        let columns = try database.columns(in: table).map(\.name).filter {
          table != "daybook_text" || $0 != "number"
        }
        let names = columns.map { "quote(\($0.quoted))" }.joined(separator: " || '|' || ")
        let rest = table == "daybook_info" ? " WHERE \"key\" <> 'position files'" : ""
        lines += try String.fetchAll(database, sql: "SELECT \(names) FROM \(table.quoted)\(rest)")
          .map { "\(table): \($0)" }
      }
      return lines.sorted()
    }
  }

  static func string(_ path: String, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: path).read { try String.fetchAll($0, sql: sql) }
  }

  /// What SQLite finds wrong: nothing.
  static func faults(_ path: String) throws -> [String] {
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: "INSERT INTO daybook_search (daybook_search, rank) VALUES ('integrity-check', 1)")
      return try String.fetchAll(database, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
        + GRDB.Row.fetchAll(database, sql: "PRAGMA foreign_key_check").map { "\($0)" }
    }
  }
}

extension Dump {
  static func size(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.size] as? NSNumber)?.intValue ?? 0
  }
}
