import DaybookLog
public import DaybookModel

/// What a proof proves, in words: who wrote what, when by its own clock, and which head says so; or why it proves
/// nothing. Made from the proof alone.
///
/// It shows that the holder of the key had written that line by then, and that every copy of the ledger that has this
/// head has this line at this place. It does not show that the key's holder is who it says, nor that the clock was right.
public struct ProofReport: Sendable {
  /// One line that is proved.
  public struct Line: Sendable {
    public var replica: ReplicaID
    /// Its place in the replica's tree, from 0.
    public var index: UInt64
    public var leaf: Hash256
    /// Nil where the proof holds the leaf alone.
    public var event: Event?
  }

  /// A head of the proof, whose signature was checked.
  public struct Head: Sendable {
    public var replica: ReplicaID
    public var publicKey: [UInt8]
    public var size: UInt64
    public var root: Hash256
    /// The sizes of earlier heads that are its beginnings.
    public var earlierSizes: [UInt64] = []
    /// Whether it is, or goes on from, a kept head that was given; nil where none was.
    public var isAnchored: Bool?
  }

  public var ledger: String
  public var heads: [Head] = []
  public var lines: [Line] = []
  /// Why not everything is proved: a sentence each, without a full stop. None: all is.
  public var failures: [String] = []

  public var isProved: Bool { failures.isEmpty }

  /// Checks a proof. With kept heads every head of the proof must be one of them, or lead from one.
  public init(_ proof: Proof, anchors: [KeptHeads] = []) {
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
          "the head of \(note.replica) is not known to go on from a kept one: the proof does not lead from it"
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
        failures.append("line \(event.index) of \(note.replica) is not an event of its")
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
        "the tree of \(earlier.note.size) lines is not shown to be the beginning of the one of \(part.note.size)"
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
