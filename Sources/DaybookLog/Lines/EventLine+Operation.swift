package import DaybookModel

// Operations by number are the rows of the one table.

extension EventLine.Op {
  private static let names = EventOperation.table.map { Array($0.operation.rawValue.utf8) }
  private static let rows = EventOperation.table

  /// `other` for one that this version does not know.
  package init(_ operation: EventOperation) {
    let index = Self.rows.firstIndex { $0.operation == operation }
    self = index.flatMap { Self(rawValue: UInt8($0)) } ?? .other
  }

  /// Not of `other`, which has no name of its own.
  package var name: [UInt8] { Self.names[Int(rawValue)] }

  /// Not of `other`.
  package var operation: EventOperation { Self.rows[Int(rawValue)].operation }

  /// Empty for `other`.
  package var effects: EventOperation.Effects { self == .other ? [] : Self.rows[Int(rawValue)].effects }

  /// Whether this version writes it.
  package var isWritten: Bool { self != .other && Self.rows[Int(rawValue)].isWritten }
}
