package import DaybookModel

/// How far something counts: in each branch, by its place in ``DeviceHistory/branches``, the greatest end of a commit that
/// does.
struct Reach {
  private(set) var ends: [Int: UInt64] = [:]

  subscript(branch: Int) -> UInt64 { ends[branch] ?? 0 }

  /// Covers all that ends at or before the size of a tree, in each branch that has the tree.
  mutating func cover(_ tree: Waypoint, of replica: ReplicaID, in history: borrowing DeviceHistory) {
    for branch in history.trees[replica, tree] { cover(branch, upTo: tree.size, in: history) }
  }

  /// A branch up to there, and what it shares with those that it went off from.
  private mutating func cover(_ branch: Int, upTo size: UInt64, in history: borrowing DeviceHistory) {
    var (branch, size) = (branch, size)
    while self[branch] < size {
      ends[branch] = size
      guard let origin = history.branches[branch].origin else { return }
      (branch, size) = (origin.branch, min(size, origin.size))
    }
  }

  mutating func cover(_ heads: [Head], of replica: ReplicaID, in history: borrowing DeviceHistory) {
    for head in heads { for tree in head.trees { cover(tree, of: replica, in: history) } }
  }

  /// All that both cover.
  func intersection(_ other: Reach) -> Reach {
    var common = Reach()
    for (branch, end) in ends { common.ends[branch] = other.ends[branch].map { min(end, $0) } }
    return common
  }
}

/// The trees of which it is known that a held branch had them, so far as a head or a `seen` names them. O(1) to look up.
package struct HeldTrees: Sendable {
  private struct Key: Hashable {
    var replica: ReplicaID
    var tree: Waypoint
  }

  private var branches: [Key: [Int]] = [:]

  package init() {}

  /// A branch of a replica has this tree: behind one of its commits, or before what is held behind a gap.
  ///
  /// - Parameter branch: the place in ``DeviceHistory/branches``. Of a tree that several branches share, that of the
  ///   branch from which the others went off is enough.
  package mutating func insert(_ tree: Waypoint, of replica: ReplicaID, branch: Int) {
    branches[Key(replica: replica, tree: tree), default: []].append(branch)
  }

  /// The branches that have a tree.
  package subscript(replica: ReplicaID, tree: Waypoint) -> [Int] {
    branches[Key(replica: replica, tree: tree)] ?? []
  }
}
