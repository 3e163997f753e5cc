public import Daybook

/// A document on the remote store.
public struct RemoteDocument: Sendable, Equatable {
  /// Where the remote store holds it; it never changes.
  public var path: RemotePath
  /// All of it. Instants are texts as everywhere (`2026-11-21T06:13:00.123Z`).
  public var fields: JSONObject
  /// When the remote store first accepted it: the order of messages. The field `createdAt` has the time of writing.
  public var created: ServerTime
  /// When the remote store accepted its last change.
  public var revision: ServerTime

  /// Creates a document; used by remote stores.
  public init(path: RemotePath, fields: JSONObject, created: ServerTime, revision: ServerTime) {
    (self.path, self.fields, self.created, self.revision) = (path, fields, created, revision)
  }
}

/// One thing that happened on the remote store.
public enum RemoteChange: Sendable, Equatable {
  /// The document's present state.
  case document(RemoteDocument)
  /// The document no longer exists. Documents below it are not reported one by one.
  case deleted(RemotePath, revision: ServerTime)
  /// The user is no longer a participant of this conversation, or it no longer exists: nothing more will be reported of
  /// it. It has no time of its own: it is valid when it is reported.
  case withdrawn(RemotePath)

  /// The document that changed; for a withdrawal, the conversation.
  public var path: RemotePath {
    switch self {
    case .document(let document): document.path
    case .deleted(let path, _), .withdrawn(let path): path
    }
  }
}

/// How far a user's changes have been reported: a text to keep and pass back, which only the remote store that made it can
/// read. If it does not understand the text, everything is reported again.
public struct RemoteCursor: Hashable, Sendable {
  /// An opaque text, in a form that only the remote store knows.
  public var text: String

  /// Restores a cursor from the text that was kept.
  public init(_ text: String) { self.text = text }
}

/// A page of changes.
public struct RemoteChanges: Sendable, Equatable {
  /// In any order; a document appears with its last state only.
  public var changes: [RemoteChange]
  /// Keep it once the changes are kept.
  public var cursor: RemoteCursor
  /// Whether there are more changes to read immediately, from the cursor on.
  public var hasMore: Bool

  /// Makes a page; used by remote stores.
  public init(changes: [RemoteChange], cursor: RemoteCursor, hasMore: Bool) {
    (self.changes, self.cursor, self.hasMore) = (changes, cursor, hasMore)
  }
}
