// A file's data about itself: its ledger, its selection and its position.

import Daybook
import DaybookModel
import DaybookView
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct FileInfo: Equatable {
  /// The ledger's id.
  var ledger: String
  /// The fingerprint of the schemas that the rows were read through.
  var schema: String
  var selection: SQLiteSelection
  /// The point in time of the ledger's state, as the user typed it; nil: when the file was made.
  var cut: String?
  var madeAt: Instant
  /// How far it follows the ledger; nil where it cannot be brought up to date.
  var position: ExportPosition?

  private static let files = "position files"

  private var rows: [(key: String, value: DatabaseValue)] {
    [
      ("format", FileSchema.version.databaseValue), ("ledger", ledger.databaseValue),
      ("schema", schema.databaseValue), ("as of", (cut ?? madeAt.description).databaseValue),
      ("kinds", (selection.kinds?.sorted().joined(separator: " ")).sqlite),
      ("where", (selection.condition?.text).sqlite), ("computed fields", selection.isComputed.databaseValue),
      ("made at", madeAt.description.databaseValue),
      ("made by", "daybook \(Ledger.softwareVersion)".databaseValue),
      ("frontier", (position?.text).sqlite),
      (Self.files, (position?.files).map { Data($0).databaseValue } ?? .null),
    ]
  }

  /// Writes it, with the numbers by which the file is known.
  func write(_ database: Database) throws {
    for row in rows {
      try database.execute(
        sql: "INSERT OR REPLACE INTO \(FileSchema.info) VALUES (?, ?)", arguments: [row.key, row.value])
    }
    try database.execute(sql: "PRAGMA application_id = \(FileSchema.applicationID)")
    try database.execute(sql: "PRAGMA user_version = \(FileSchema.version)")
  }

  /// Reads the file's ledger and position, if this version can update the file.
  /// - Throws: ``LedgerError`` `refused` for a file of another ledger, layout or schema, or of something else.
  static func position(
    _ database: Database, ledger: String, schema: String, file: String
  ) throws -> (position: ExportPosition?, isWhole: Bool) {
    let advice = "give --force to make it anew"
    func refused(_ what: String) -> LedgerError { LedgerError(.refused, what, file: file, advice: advice) }
    guard try Int.fetchOne(database, sql: "PRAGMA application_id") == FileSchema.applicationID else {
      throw refused("the file is not an export of a ledger")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version == FileSchema.version else {
      throw refused("the file has the layout \(version), and this version writes \(FileSchema.version)")
    }
    var values: [String: DatabaseValue] = [:]
    for row in try GRDB.Row.fetchAll(database, sql: "SELECT \"key\", \"value\" FROM \(FileSchema.info)") {
      values[row[0]] = row[1]
    }
    func text(_ key: String) -> String? { values[key].flatMap { String.fromDatabaseValue($0) } }
    guard text("ledger") == ledger else {
      throw refused("the file is an export of another ledger" + (text("ledger").map { ", \($0)" } ?? ""))
    }
    guard text("schema") == schema else { throw refused("the file was made with other schemas") }
    let isComputed = values["computed fields"].flatMap { Bool.fromDatabaseValue($0) } ?? false
    let isWhole = text("kinds") == nil && text("where") == nil && !isComputed
    let files = values[Self.files].flatMap { Data.fromDatabaseValue($0) } ?? Data()
    return (text("frontier").flatMap { ExportPosition(text: $0, files: Array(files)) }, isWhole)
  }
}
