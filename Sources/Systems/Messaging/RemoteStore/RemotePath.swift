public import Daybook

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

/// The name of an attachment's bytes: `conversations/c1/attachments/<sha256>`. It is stored in the attachment's `url`,
/// because it stays valid when the server moves. Anyone who has it can check the bytes, and the same bytes sent twice
/// into a conversation are kept once.
public struct RemoteObject: Hashable, Sendable {
  /// The conversation's id; its participants may send and fetch the bytes.
  public let conversation: String
  /// SHA-256 of the bytes.
  public let hash: Hash256

  /// The maximum size of what is sent at once.
  public static let sizeBytesMax = 64 << 20

  /// Nil when the conversation's id is not a valid name (see ``RemotePath/isName(_:)``).
  public init?(conversation: String, hash: Hash256) {
    guard RemotePath.isName(conversation) else { return nil }
    (self.conversation, self.hash) = (conversation, hash)
  }

  /// The name of these bytes. O(bytes).
  public init?(conversation: String, bytes: [UInt8]) {
    self.init(conversation: conversation, hash: Hash256(sha256Of: bytes))
  }

  /// The path of the conversation; nil only if the id is not a valid name, which the initializers rule out.
  public var root: RemotePath? { .conversation(conversation) }

  /// Whether the bytes are those of this name. O(bytes).
  public func names(_ bytes: [UInt8]) -> Bool { Hash256(sha256Of: bytes) == hash }

  /// Refuses bytes that may not be stored under this name.
  public func check(_ bytes: [UInt8]) throws(RemoteStoreError) {
    guard bytes.count <= Self.sizeBytesMax else {
      throw .invalid("an attachment of more than \(Self.sizeBytesMax >> 20) MiB")
    }
    guard names(bytes) else { throw .invalid("the attachment's bytes do not match its name") }
  }
}

extension RemoteObject: LosslessStringConvertible, CustomStringConvertible {
  public var description: String { "conversations/\(conversation)/attachments/\(hash)" }

  /// Parses `conversations/<id>/attachments/<64 hexadecimal digits>`; nil for any other text.
  public init?(_ description: String) {
    let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, parts[0] == "conversations", parts[2] == "attachments",
      let hash = Hash256(parts[3])
    else { return nil }
    self.init(conversation: parts[1], hash: hash)
  }
}
