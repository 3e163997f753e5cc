public import Daybook

/// A document on the far side.
public struct FarDocument: Sendable, Equatable {
  /// Where the far side holds it; it never changes.
  public var path: FarPath
  /// All of it. Instants are texts as everywhere (`2026-11-21T06:13:00.123Z`).
  public var fields: JSONObject
  /// When the far side first accepted it: the order of messages. The field `createdAt` has the time of writing.
  public var created: ServerTime
  /// When the far side accepted its last change.
  public var revision: ServerTime

  /// Creates a document; used by far sides.
  public init(path: FarPath, fields: JSONObject, created: ServerTime, revision: ServerTime) {
    (self.path, self.fields, self.created, self.revision) = (path, fields, created, revision)
  }
}

/// One thing that happened on the far side.
public enum FarChange: Sendable, Equatable {
  /// The document's present state.
  case document(FarDocument)
  /// The document no longer exists. Documents below it are not reported one by one.
  case deleted(FarPath, revision: ServerTime)
  /// The user is no longer a participant of this conversation, or it no longer exists: nothing more will be reported of
  /// it. It has no time of its own: it is valid when it is reported.
  case withdrawn(FarPath)

  /// The document that changed; for a withdrawal, the conversation.
  public var path: FarPath {
    switch self {
    case .document(let document): document.path
    case .deleted(let path, _), .withdrawn(let path): path
    }
  }
}

/// How far a user's changes have been reported: a text to keep and pass back, which only the far side that made it can
/// read. If it does not understand the text, everything is reported again.
public struct FarCursor: Hashable, Sendable {
  /// An opaque text, in a form that only the far side knows.
  public var text: String

  /// Restores a cursor from the text that was kept.
  public init(_ text: String) { self.text = text }
}

/// A page of changes.
public struct FarChanges: Sendable, Equatable {
  /// In any order; a document appears with its last state only.
  public var changes: [FarChange]
  /// Keep it once the changes are kept.
  public var cursor: FarCursor
  /// Whether there are more changes to read immediately, from the cursor on.
  public var hasMore: Bool

  /// Makes a page; used by far sides.
  public init(changes: [FarChange], cursor: FarCursor, hasMore: Bool) {
    (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
  }
}
