package import Daybook
package import DaybookView

/// What somebody says of the tables that they give.
package struct TableOptions: Sendable {
  /// The kind of the rows; nil where each file is named after its kind.
  package var kind: String?
  /// Whose record the rows are of: an id, a natural key or a name.
  package var record: String?
  /// By column; an empty field passes the column over.
  package var map: [(column: String, field: String)] = []
  package var key: [String] = []
  package var separator: UInt8?
  package var order: WrittenMoment.Order?
  package var decimal: WrittenNumber.Decimal?
  package var zone: TimeZoneRule = .utc

  package init(kind: String? = nil) { self.kind = kind }

  var saysMapping: Bool { !map.isEmpty || !key.isEmpty || order != nil || decimal != nil }
}

/// A column that nobody knows yet, for whoever can be asked.
package struct ColumnQuestion: Sendable {
  package var file: String
  package var kind: String
  package var column: String
  /// The first few cells.
  package var examples: [String]
  package var guess: String?
  /// The fields to choose from.
  package var fields: [String]
}

/// What was answered: a field, or that the column is passed over.
package enum ColumnAnswer: Sendable, Equatable {
  case field(String)
  case nothing
}
