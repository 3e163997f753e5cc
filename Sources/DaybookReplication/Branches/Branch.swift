package import DaybookLog
package import DaybookModel

/// One history of a replica. An honest replica has one, number 0; where its signed trees do not
/// extend one another it has forked, and each further history has the next number, in the order in
/// which this reading met them: the numbers mean nothing elsewhere.
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

/// Commits that a valid signature covers and that were not read before: what reading hands on.
package struct AttestedFrame: Sendable {
  package var branch: BranchID
  /// Where the branch left another; nil for a replica's first, and where that is not known.
  package var origin: BranchOrigin?
  /// The tree index of the content's first leaf.
  package var firstLeaf: UInt64
  /// The whole frame, also where only some of its commits count.
  package var content: FrameContent
  /// Those that count, within `content.commits`. Never empty.
  package var commits: Range<Int>
  package var file: String
  /// Of the frame, in bytes from the start of the file.
  package var offset: Int

  package init(
    branch: BranchID, origin: BranchOrigin?, firstLeaf: UInt64, content: FrameContent, commits: Range<Int>,
    file: String, offset: Int
  ) {
    (self.branch, self.origin, self.firstLeaf) = (branch, origin, firstLeaf)
    (self.content, self.commits, self.file, self.offset) = (content, commits, file, offset)
  }
}
