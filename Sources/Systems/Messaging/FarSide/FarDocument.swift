public import Daybook

/// A document as the far side holds it.
public struct FarDocument: Sendable, Equatable {
  /// Where the far side holds it; it never changes.
  public var path: FarPath
  /// All of it. Instants are texts as everywhere (`2026-11-21T06:13:00.123Z`).
  public var fields: JSONObject
  /// When the far side first took it: the order of messages. When it was written, `createdAt` in the fields says.
  public var created: ServerTime
  /// When the far side took its last change.
  public var revision: ServerTime

  /// Makes a document as a far side reports it.
  public init(path: FarPath, fields: JSONObject, created: ServerTime, revision: ServerTime) {
    (self.path, self.fields, self.created, self.revision) = (path, fields, created, revision)
  }
}

/// One thing that happened on the far side.
public enum FarChange: Sendable, Equatable {
  /// The document is so now.
  case document(FarDocument)
  /// The document no longer exists. Documents below it are not reported one by one.
  case deleted(FarPath, revision: ServerTime)
  /// The user is no longer a participant of this conversation, or it no longer exists: nothing more will be reported of
  /// it. Has no time of its own: it holds when it is reported.
  case withdrawn(FarPath)

  /// The document that changed; of a withdrawal, the conversation.
  public var path: FarPath {
    switch self {
    case .document(let document): document.path
    case .deleted(let path, _), .withdrawn(let path): path
    }
  }
}

/// How far a user's changes have been reported: a text to keep and give back, which only the far side that made it can
/// read. One that it does not understand means that everything is reported again.
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
  /// Whether there are more changes to read at once, from the cursor on.
  public var hasMore: Bool

  /// Makes a page; used by far sides.
  public init(changes: [FarChange], cursor: FarCursor, hasMore: Bool) {
    (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
  }
}
