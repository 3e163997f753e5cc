import DaybookLog
public import DaybookModel

/// What a proof proves, in words: who wrote what, when by its own clock, and which head says so; or why it proves
/// nothing. The report is made from the proof alone.
///
/// A proof shows that the holder of the key had written that line by then, and that every copy of the ledger that has
/// this head has this line at this place. It does not show that the key's holder is who it says, nor that the clock was
/// right.
public struct ProofReport: Sendable {
  /// One line that is proved.
  public struct Line: Sendable {
    /// The replica that wrote the line; its key signed the head that the line is proved against.
    public var replica: ReplicaID
    /// Its place in the replica's tree, from 0.
    public var index: UInt64
    /// The line's leaf hash (SHA-256, RFC 6962). It can be compared with the hash of a line that is held elsewhere.
    public var leaf: Hash256
    /// The event; nil where the proof holds only its leaf.
    public var event: Event?
  }

  /// A head of the proof, whose signature was checked.
  public struct Head: Sendable {
    /// The replica whose tree it is, as the signed note names it.
    public var replica: ReplicaID
    /// The Ed25519 key that the signature was checked with, 32 bytes. Its SHA-256 begins with the replica's id.
    public var publicKey: [UInt8]
    /// How many lines the tree has: events and ends of commits.
    public var size: UInt64
    /// The tree's root hash (RFC 6962), which the signature covers.
    public var root: Hash256
    /// The sizes of earlier heads that are its beginnings.
    public var earlierSizes: [UInt64] = []
    /// Whether it equals or continues one of the kept heads that were given; nil if none were given.
    public var isAnchored: Bool?
  }

  /// The ledger's id, a UUID, as the proof states it. The report does not check it against any ledger.
  public var ledger: String
  /// The heads with a valid signature, in the proof's order. A head that is not signed by its replica is only in
  /// ``failures``.
  public var heads: [Head] = []
  /// The lines whose place in a signed tree was verified, in the proof's order; empty where the proof is about heads
  /// alone.
  public var lines: [Line] = []
  /// Why not everything is proved: a sentence each, without a full stop. Empty if everything is proved.
  public var failures: [String] = []

  /// Whether every head, line and earlier head of the proof was verified: ``failures`` is empty.
  public var isProved: Bool { failures.isEmpty }

  /// Checks a proof. If kept heads are given, every head of the proof must equal or continue one of them.
  public init(_ proof: Proof, anchors: [TrustedHeads] = []) {
    ledger = proof.ledger
    let kept = anchors.isEmpty ? nil : anchors.flatMap(\.notes)
    for part in proof.parts { check(part, kept) }
  }

  private mutating func check(_ part: Proof.Part, _ kept: [HeadNote]?) {
    let note = part.note
    guard note.isSigned(by: part.publicKey) else {
      failures.append("the head of \(note.replica) is not signed by the key that the replica's id is made of")
      return
    }
    var head = Head(
      replica: note.replica, publicKey: part.publicKey, size: note.size, root: note.root)
    for event in part.events { check(event, note) }
    for earlier in part.earlier where check(earlier, part) { head.earlierSizes.append(earlier.note.size) }
    if let kept {
      head.isAnchored =
        kept.contains { $0.isSameTree(as: note) && $0.isSigned(by: part.publicKey) }
        || part.earlier.contains { earlier in
          head.earlierSizes.contains(earlier.note.size)
            && kept.contains { $0.isSameTree(as: earlier.note) && $0.isSigned(by: part.publicKey) }
        }
      if head.isAnchored == false {
        failures.append(
          "the head of \(note.replica) is not shown to continue a kept head: the proof has no path from one"
        )
      }
    }
    heads.append(head)
  }

  private mutating func check(_ event: Proof.Leaf, _ note: HeadNote) {
    let hash = event.content.hash
    guard
      MerkleProof.verifyInclusion(
        hash, index: event.index, size: note.size, path: event.path, root: note.root)
    else {
      failures.append("line \(event.index) is not in the tree of \(note.replica)'s head")
      return
    }
    var line = Line(replica: note.replica, index: event.index, leaf: hash)
    if case .line(let bytes) = event.content {
      guard let parsed = try? EventLine.parse(bytes.span), parsed.stamp.replica == note.replica else {
        failures.append("line \(event.index) of \(note.replica) is not an event of that replica")
        return
      }
      line.event = parsed.event(bytes.span)
    }
    lines.append(line)
  }

  private mutating func check(_ earlier: Proof.Earlier, _ part: Proof.Part) -> Bool {
    guard earlier.note.replica == part.note.replica, earlier.note.ledger == part.note.ledger,
      earlier.note.isSigned(by: part.publicKey)
    else {
      failures.append("the earlier head of \(earlier.note.size) lines is not signed by the same replica")
      return false
    }
    guard
      MerkleProof.verifyConsistency(
        oldSize: earlier.note.size, oldRoot: earlier.note.root, newSize: part.note.size,
        newRoot: part.note.root, proof: earlier.path)
    else {
      failures.append(
        "the tree of \(part.note.size) lines is not shown to begin with the tree of \(earlier.note.size) lines"
      )
      return false
    }
    return true
  }
}

extension HeadNote {
  fileprivate func isSameTree(as other: HeadNote) -> Bool {
    ledger == other.ledger && replica == other.replica && size == other.size && root == other.root
  }
}

/// What is to be proved.
public struct ProofRequest: Sendable {
  /// The lines that a proof is about.
  public enum Subject: Sendable, Equatable {
    /// Every event of an entity, on whichever replica.
    case entity(kind: String, id: String)
    /// The one event with this stamp.
    case event(Stamp)
  }

  /// Nil: prove only that the present heads continue kept ones.
  public var subject: Subject?
  /// Kept heads that the present heads must be proved to continue; with a subject, only those of the replicas that
  /// wrote about it.
  public var from: [TrustedHeads] = []
  /// Leaves the lines out: only somebody who has them can tell what is proved.
  public var isHashOnly = false

  /// A request without kept heads, whose proof holds the lines themselves.
  public init(_ subject: Subject?) { self.subject = subject }
}
