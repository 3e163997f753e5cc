package import DaybookLog
package import DaybookModel

/// One history of a replica. An honest replica has one, number 0; if its signed trees do not extend one another, it has
/// forked, and each further history has the next number, in the order in which this reading found them: the numbers are
/// valid only within one reading.
package struct BranchID: Hashable, Sendable {
  package var replica: ReplicaID
  package var ordinal: Int

  package init(replica: ReplicaID, ordinal: Int) {
    self.replica = replica
    self.ordinal = ordinal
  }
}

extension BranchID: Comparable {
  package static func < (left: BranchID, right: BranchID) -> Bool {
    left.replica != right.replica ? left.replica < right.replica : left.ordinal < right.ordinal
  }
}

/// What a branch shares with the one it left: the leaves before `leaf`.
package struct BranchOrigin: Hashable, Sendable {
  package var branch: BranchID
  package var leaf: UInt64

  package init(branch: BranchID, leaf: UInt64) {
    self.branch = branch
    self.leaf = leaf
  }
}

/// The output of a reading: commits that a valid signature covers and that were not read before.
package struct AttestedFrame: Sendable {
  package var branch: BranchID
  /// Where the branch left another; nil for a replica's first, and where that is not known.
  package var origin: BranchOrigin?
  /// The tree index of the content's first leaf.
  package var firstLeaf: UInt64
  /// The whole frame, even if only some of its commits count.
  package var content: FrameContent
  /// The commits that count, within `content.commits`. Never empty.
  package var commits: Range<Int>
  package var file: String
  /// The offset of the frame, in bytes from the start of the file.
  package var offset: Int

  package init(
    branch: BranchID, origin: BranchOrigin?, firstLeaf: UInt64, content: FrameContent, commits: Range<Int>,
    file: String, offset: Int
  ) {
    (self.branch, self.origin, self.firstLeaf) = (branch, origin, firstLeaf)
    (self.content, self.commits, self.file, self.offset) = (content, commits, file, offset)
  }
}

/// One branch while it is read.
struct Branch {
  let id: BranchID
  let publicKey: [UInt8]
  let origin: BranchOrigin?
  /// Ascending, never empty, with gaps between.
  var stretches: [Stretch]
  var lastCommit: UInt64 = 0
  var lastStamp: Stamp?
  /// The last head that was read; a signature at or after it was checked.
  var head: SignedHead?
  /// Accumulated over the branch's commits: each replaces the parts that it names.
  var seen: [ReplicaID: [Seen.Part]] = [:]

  init(id: BranchID, publicKey: [UInt8], origin: BranchOrigin?, first: Stretch) {
    (self.id, self.publicKey, self.origin) = (id, publicKey, origin)
    stretches = [first]
  }

  var summary: BranchSummary {
    var summary = BranchSummary(
      id: id, origin: origin, publicKey: publicKey,
      stretches: stretches.map { stretch in
        BranchSummary.Stretch(
          leaves: stretch.start..<stretch.end, seqs: stretch.startSeq..<stretch.nextSeq,
          root: stretch.tree.root)
      })
    (summary.lastCommit, summary.lastStamp, summary.head) = (lastCommit, lastStamp, head)
    summary.seen = Seen(seen.map { ($0.key, $0.value) })
    return summary
  }

  /// Takes notice of a commit that is new to the branch.
  mutating func note(_ entry: FrameContent.CommitEntry, _ content: FrameContent) {
    lastCommit = max(lastCommit, entry.commit.number)
    if let found = entry.commit.head, found.size > head?.size ?? 0 { head = found }
    // The greatest stamp, for an honest commit. For any other, verification supplies it: see ``note(_:)``.
    if let last = entry.events.last { note(content.events[last].line.stamp) }
    noteSeen(entry.commit)
  }

  mutating func note(_ stamp: Stamp) {
    if let lastStamp, lastStamp >= stamp { return }
    lastStamp = stamp
  }

  private mutating func noteSeen(_ commit: Commit) {
    if commit.seen.isEmpty { return }
    for entry in commit.seen.entries { seen[entry.replica] = entry.parts }
  }

  /// The stretch that a run of leaves after `tree` continues: the one that holds exactly that tree. O(log stretches).
  func stretch(holding tree: MerkleTree) -> Int? {
    var index = count(from: tree.size)
    var found: Int?
    while index > 0, stretches[index - 1].end >= tree.size {
      index -= 1
      if stretches[index].tree(at: tree.size) == tree { found = index }
    }
    return found
  }

  /// If leaves after `tree` may belong to the branch, after a gap at its end: how many of the leaves before them are
  /// known to belong to it. A tree that does not contradict the last stretch contradicts none, because each stretch was
  /// compared with the one before it, which has not grown since.
  func leaves(sharedWithFloating tree: MerkleTree) -> UInt64? {
    guard let last = stretches.last, last.end < tree.size else { return nil }
    let common = last.tree.common(with: tree)
    return common.differs ? nil : common.leaves
  }

  /// Begins a stretch beyond a gap at the end; its place.
  mutating func append(_ stretch: Stretch) -> Int {
    // Runs are placed in ascending order, so that no later one begins within the former stretch.
    stretches[stretches.count - 1].trim(toLeaf: stretch.start)
    stretches.append(stretch)
    return stretches.count - 1
  }

  /// How many leaves before `tree` are known to be the branch's own or those that it shares with its origin.
  func leaves(sharedWith tree: MerkleTree) -> UInt64 {
    guard let last = stretches.last else { return 0 }
    return (last.tree(at: tree.size) ?? last.tree).common(with: tree).leaves
  }

  /// How many stretches begin at a leaf or before it.
  private func count(from leaf: UInt64) -> Int {
    var (low, high) = (0, stretches.count)
    while low < high {
      let middle = (low + high) / 2
      if stretches[middle].start > leaf { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension MerkleTree {
  /// The leaves of the largest perfect subtrees that both trees have in the same place, as far as they
  /// are equal; and whether one of them differs.
  func common(with other: MerkleTree) -> (leaves: UInt64, differs: Bool) {
    var leaves: UInt64 = 0
    for (own, others) in zip(peaks, other.peaks) {
      // The peaks of a tree are the bits of its size, the greatest first.
      let width = Self.width(ofPeakAfter: leaves, size: size)
      guard width == Self.width(ofPeakAfter: leaves, size: other.size) else { return (leaves, false) }
      guard own == others else { return (leaves, true) }
      leaves += width
    }
    return (leaves, false)
  }

  private static func width(ofPeakAfter leaves: UInt64, size: UInt64) -> UInt64 {
    let rest = size - leaves
    return rest == 0 ? 0 : 1 << UInt64(63 - rest.leadingZeroBitCount)
  }
}
