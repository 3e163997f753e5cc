package import DaybookModel

/// How far a device's commits count: for each branch, by its place in ``DeviceHistory/branches``, the greatest end of a
/// commit that counts.
struct Reach {
  private(set) var ends: [Int: UInt64] = [:]

  subscript(branch: Int) -> UInt64 { ends[branch] ?? 0 }

  /// Covers all that ends at or before the size of a tree, in each branch that has the tree.
  mutating func cover(_ tree: Waypoint, of replica: ReplicaID, in history: borrowing DeviceHistory) {
    for branch in history.trees[replica, tree] { cover(branch, upTo: tree.size, in: history) }
  }

  /// Covers a branch up to a size, and what it shares with those that it left.
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

  /// What both cover.
  func intersection(_ other: Reach) -> Reach {
    var common = Reach()
    for (branch, end) in ends { common.ends[branch] = other.ends[branch].map { min(end, $0) } }
    return common
  }
}

/// The trees that a held branch is known to have had, if a head or a `seen` names them. O(1) to look up.
package struct HeldTrees: Sendable {
  private struct Key: Hashable {
    var replica: ReplicaID
    var tree: Waypoint
  }

  private var branches: [Key: [Int]] = [:]

  package init() {}

  /// Notes that a branch of a replica has this tree: after one of its commits, or before the part held after a gap.
  ///
  /// - Parameter branch: the place in ``DeviceHistory/branches``. If several branches share the tree, the branch that
  ///   the others left is enough.
  package mutating func insert(_ tree: Waypoint, of replica: ReplicaID, branch: Int) {
    branches[Key(replica: replica, tree: tree), default: []].append(branch)
  }

  /// The branches that have a tree.
  package subscript(replica: ReplicaID, tree: Waypoint) -> [Int] {
    branches[Key(replica: replica, tree: tree)] ?? []
  }
}
