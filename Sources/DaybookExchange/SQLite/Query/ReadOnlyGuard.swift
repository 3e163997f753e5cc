// Permits a statement only to read. While SQLite prepares a statement, it asks for permission for each action.

import GRDBSQLite

/// A class, because C keeps its address.
final class ReadOnlyGuard {
  /// The columns that the statement reads, by table; an empty set if it reads only the rows.
  private(set) var reads: [String: Set<String>] = [:]
  /// The first action that was refused.
  private(set) var refusal: String?

  /// Functions that reach beyond the database.
  private static let functions: Set<String> = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer",
  ]
  /// Pragmas that only read. The full-text index itself uses the last one.
  private static let pragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "foreign_key_list", "index_list", "index_info", "index_xinfo",
    "function_list", "collation_list", "compile_options", "data_version",
  ]

  func attach(to connection: OpaquePointer) {
    let address = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_set_authorizer(
      connection,
      { address, action, first, second, _, _ in
        guard let address else { return SQLITE_DENY }
        let this = Unmanaged<ReadOnlyGuard>.fromOpaque(address).takeUnretainedValue()
        return this.answer(action, first.map { String(cString: $0) }, second.map { String(cString: $0) })
      }, address)
  }

  func detach(from connection: OpaquePointer) { sqlite3_set_authorizer(connection, nil, nil) }

  private func answer(_ action: Int32, _ first: String?, _ second: String?) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_READ:
      let column = second ?? ""
      reads[first ?? "", default: []].formUnion(column.isEmpty ? [] : [column])
      return SQLITE_OK
    // For a table-valued function, SQLite declares a table and writes nothing: creating a real table asks to insert
    // first, and no statement may name this one.
    case SQLITE_UPDATE where first == "sqlite_master": return SQLITE_OK
    case SQLITE_FUNCTION where !Self.functions.contains(second?.lowercased() ?? ""): return SQLITE_OK
    case SQLITE_PRAGMA where Self.pragmas.contains(first?.lowercased() ?? ""): return SQLITE_OK
    default:
      if refusal == nil { refusal = Self.name(of: action, first, second) }
      return SQLITE_DENY
    }
  }

  private static func name(of action: Int32, _ first: String?, _ second: String?) -> String {
    switch action {
    case SQLITE_INSERT: "INSERT"
    case SQLITE_UPDATE: "UPDATE"
    case SQLITE_DELETE: "DELETE"
    case SQLITE_ATTACH: "ATTACH"
    case SQLITE_DETACH: "DETACH"
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT: "a transaction"
    case SQLITE_PRAGMA: "PRAGMA \(first ?? "")"
    case SQLITE_FUNCTION: "\(second ?? "")()"
    default: "a change to the tables"
    }
  }
}
