// The table that a kind becomes: which columns it has, and which tables hold its to-many relations.

import DaybookText
import DaybookView

/// What a column holds.
enum ColumnType: Equatable {
  case text, boolean, integer, real, blob
  /// JSON text: lists, names with values, nested values, anything.
  case json
  /// The id of an entity of the kind.
  case reference(kind: String)

  init(_ type: FieldType) {
    self =
      switch type {
      case .string, .instant, .day, .uuid, .enumeration, .one: .text
      case .bool: .boolean
      case .int: .integer
      // The nearest double: SQL adds and compares numbers.
      case .double, .decimal: .real
      case .data: .blob
      case .many, .array, .dictionary, .object, .any: .json
      }
  }

  /// As the table declares it.
  var declared: String {
    switch self {
    case .text, .json, .reference: "TEXT"
    case .boolean: "BOOLEAN"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .blob: "BLOB"
    }
  }
}

struct Column: Equatable {
  var name: String
  var field: String
  var type: ColumnType
  /// Whether people search for entities by it.
  var isIndexed = false
}

/// The edges of one to-many relation.
struct LinkTable: Equatable {
  var name: String
  var relation: String
  var target: String
}

struct KindTable: Equatable {
  var kind: String
  var name: String
  /// Of its schema; nil for a kind of no registered system, whose fields are all in `_other`.
  var version: Int64?
  var columns: [Column] = []
  var links: [LinkTable] = []

  /// The fields of its schema that it holds.
  var fields: Set<String> { Set(columns.map(\.field) + links.map(\.relation)) }

  /// The columns that every kind has: its id, its last write, and the fields that its schema does not have.
  static let id = "_id"
  static let stamp = "_stamp"
  static let other = "_other"

  /// - Parameter isComputed: whether it has columns for computed fields and for the inverses of relations too.
  init(_ kind: String, _ schema: KindSchema?, isComputed: Bool, _ names: inout SQLNames) {
    self.kind = kind
    name = names.take(kind: kind)
    version = schema?.version
    guard let schema else { return }
    var columnNames = SQLNames(taken: [Self.id, Self.stamp, Self.other])
    let searched = Set(schema.indexed + schema.uniques.flatMap { $0 })
    for field in schema.fields where field.name != "id" {
      if let relation = schema.relations.first(where: { $0.name == field.name }) {
        if relation.isToMany {
          let table = names.take("\(name)_\(field.name)")
          links.append(LinkTable(name: table, relation: field.name, target: relation.target))
          continue
        }
        let type = ColumnType.reference(kind: relation.target)
        columns.append(
          Column(name: columnNames.take(field.name), field: field.name, type: type, isIndexed: true))
        continue
      }
      let isWorkedOut = field.isProjection || schema.inverses.contains { $0.inverse == field.name }
      guard isComputed || !isWorkedOut else { continue }
      columns.append(
        Column(
          name: columnNames.take(field.name), field: field.name, type: ColumnType(field.type),
          isIndexed: searched.contains(field.name) && !isWorkedOut))
    }
  }
}
