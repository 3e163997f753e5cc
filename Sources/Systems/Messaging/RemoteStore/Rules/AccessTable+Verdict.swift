public import Daybook

extension AccessTable {
  /// Whether a user may make a request. A pure function of the request and of the present documents that `held`
  /// returns: only the conversation of a document below one is read.
  ///
  /// - Parameters:
  ///   - request: the user, the action, and the document's fields before and after it.
  ///   - held: returns the fields of an existing document; nil if there is none.
  public static func verdict<Failure: Error>(
    _ request: AccessRequest, held: (RemotePath) throws(Failure) -> JSONObject?
  ) throws(Failure) -> AccessVerdict {
    guard let rules = rules(for: request.path) else {
      return .refused("nobody may use documents of this collection")
    }
    let participants = try participants(request, held)
    guard reaches(request, participants) else { return .refused(stranger(request.path)) }
    let sender = sender(request)
    guard permits(rules.grant(request.action), request, participants, sender) else {
      return .refused(
        "only \(rules.grant(request.action).words) may \(request.action.rawValue) documents of "
          + "'\(request.path.collection)'")
    }
    guard let after = request.after else { return .allowed }
    return judge(request, after, rules, participants, sender)
  }

  /// The message is the same whether or not the document exists.
  private static func stranger(_ path: RemotePath) -> String {
    path.components[0] == "users"
      ? "another user's documents may not be used" : "the user is not a participant of this conversation"
  }

  /// Of the conversation that the document belongs to, before the request; of one that is made, as made.
  private static func participants<Failure: Error>(
    _ request: AccessRequest, _ held: (RemotePath) throws(Failure) -> JSONObject?
  ) throws(Failure) -> [String] {
    guard request.path.components[0] == "conversations" else { return [] }
    let root = request.path.root
    let conversation = request.path == root ? request.before ?? request.after : try held(root)
    return texts(conversation?["participantIDs"])
  }

  private static func reaches(_ request: AccessRequest, _ participants: [String]) -> Bool {
    request.path.components[0] == "users"
      ? request.path.components[1].isSame(request.user) : participants.has(request.user)
  }

  /// Of a message.
  private static func sender(_ request: AccessRequest) -> String? {
    request.path.collection == "messages" ? (request.before ?? request.after)?["senderID"]?.string : nil
  }

  private static func permits(
    _ grant: CollectionRules.Grant, _ request: AccessRequest, _ participants: [String], _ sender: String?
  ) -> Bool {
    let owner = request.path.id
    return switch grant {
    case .owner, .participants, .founder: true
    case .lastParticipant: participants.allSatisfy { $0.isSame(request.user) }
    case .oneself: owner.isSame(request.user)
    case .memberOrOneself: participants.has(owner)
    case .sender: sender?.isSame(request.user) == true
    }
  }

  /// The texts of a list; other elements are left out. Empty for nil and for a value that is not a list.
  public static func texts(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }
}

extension String {
  /// Byte for byte: in Swift, canonically equivalent texts are equal, but an id must not pass for another.
  func isSame(_ other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension [String] {
  func has(_ name: String) -> Bool { contains { $0.isSame(name) } }
}

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
