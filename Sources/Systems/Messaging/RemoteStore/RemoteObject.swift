public import Daybook

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
