public import Daybook
public import DaybookView

/// The user's options for the tables to import.
public struct TableOptions: Sendable {
  /// The kind of the rows; nil where each file is named after its kind.
  var kind: String?
  /// The record that the rows belong to: an id, a natural key or a name.
  public var record: String?
  /// Fields by column, or by several columns with + between them; an empty field skips them.
  public var map: [(column: String, field: String)] = []
  /// The columns that identify a row; empty to tell them by their names.
  public var key: [String] = []
  /// The byte between cells; nil to tell it by the first lines.
  public var separator: UInt8?
  /// The order of day, month and year in dates; nil to tell it by the column's values.
  public var order: WrittenMoment.Order?
  /// The decimal separator of numbers; nil to tell it by the column's values.
  public var decimal: WrittenNumber.Decimal?
  /// The time zone of times that name none.
  public var zone: TimeZoneRule = .utc
  /// The zone's name, if the user gave one.
  public var zoneName: String?
  /// The name of the zone of this machine, where it has one.
  public var localZoneName: String?

  /// Options for rows of one kind; nil to choose the kind by the columns.
  public init(kind: String? = nil) { self.kind = kind }

  var saysMapping: Bool { !map.isEmpty || !key.isEmpty || order != nil || decimal != nil }
}

/// An unknown column, or several that form one field together.
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
