/// The line that ends a commit: an atomic batch of events of one replica.
public struct Commit: Sendable, Equatable {
  /// The commit's number within its replica, from 1.
  public var number: UInt64
  /// How many events it holds, at least 1.
  public var events: UInt64
  /// The caller's idempotency key, which from format 2 on is written as `hash:` and 32 hex digits.
  public var key: String?
  /// What its author held of other replicas, where that changed since the previous commit.
  public var seen: Seen
  /// The signed tree head after this commit; a sealed file keeps only the last of each frame.
  public var head: SignedHead?
  /// Keys that this version does not know, kept as they are.
  public var other: JSONObject = [:]

  /// A commit line; `head` is nil until the commit is signed.
  public init(
    number: UInt64, events: UInt64, key: String? = nil, seen: Seen = Seen(), head: SignedHead? = nil
  ) {
    (self.number, self.events, self.key, self.seen, self.head) = (number, events, key, seen, head)
  }
}

/// A replica's tree at a commit: how many leaves, their RFC 6962 root, and an Ed25519 signature.
public struct SignedHead: Sendable, Equatable {
  /// How many leaves the tree has: one for each line, commits included.
  public var size: UInt64
  /// The RFC 6962 tree hash over the first `size` leaves.
  public var root: Hash256
  /// 64 bytes.
  public var signature: [UInt8]

  /// A head as it was read; the signature is not verified here.
  public init(size: UInt64, root: Hash256, signature: [UInt8]) {
    (self.size, self.root, self.signature) = (size, root, signature)
  }
}
