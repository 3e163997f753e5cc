import DaybookModel

@testable import DaybookLocking

/// Every commit that was ever written, each with the one before it: the replicas' branches are paths in it.
struct CommitTree {
  struct Node {
    var replica: ReplicaID
    var publicKey: [UInt8]
    /// By its place.
    var parent: Int?
    var end: UInt64
    var root: Hash256
    var seen: Seen
    var events: [DeviceHistory.Event]

    var tree: Waypoint { Waypoint(size: end, root: root) }
  }

  var nodes: [Node] = []

  /// From the first commit to this one.
  func path(to node: Int) -> [Int] {
    var path = [node]
    while let parent = nodes[path[path.count - 1]].parent { path.append(parent) }
    return path.reversed()
  }

  func head(of node: Int) -> Head? { Head(branch: path(to: node).map { nodes[$0].tree }) }
}

/// What of a tree one machine holds.
struct HeldCommits {
  let tree: CommitTree
  let held: Set<Int>
  /// The longest held branches, as paths from the beginning; what is not held of them is a gap.
  let paths: [[Int]]
  /// The commits behind which the tree is known: those that are held, and those before one that is.
  let known: Set<Int>

  init(_ tree: CommitTree, _ held: Set<Int>) {
    (self.tree, self.held) = (tree, held)
    let inner = Set(held.flatMap { tree.path(to: $0).dropLast() })
    paths = held.subtracting(inner).sorted().map { tree.path(to: $0) }
    known = held.union(held.compactMap { tree.nodes[$0].parent })
  }

  /// The history as one order of files gives it, and where each commit lies in it.
  func history(
    _ random: inout some RandomNumberGenerator
  ) -> (history: DeviceHistory, branch: [Int: Int]) {
    var history = DeviceHistory()
    var branch: [Int: Int] = [:]
    for path in paths.shuffled(using: &random) {
      let number = history.branches.count
      let shared = path.prefix { branch[$0] != nil }
      let origin = shared.last.flatMap { last in
        branch[last].map { DeviceHistory.Origin(branch: $0, size: tree.nodes[last].end) }
      }
      let own = path.dropFirst(shared.count)
      for node in own { branch[node] = number }
      let first = tree.nodes[path[path.count - 1]]
      history.branches.append(
        DeviceHistory.Branch(
          replica: first.replica, publicKey: first.publicKey, origin: origin,
          commits: own.filter { held.contains($0) }.map { place in
            let node = tree.nodes[place]
            return DeviceHistory.Commit(end: node.end, seen: node.seen, events: node.events)
          }))
      // Who looks for a tree may find it in each branch that shares it.
      for node in path where known.contains(node) && (branch[node] == number || Bool.random(using: &random)) {
        history.trees.insert(tree.nodes[node].tree, of: tree.nodes[node].replica, branch: number)
      }
    }
    return (history, branch)
  }
}
