import DaybookLog
import DaybookModel

/// Frames of one file that follow a header without a break, until a signature is found that covers
/// them. Each commit has a head, but checking the last one first makes one signature suffice for megabytes of lines.
struct SegmentRun {
  let header: SegmentHeader
  /// After everything that was added.
  private(set) var tree: MerkleTree
  private(set) var nextSeq: UInt64
  /// Added and not yet attested, in order.
  private(set) var pending: [PendingFrame] = []
  private(set) var pendingSizeBytes = 0
  /// Where frames begin that no signature covered when there were too many to keep; see ``shed()``.
  private(set) var shedFrom: Shed?
  /// Whether an invalid head was found since the last valid one.
  private(set) var hasBadHead = false

  struct Shed {
    var offset: Int
    /// Of the first frame, the first commit that waits.
    var commit: Int
    var before: MerkleTree
    var seq: UInt64
  }

  struct PendingFrame {
    var content: FrameContent
    var offset: Int
    /// Commits that are still to be attested.
    var commits: Range<Int>
    /// The trees before those commits and after them.
    var before: MerkleTree
    var after: MerkleTree
  }

  /// Nil if the header's peaks do not form a tree.
  init?(_ header: SegmentHeader) {
    guard let tree = header.tree else { return nil }
    (self.header, self.tree, nextSeq) = (header, tree, header.firstSeq)
  }

  /// Whether a header within the run agrees with the run's position.
  func isContinued(by header: SegmentHeader) -> Bool {
    header.size == tree.size && header.firstSeq == nextSeq && header.peaks == tree.peaks
      && header.publicKey == self.header.publicKey && header.ledger == self.header.ledger
  }

  /// Adds a frame's commits, or returns why they cannot follow.
  mutating func add(_ content: FrameContent, offset: Int) -> String? {
    var seq = nextSeq
    for entry in content.commits {
      if entry.events.isEmpty { return "commit \(entry.commit.number) holds no event" }
      for index in entry.events {
        let found = content.events[index].line.seq
        guard found == seq else { return "found seq \(found) where seq \(seq) is expected" }
        seq += 1
      }
    }
    guard !content.commits.isEmpty else { return nil }
    let before = tree
    tree.append(content.leaves[...])
    nextSeq = seq
    pending.append(
      PendingFrame(
        content: content, offset: offset, commits: 0..<content.commits.count, before: before, after: tree))
    pendingSizeBytes += content.bytes.count
    return nil
  }

  // MARK: Attesting

  /// Takes out the frames up to the last valid signature; empty when there is none.
  mutating func attest() -> [PendingFrame] {
    let hadBadHead = hasBadHead
    hasBadHead = false
    for index in pending.indices.reversed() {
      guard let last = lastValid(in: index) else { continue }
      var attested = Array(pending[...index])
      pending.removeSubrange(...index)
      pendingSizeBytes = pending.reduce(0) { $0 + $1.content.bytes.count }
      if last + 1 < attested[index].commits.upperBound {
        // The rest of the frame waits for a later signature.
        let (taken, rest) = attested[index].split(after: last)
        attested[index] = taken
        pending.insert(rest, at: 0)
        pendingSizeBytes += rest.content.bytes.count
      }
      // Any bad heads found on the way are after the valid one.
      return attested
    }
    hasBadHead = hasBadHead || hadBadHead
    return []
  }

  /// The last commit of a pending frame whose head checks.
  private mutating func lastValid(in index: Int) -> Int? {
    let frame = pending[index]
    let last = frame.commits.upperBound - 1
    if let head = frame.content.commits[last].commit.head {
      if Self.checks(head, frame.after, header) { return last }
      hasBadHead = true
    }
    guard frame.commits.dropLast().contains(where: { frame.content.commits[$0].commit.head != nil }) else {
      return nil
    }
    let heads = frame.heads
    if heads.contains(where: { !$0.hasRoot }) { hasBadHead = true }
    for head in heads.reversed() where head.hasRoot {
      if Self.isSigned(head.head, header) { return head.commit }
      hasBadHead = true
    }
    return nil
  }

  static func checks(_ head: SignedHead, _ tree: MerkleTree, _ header: SegmentHeader) -> Bool {
    head.size == tree.size && head.root == tree.root && isSigned(head, header)
  }

  static func isSigned(_ head: SignedHead, _ header: SegmentHeader) -> Bool {
    Signing.verify(head, header: header)
  }

  // MARK: Too much to keep

  /// Drops the pending frames, which no signature covers so far. If a later one covers them, they are read again from
  /// `shedFrom`.
  mutating func shed() {
    guard let first = pending.first else { return }
    if shedFrom == nil {
      shedFrom = Shed(
        offset: first.offset, commit: first.commits.lowerBound, before: first.before,
        seq: first.firstSeq ?? nextSeq)
    }
    pending = []
    pendingSizeBytes = 0
  }

  mutating func takeShed() -> Shed? {
    defer { shedFrom = nil }
    return shedFrom
  }

  /// The frames that are left at the end, which are not attested.
  var unattested: (offset: Int, seqs: ClosedRange<UInt64>)? {
    if let shedFrom { return (shedFrom.offset, shedFrom.seq...max(shedFrom.seq, nextSeq - 1)) }
    guard let first = pending.first, let seq = first.firstSeq else { return nil }
    return (first.offset, seq...max(seq, nextSeq - 1))
  }
}

extension SegmentRun.PendingFrame {
  var firstSeq: UInt64? {
    content.commits[commits].first.map { content.events[$0.events.lowerBound].line.seq }
  }

  var lastSeq: UInt64? {
    content.commits[commits].last.map { content.events[$0.events.upperBound - 1].line.seq }
  }

  /// The heads within the frame, and whether their roots are the tree's.
  var heads: [(commit: Int, head: SignedHead, hasRoot: Bool)] {
    var tree = before
    var heads: [(commit: Int, head: SignedHead, hasRoot: Bool)] = []
    for index in commits {
      let entry = content.commits[index]
      tree.append(content.leaves[entry.leaves])
      guard let head = entry.commit.head else { continue }
      heads.append((index, head, head.size == tree.size && head.root == tree.root))
    }
    return heads
  }

  /// The frame up to a commit, and from the next one on.
  func split(after last: Int) -> (taken: Self, rest: Self) {
    var (taken, rest) = (self, self)
    taken.commits = commits.lowerBound..<last + 1
    rest.commits = last + 1..<commits.upperBound
    taken.after = before
    let first = content.commits[commits.lowerBound].leaves.lowerBound
    taken.after.append(content.leaves[first..<content.commits[last].leaves.upperBound])
    rest.before = taken.after
    return (taken, rest)
  }
}

/// A run whose tree is in no file read so far. It is placed when all files of the replica are read. Only its place in
/// the file is kept, not its content.
struct RunAside {
  /// Before its first leaf.
  let size: UInt64
  let root: Hash256
  /// After the last leaf that a signature covers.
  var end: UInt64
  /// In the replica's files.
  var file = 0
  var bytes = 0..<0

  init(size: UInt64, root: Hash256, end: UInt64) {
    (self.size, self.root, self.end) = (size, root, end)
  }

  /// In this order, each run finds its tree if any run has it, whatever the order of the files.
  static func precedes(_ left: Self, _ right: Self) -> Bool {
    (left.size, left.root, left.file, left.bytes.lowerBound)
      < (right.size, right.root, right.file, right.bytes.lowerBound)
  }
}

extension SegmentReading {
  /// Which runs of a file are added to the branches while it is read.
  enum Placing {
    case all
    /// Those whose tree is known, up to the first whose tree is not.
    case known
    case none
  }
}
