// A field's value as a column holds it.

import DaybookModel
import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Cell {
  /// - Parameter data: the bytes of a data field that are kept beside the log.
  static func value(
    _ value: JSONValue, as type: ColumnType, _ data: (JSONValue) throws -> [UInt8]?
  ) throws -> DatabaseValue {
    if value.isNull { return .null }
    switch type {
    case .json: return value.description.sqlite
    case .blob:
      // A masked value, and one that is not data, stays as it is.
      return try data(value).map { Data($0).databaseValue } ?? plain(value)
    case .real: return value.double?.databaseValue ?? plain(value)
    case .integer: return value.int?.databaseValue ?? plain(value)
    case .text, .boolean, .reference: return plain(value)
    }
  }

  private static func plain(_ value: JSONValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .bool(let value): (value ? 1 : 0).databaseValue
    case .int(let value): value.databaseValue
    case .double(let value): value.databaseValue
    // SQLite would round it.
    case .number(let text): text.sqlite
    case .string(let value): value.sqlite
    // A value that no schema of this version wrote.
    case .array, .object: value.description.sqlite
    }
  }
}
