package import DaybookLog
public import DaybookModel
import DaybookReplication

/// The signed head of a replica's tree: everything that the replica had written by then, in 32 bytes, with its
/// signature. If you keep it elsewhere, it later shows whether any of those lines was changed or removed.
public struct TreeHead: Sendable, Equatable {
  /// The ledger's id, a UUID.
  public let ledger: String
  /// The replica that wrote and signed the tree's lines.
  public let replica: ReplicaID
  /// How many lines the tree has: events and ends of commits.
  public let size: UInt64
  /// The tree's root hash (RFC 6962), which the signature covers.
  public let root: Hash256
  /// Ed25519, 32 bytes; its SHA-256 begins with the replica's id.
  public let publicKey: [UInt8]
  /// The number of the last event that the head covers, within the replica.
  public let lastSeq: UInt64
  /// The stamp of its last event, by its own clock.
  public let lastStamp: Stamp?
  /// From 0; more than one where the replica has forked.
  public let branch: Int
  package let headNote: HeadNote

  package init(_ head: HeadSurvey.Head) {
    headNote = head.note
    (ledger, replica, size, root) = (head.note.ledger, head.note.replica, head.note.size, head.note.root)
    (publicKey, lastSeq, lastStamp) = (head.publicKey, head.lastSeq, head.lastStamp)
    branch = head.branch.ordinal
  }

  /// As a signed note (C2SP), ending with LF; several in one text have an empty line between them.
  public var note: String { headNote.description }

  /// The key that checks ``note``, in the form that tools for such notes expect.
  public var verifierKey: String { HeadNote.verifierKey(replica, publicKey: publicKey) }

  /// The line of an `allowed_signers` file for `ssh-keygen`; the replica's id is the principal.
  public var allowedSigner: String {
    SSHSignature.allowedSigner(replica.description, publicKey: publicKey)
  }
}

extension TreeHead {
  /// The key as OpenSSL reads it (RFC 8410): a PEM file, ending with LF.
  public var publicKeyPEM: String {
    let prefix: [UInt8] = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
    return "-----BEGIN PUBLIC KEY-----\n\(Base64.text(prefix + publicKey))\n-----END PUBLIC KEY-----\n"
  }
}
