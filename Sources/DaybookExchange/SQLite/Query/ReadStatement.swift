// One prepared statement that only reads, and the error of any other.

import DaybookLog
import DaybookModel
import DaybookText
import GRDBSQLite

final class ReadStatement {
  private let connection: OpaquePointer
  private let guardian: ReadOnlyGuard
  private let statement: OpaquePointer

  init(
    _ text: String, _ connection: OpaquePointer, _ guardian: ReadOnlyGuard, names: FileSchema
  ) throws(LedgerError) {
    (self.connection, self.guardian) = (connection, guardian)
    guard !text.utf8.contains(0), text.utf8.count <= 1 << 20 else {
      throw LedgerError(.usage, "the SQL contains a NUL, or is longer than 1 MiB")
    }
    var (prepared, rest) = (OpaquePointer?.none, 0)
    let code = text.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, start, -1, &prepared, &tail)
      rest = tail.map { $0 - start } ?? 0
      return code
    }
    guard code == SQLITE_OK else {
      if let refusal = guardian.refusal { throw Self.refused(refusal) }
      throw Self.wrong(text, connection, names)
    }
    guard let prepared else { throw LedgerError(.usage, "there is no SQL statement") }
    statement = prepared
    guard Self.isBlank(text.utf8.dropFirst(rest)) else {
      throw LedgerError(
        .usage, "there is more than one SQL statement", offset: rest, advice: "give one at a time")
    }
    // The only statement for which SQLite asks no permission.
    guard sqlite3_stmt_readonly(prepared) != 0 else {
      throw Self.refused("VACUUM", advice: "'daybook export sqlite' writes a file")
    }
  }

  deinit { sqlite3_finalize(statement) }

  /// Reports the columns, then each row.
  func run(
    _ bounds: QueryBounds, columns tell: ([String]) -> Void,
    row: (_ columns: [String], _ values: [JSONValue]) throws -> Void
  ) throws {
    let count = sqlite3_column_count(statement)
    var names = SQLNames()
    let columns = (0..<count).map { column in
      names.take(sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "")
    }
    tell(columns)
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try row(columns, (0..<count).map(value))
      case SQLITE_DONE: return
      case SQLITE_INTERRUPT where bounds.isTimeUp:
        throw LedgerError(
          .refused, "the SQL takes too long", advice: "ask for less, or give more time with --timeout")
      case SQLITE_NOMEM:
        throw LedgerError(.refused, "the SQL takes too much memory", advice: "ask for less")
      default:
        // A pragma that is queried as a table is checked only now.
        if let refusal = guardian.refusal { throw Self.refused(refusal) }
        throw LedgerError(.usage, "SQL: " + String(cString: sqlite3_errmsg(connection)))
      }
    }
  }

  private func value(_ column: Int32) -> JSONValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .int(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT:
      let number = sqlite3_column_double(statement, column)
      return number.isFinite ? .double(number) : .string("\(number)")
    case SQLITE_NULL: return .null
    case let type:
      let start = type == SQLITE_TEXT ? nil : sqlite3_column_blob(statement, column)
      let text = type == SQLITE_TEXT ? sqlite3_column_text(statement, column) : nil
      let count = Int(sqlite3_column_bytes(statement, column))
      if let text {
        return .string(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
      }
      return .string(
        Base64.text(Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))))
    }
  }

  private static func refused(
    _ what: String, advice: String = "to write, use 'daybook upsert', 'link' and other commands"
  ) -> LedgerError {
    LedgerError(.refused, "'daybook sql' only reads: \(what) is not allowed", advice: advice)
  }

  /// The error, with its byte in the text.
  private static func wrong(_ text: String, _ connection: OpaquePointer, _ names: FileSchema) -> LedgerError {
    let what = String(cString: sqlite3_errmsg(connection))
    let offset = sqlite3_error_offset(connection)
    var error = LedgerError(.usage, "SQL: " + what, offset: offset >= 0 ? Int(offset) : nil)
    if what.hasPrefix("no such table") {
      let wanted = String(what.dropFirst("no such table: ".count))
      if let table = names[wanted] {
        error.advice = "the table of \(wanted) is \(table.name)"
      } else {
        error.advice = "to list all tables: SELECT * FROM daybook_kinds"
      }
    }
    return error
  }

  /// Whether nothing follows but spaces, semicolons and comments.
  private static func isBlank(_ rest: Substring.UTF8View) -> Bool {
    var bytes = Array(rest)[...]
    while let first = bytes.first {
      if bytes.starts(with: Array("--".utf8)) {
        bytes = bytes.drop { $0 != UInt8(ascii: "\n") }
      } else if [0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: ";")].contains(first) {
        bytes = bytes.dropFirst()
      } else if bytes.starts(with: Array("/*".utf8)) {
        // An unclosed comment extends to the end, as in SQLite.
        bytes = bytes.dropFirst(2)
        while !bytes.isEmpty, !bytes.starts(with: Array("*/".utf8)) { bytes = bytes.dropFirst() }
        bytes = bytes.dropFirst(2)
      } else {
        return false
      }
    }
    return true
  }
}
