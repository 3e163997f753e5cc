/// The result of an export to SQLite.
public struct SQLiteReceipt: Sendable, Equatable {
  /// The database file.
  public var path: String
  /// Whether the file was written whole, and not updated.
  var isAnew: Bool
  /// Why it was written whole although it was to be updated.
  public var reason: String?
  /// The rows of entities that were written, and those that were removed.
  public var rows = 0
  /// How many rows of an earlier export were removed.
  public var removed = 0
  /// The events that were added to the history.
  public var events = 0
  /// The kinds in the file with fields that other output masks.
  public var hiddenKinds: [String] = []
}

/// A file that can only be made whole again.
struct NotUpdatable: Error {
  var why: String
}
