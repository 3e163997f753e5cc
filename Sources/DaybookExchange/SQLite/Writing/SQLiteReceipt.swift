/// What an export to SQLite did.
package struct SQLiteReceipt: Sendable, Equatable {
  package var path: String
  /// Whether the file was made whole, and not brought up to date.
  package var isAnew: Bool
  /// Why it was made whole though it was to be brought up to date.
  package var reason: String?
  /// Rows of entities that were written, and those that were taken away.
  package var rows = 0
  package var removed = 0
  /// Events that the history got.
  package var events = 0
  /// The kinds in the file that have fields which output otherwise masks.
  package var hiddenKinds: [String] = []
}

/// A file that can only be made whole again.
struct NotUpdatable: Error {
  var why: String
}
