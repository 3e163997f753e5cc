// How files are opened, and what SQLite's errors mean.

import DaybookModel
import GRDB

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

enum SQLiteFile {
  /// Keys are not checked row by row: rows that refer to one another come in any order, and every link is looked up
  /// before it is written.
  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Opens a file, changes it in one transaction, and closes it.
  static func change(
    _ path: String, pragmas: String, _ kind: Database.TransactionKind? = nil,
    _ body: (Database) throws -> Void
  ) throws {
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.writeWithoutTransaction { database in
      try database.execute(sql: pragmas)
      try database.inTransaction(kind) {
        try body(database)
        return .commit
      }
    }
    try queue.close()
  }
}

enum FilePlace {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}

enum SQLiteFailure {
  /// Converts SQLite's errors to the ledger's.
  static func told<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      throw ledgerError(error, path)
    }
  }

  private static func ledgerError(_ error: DatabaseError, _ path: String) -> LedgerError {
    let force = "give --force to make it anew"
    switch error.resultCode {
    case .SQLITE_NOTADB:
      return LedgerError(.refused, "the file is not a SQLite file", file: path, advice: force)
    case .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_MISMATCH, .SQLITE_CONSTRAINT, .SQLITE_SCHEMA:
      return LedgerError(
        .damaged, "the file is damaged: \(error.message ?? "\(error)")", file: path, advice: force)
    case .SQLITE_BUSY, .SQLITE_LOCKED:
      return LedgerError(.busy, "the file is in use by another program", file: path, advice: "try again")
    case .SQLITE_FULL: return LedgerError(.inputOutput, "there is no space to write it", file: path)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
      return LedgerError(.cannotCreate, error.message ?? "the file cannot be written", file: path)
    default: return LedgerError(.inputOutput, error.message ?? "\(error)", file: path, cause: error)
    }
  }
}
