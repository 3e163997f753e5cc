package import DaybookModel

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
