public import Daybook

/// A request to read or write a document, to be checked.
public struct AccessRequest: Sendable {
  /// The requested action.
  public enum Action: String, Sendable, CaseIterable {
    /// Reading the document, or having its changes reported.
    case read
    /// Writing a document that does not exist, or no longer does.
    case create
    /// Writing a document that exists.
    case change
    /// Deleting the document.
    case delete
  }

  /// The id of the user who asks.
  public var user: String
  /// The one document that is asked for.
  public var path: RemotePath
  /// What the user wants to do with the document.
  public var action: Action
  /// The document's fields before the request; nil for a creation.
  public var before: JSONObject?
  /// The document's fields after the request; nil for reading and deleting.
  public var after: JSONObject?

  /// Makes a request. Give `before` for all but a creation, and `after` for a creation and a change.
  public init(
    _ action: Action, _ path: RemotePath, by user: String, before: JSONObject? = nil, after: JSONObject? = nil
  ) {
    (self.action, self.path, self.user) = (action, path, user)
    (self.before, self.after) = (before, after)
  }
}

/// The answer. Its words name collections and fields, never a value.
public enum AccessVerdict: Sendable, Equatable {
  /// The rules let the user do it.
  case allowed
  /// The user may not, but another user may. The text says who may.
  case refused(String)
  /// Nobody may write it in this form.
  case invalid(String)

  /// Returns if the request is allowed.
  /// - Throws: ``RemoteStoreError/refused(_:)`` or ``RemoteStoreError/invalid(_:)`` with the verdict's text.
  public func get() throws(RemoteStoreError) {
    switch self {
    case .allowed: return
    case .refused(let why): throw .refused(why)
    case .invalid(let why): throw .invalid(why)
    }
  }
}
