/// What an export to SQLite did.
public struct SQLiteReceipt: Sendable, Equatable {
  public var path: String
  /// Whether the file was made whole, and not brought up to date.
  var isAnew: Bool
  /// Why it was made whole though it was to be brought up to date.
  public var reason: String?
  /// Rows of entities that were written, and those that were taken away.
  public var rows = 0
  public var removed = 0
  /// Events that the history got.
  public var events = 0
  /// The kinds in the file that have fields which output otherwise masks.
  public var hiddenKinds: [String] = []
}

/// A file that can only be made whole again.
struct NotUpdatable: Error {
  var why: String
}
