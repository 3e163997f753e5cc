public import Daybook
public import DaybookView

/// What somebody says of the tables that they give.
public struct TableOptions: Sendable {
  /// The kind of the rows; nil where each file is named after its kind.
  var kind: String?
  /// Whose record the rows are of: an id, a natural key or a name.
  public var record: String?
  /// By column, or by several with + between them; an empty field passes them over.
  public var map: [(column: String, field: String)] = []
  public var key: [String] = []
  public var separator: UInt8?
  public var order: WrittenMoment.Order?
  public var decimal: WrittenNumber.Decimal?
  public var zone: TimeZoneRule = .utc
  /// The zone's name, where somebody named one.
  public var zoneName: String?
  /// The name of the zone of this machine, where it has one.
  public var localZoneName: String?

  public init(kind: String? = nil) { self.kind = kind }

  var saysMapping: Bool { !map.isEmpty || !key.isEmpty || order != nil || decimal != nil }
}

/// A column that nobody knows yet, or several that make one field together.
public struct ColumnQuestion: Sendable {
  var file: String
  var kind: String
  var columns: [String]
  /// The first few cells.
  var examples: [String]
  var guess: String?
  /// The fields to choose from.
  var fields: [String]

  var name: String { columns.joined(separator: "+") }
}

/// The answer: a field, or that the column is skipped.
public enum ColumnAnswer: Sendable, Equatable {
  case field(String)
  case nothing
}
