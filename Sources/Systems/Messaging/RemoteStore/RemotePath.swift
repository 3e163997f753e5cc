/// The path of a document: collections and ids in turn, such as `conversations/c1/messages/m1`, as in Firestore.
///
/// Paths are equal only if their bytes are.
public struct RemotePath: Sendable {
  /// An even number, at least two.
  public let components: [String]
  public let description: String

  /// Nil unless collections and ids alternate, each of them 1 to 512 bytes without `/` and control characters, and
  /// none of `.`, `..` and `__…__`, which Firestore reserves.
  public init?(_ components: [String]) {
    guard components.count >= 2, components.count.isMultiple(of: 2), components.allSatisfy(Self.isName) else {
      return nil
    }
    self.init(trusted: components)
  }

  /// For names that are known to be valid.
  private init(trusted components: [String]) {
    (self.components, description) = (components, components.joined(separator: "/"))
  }

  /// Whether a text can be a collection or an id in a path: see `init(_:)` for the rules.
  public static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    if bytes.isEmpty || bytes.count > 512 || name == "." || name == ".." { return false }
    if name.hasPrefix("__") && name.hasSuffix("__") { return false }
    return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7f && $0 != UInt8(ascii: "/") }
  }

  /// The last collection, such as `messages`.
  public var collection: String { components[components.count - 2] }
  public var id: String { components[components.count - 1] }

  /// The document that this one's collection belongs to; nil for one of `users` and `conversations`.
  public var parent: RemotePath? {
    components.count > 2 ? RemotePath(trusted: Array(components.dropLast(2))) : nil
  }

  /// The user or the conversation that it belongs to: the unit that is reported, ordered and locked together.
  public var root: RemotePath { RemotePath(trusted: Array(components.prefix(2))) }
}

extension RemotePath: LosslessStringConvertible, CustomStringConvertible {
  /// Parses a path with `/` between its components; nil where the components do not form a path.
  public init?(_ description: String) {
    self.init(description.split(separator: "/", omittingEmptySubsequences: false).map(String.init))
  }
}

extension RemotePath: Hashable, Comparable {
  public static func == (left: RemotePath, right: RemotePath) -> Bool {
    left.description.isSame(right.description)
  }

  public func hash(into hasher: inout Hasher) {
    var text = description
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Compares the bytes of the texts.
  public static func < (left: RemotePath, right: RemotePath) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }
}

extension RemotePath {
  /// Nil where an id is not a valid name (see `init(_:)`), as with all of these.
  public static func user(_ user: String) -> RemotePath? { RemotePath(["users", user]) }
  /// The data about a conversation that only one user may read.
  public static func userConversation(_ conversation: String, of user: String) -> RemotePath? {
    RemotePath(["users", user, "conversations", conversation])
  }
  /// A frequent question, which only its user may read.
  public static func faq(_ faq: String, of user: String) -> RemotePath? {
    RemotePath(["users", user, "faqs", faq])
  }
  /// A conversation itself. Its `participantIDs` determine who may read the documents below it.
  public static func conversation(_ conversation: String) -> RemotePath? {
    RemotePath(["conversations", conversation])
  }
  /// A user's part in a conversation; the document's id is the user's.
  public static func participant(_ user: String, in conversation: String) -> RemotePath? {
    RemotePath(["conversations", conversation, "participants", user])
  }
  /// A message of a conversation.
  public static func message(_ message: String, in conversation: String) -> RemotePath? {
    RemotePath(["conversations", conversation, "messages", message])
  }
}
