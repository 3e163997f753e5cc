public import Daybook

/// One reading or writing of a document, to be judged.
public struct AccessRequest: Sendable {
  public enum Action: String, Sendable, CaseIterable { case read, create, change, delete }

  public var user: String
  public var path: FarPath
  public var action: Action
  /// The document's fields before the request; nil for a creation.
  public var before: JSONObject?
  /// The document's fields after the request; nil for reading and deleting.
  public var after: JSONObject?

  public init(
    _ action: Action, _ path: FarPath, by user: String, before: JSONObject? = nil, after: JSONObject? = nil
  ) {
    (self.action, self.path, self.user) = (action, path, user)
    (self.before, self.after) = (before, after)
  }
}

/// The answer. Its words name collections and fields, never a value.
public enum AccessVerdict: Sendable, Equatable {
  case allowed
  case refused(String)
  /// Nobody may write it so.
  case invalid(String)

  public func get() throws(FarSideError) {
    switch self {
    case .allowed: return
    case .refused(let why): throw .refused(why)
    case .invalid(let why): throw .invalid(why)
    }
  }
}
