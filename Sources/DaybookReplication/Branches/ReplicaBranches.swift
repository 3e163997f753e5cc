import DaybookLog
import DaybookModel

/// The branches of one replica while its files are read: finds the place of each attested run of commits, distinguishes
/// new commits from those that were read before, and detects forks.
///
/// Runs are placed where their tree is known as the files come, in order of their first seq (see
/// ``Inventory/ReplicaFiles``); the others when all files are read, in ascending order of the leaves before them. So
/// what is read again lies in the windows of the stretches, and a run's place does not depend on the files' order.
struct ReplicaBranches {
  let replica: ReplicaID
  private(set) var branches: [Branch] = []
  private(set) var findings: [Finding] = []

  /// The maximum number of histories of one replica; more are refused: only a holder of its key can make them, and each
  /// costs memory.
  static let countMax = 64
  private let hashesMax: Int
  /// Windows always keep the hashes after this leaf, whatever files come.
  var keptFrom: UInt64?

  private static let forkAdvice =
    "its key is in the wrong hands: do not trust anything that it signed after the first fork"

  init(replica: ReplicaID, _ options: ReadOptions) {
    (self.replica, hashesMax) = (replica, options.comparedLeavesMax)
  }

  /// With what was read before a point.
  init(replica: ReplicaID, from point: ReplicaPoint, _ options: ReadOptions) {
    self.init(replica: replica, options)
    branches = [Branch(point, replica: replica)]
  }

  /// The end of the replica's history, if it has only one, it is held from its beginning, and there are no findings.
  func point(events: UInt64, commits: UInt64) -> ReplicaPoint? {
    guard branches.count == 1, findings.isEmpty else { return nil }
    return branches[0].point(events: events, commits: commits)
  }

  /// The only history, if it is held without a gap from its beginning.
  var wholeTree: MerkleTree? {
    guard branches.count == 1, branches[0].origin == nil, branches[0].stretches.count == 1,
      branches[0].stretches[0].start == 0
    else { return nil }
    return branches[0].stretches[0].tree
  }

  /// Where a run continues: the leaf after `position` is the next of the stretch.
  struct Cursor {
    var branch: Int
    var stretch: Int
  }

  mutating func trim(before seq: UInt64) {
    for branch in branches.indices {
      for stretch in branches[branch].stretches.indices {
        branches[branch].stretches[stretch].trim(before: seq, keeping: keptFrom)
      }
    }
  }

  /// Forgets what no run that begins at `leaf` or later can overlap.
  mutating func trim(toLeaf leaf: UInt64) {
    for branch in branches.indices {
      branches[branch].stretches[branches[branch].stretches.count - 1].trim(toLeaf: leaf)
    }
  }

  // MARK: The place of a run

  /// The place of a run that begins after `tree`, if that tree is known.
  func place(knowing tree: MerkleTree, key: [UInt8]) -> Cursor? {
    for branch in branches.indices where branches[branch].publicKey == key {
      if let stretch = branches[branch].stretch(holding: tree) {
        return Cursor(branch: branch, stretch: stretch)
      }
    }
    return nil
  }

  /// The place of a run that begins after `tree`, made if there is none; nil when there are too many.
  mutating func place(_ tree: MerkleTree, seq: UInt64, key: [UInt8], file: String) -> Cursor? {
    if let known = place(knowing: tree, key: key) { return known }
    let float = Stretch(start: tree, seq: seq)
    if let branch = branch(before: tree, key: key) {
      return Cursor(branch: branch, stretch: branches[branch].append(float))
    }
    return addBranch(key: key, origin: origin(of: tree, key: key), first: float, file: file)
  }

  /// The branch that a run after a gap continues: of those that it does not contradict, the one with which it is known
  /// to share most leaves, then the longest, then the one with the greatest root.
  private func branch(before tree: MerkleTree, key: [UInt8]) -> Int? {
    var best: (branch: Int, leaves: UInt64, end: UInt64, root: Hash256)?
    for branch in branches.indices where branches[branch].publicKey == key {
      guard let leaves = branches[branch].leaves(sharedWithFloating: tree),
        let last = branches[branch].stretches.last
      else { continue }
      let found = (branch, leaves, last.end, last.tree.root)
      if let best, (best.leaves, best.end, best.root) >= (leaves, last.end, found.3) { continue }
      best = found
    }
    return best?.branch
  }

  /// What a run whose predecessors are missing provably shares with a branch.
  private func origin(of tree: MerkleTree, key: [UInt8]) -> BranchOrigin? {
    var best: BranchOrigin?
    for branch in branches where branch.publicKey == key {
      let leaves = branch.leaves(sharedWith: tree)
      if leaves > best?.leaf ?? 0 { best = BranchOrigin(branch: branch.id, leaf: leaves) }
    }
    return best
  }

  private mutating func addBranch(
    key: [UInt8], origin: BranchOrigin?, first: Stretch, file: String
  ) -> Cursor? {
    let seqs = first.startSeq...first.startSeq
    let hashes = branches.reduce(0) { $0 + $1.stretches.reduce(0) { $0 + $1.window.hashes.count } }
    guard branches.count < Self.countMax else {
      findings.append(
        Finding(
          .quarantined, replica: replica, file: file, seqs: seqs,
          "the replica has \(branches.count) histories already; this further one is not applied",
          advice: Self.forkAdvice))
      return nil
    }
    guard hashes < hashesMax || branches.isEmpty else {
      findings.append(
        Finding(
          .limit, replica: replica, file: file, seqs: seqs,
          "a further history of the replica is not applied: its files overlap in \(hashesMax) lines or more",
          advice: Self.forkAdvice))
      return nil
    }
    if let other = branches.first {
      let what =
        other.publicKey != key
        ? "a second key with the replica's id signed a history of its own"
        : "the replica's key signed two histories that diverge at seq \(first.startSeq)"
      findings.append(
        Finding(
          .fork, replica: replica, file: file, seqs: seqs, what,
          advice: "both are kept and applied; find out which machine ran on a copy of another's state"))
    }
    let id = BranchID(replica: replica, ordinal: branches.count)
    branches.append(Branch(id: id, publicKey: key, origin: origin, first: first))
    return Cursor(branch: branches.count - 1, stretch: 0)
  }

  /// The greatest stamp before a leaf, if nothing after the leaf is known yet; and the number of the commit before
  /// it, if that commit is held, 0 before the first.
  func last(before leaf: UInt64, at cursor: Cursor) -> (stamp: Stamp?, commit: UInt64?) {
    let branch = branches[cursor.branch]
    let stretch = branch.stretches[cursor.stretch]
    guard cursor.stretch == branch.stretches.count - 1, stretch.end == leaf else { return (nil, nil) }
    return (branch.lastStamp, leaf == 0 || stretch.start < leaf ? branch.lastCommit : nil)
  }

  /// Records the greatest stamp of what was read.
  mutating func note(_ stamp: Stamp, at cursor: Cursor) { branches[cursor.branch].note(stamp) }

  // MARK: New commits of a frame

  /// Attested commits of a frame, at the cursor's place.
  struct Piece {
    let content: FrameContent
    /// The commits that are attested; the first begins at leaf `firstLeaf` of the tree.
    let commits: Range<Int>
    let firstLeaf: UInt64
    /// The tree after the last commit, if it is known.
    let after: MerkleTree?
    /// Whether later files may have these leaves again.
    let isKept: Bool
    let file: String
  }

  /// Moves the cursor over a piece and returns the commits that are new, with their branch: usually
  /// all or none. Nil when there are too many branches.
  mutating func take(_ piece: Piece, at cursor: inout Cursor) -> [(branch: Int, commits: Range<Int>)]? {
    var news: [(branch: Int, commits: Range<Int>)] = []
    var index = piece.commits.lowerBound
    while index < piece.commits.upperBound {
      let leaves = piece.leaves(of: index)
      let end = branches[cursor.branch].stretches[cursor.stretch].end
      let isLast = cursor.stretch == branches[cursor.branch].stretches.count - 1
      if leaves.lowerBound == end, isLast {
        // Beyond the held leaves, everything is new.
        append(piece, index..<piece.commits.upperBound, cursor)
        news.append((cursor.branch, index..<piece.commits.upperBound))
        index = piece.commits.upperBound
      } else if holds(piece, leaves, cursor) {
        index += 1
      } else if let other = child(of: cursor, holding: piece, leaves)
        ?? fork(from: cursor, at: leaves.lowerBound, piece, index)
      {
        cursor = other
      } else {
        return nil
      }
    }
    return news
  }

  private mutating func append(_ piece: Piece, _ commits: Range<Int>, _ cursor: Cursor) {
    let content = piece.content
    for index in commits { branches[cursor.branch].note(content.commits[index], content) }
    let last = content.commits[commits.upperBound - 1]
    let first = content.commits[commits.lowerBound].leaves.lowerBound
    let after = commits.upperBound == piece.commits.upperBound ? piece.after : nil
    branches[cursor.branch].stretches[cursor.stretch].extend(
      by: content.leaves[first..<last.leaves.upperBound], to: after,
      nextSeq: content.events[last.events.upperBound - 1].line.seq + 1, isKept: piece.isKept)
  }

  /// Whether the cursor's stretch has exactly this commit.
  private func holds(_ piece: Piece, _ leaves: Range<UInt64>, _ cursor: Cursor) -> Bool {
    let stretch = branches[cursor.branch].stretches[cursor.stretch]
    guard leaves.upperBound <= stretch.end else { return false }
    for leaf in leaves where stretch.hash(of: leaf) != piece.hash(of: leaf) { return false }
    return true
  }

  /// A branch that left the cursor's branch before this commit, and has the commit.
  private func child(of cursor: Cursor, holding piece: Piece, _ leaves: Range<UInt64>) -> Cursor? {
    let origin = BranchOrigin(branch: branches[cursor.branch].id, leaf: leaves.lowerBound)
    for branch in branches.indices where branches[branch].origin == origin {
      let place = Cursor(branch: branch, stretch: 0)
      guard branches[branch].stretches[0].start == leaves.lowerBound else { continue }
      if holds(piece, leaves, place) { return place }
    }
    return nil
  }

  private mutating func fork(from cursor: Cursor, at leaf: UInt64, _ piece: Piece, _ index: Int) -> Cursor? {
    let parent = branches[cursor.branch]
    guard let tree = parent.stretches[cursor.stretch].tree(at: leaf),
      let event = piece.content.commits[index].events.first
    else { return nil }
    let first = Stretch(start: tree, seq: piece.content.events[event].line.seq)
    return addBranch(
      key: parent.publicKey, origin: BranchOrigin(branch: parent.id, leaf: leaf), first: first,
      file: piece.file)
  }
}

extension ReplicaBranches.Piece {
  /// Of a commit, in the tree.
  func leaves(of commit: Int) -> Range<UInt64> {
    let base = content.commits[commits.lowerBound].leaves.lowerBound
    let range = content.commits[commit].leaves
    return firstLeaf + UInt64(range.lowerBound - base)..<firstLeaf + UInt64(range.upperBound - base)
  }

  func hash(of leaf: UInt64) -> Hash256 {
    let base = content.commits[commits.lowerBound].leaves.lowerBound
    return content.leaves[base + Int(leaf - firstLeaf)].hash
  }
}
