package import Daybook
package import DaybookView

/// What somebody says of the tables that they give.
package struct TableOptions: Sendable {
  /// The kind of the rows; nil where each file is named after its kind.
  package var kind: String?
  /// Whose record the rows are of: an id, a natural key or a name.
  package var record: String?
  /// By column, or by several with + between them; an empty field passes them over.
  package var map: [(column: String, field: String)] = []
  package var key: [String] = []
  package var separator: UInt8?
  package var order: WrittenMoment.Order?
  package var decimal: WrittenNumber.Decimal?
  package var zone: TimeZoneRule = .utc
  /// The zone's name, where somebody named one.
  package var zoneName: String?
  /// The name of the zone of this machine, where it has one.
  package var localZoneName: String?

  package init(kind: String? = nil) { self.kind = kind }

  var saysMapping: Bool { !map.isEmpty || !key.isEmpty || order != nil || decimal != nil }
}

/// A column that nobody knows yet, or several that make one field together.
package struct ColumnQuestion: Sendable {
  package var file: String
  package var kind: String
  package var columns: [String]
  /// The first few cells.
  package var examples: [String]
  package var guess: String?
  /// The fields to choose from.
  package var fields: [String]

  package var name: String { columns.joined(separator: "+") }
}

/// The answer: a field, or that the column is skipped.
package enum ColumnAnswer: Sendable, Equatable {
  case field(String)
  case nothing
}
