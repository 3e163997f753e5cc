import DaybookModel
import Synchronization

/// What the authors of every branch had seen of every other, summed up over their commits.
struct Causality: Sendable {
  /// From `leaf` of the author's branch on, the first `size` leaves of the covered one were seen.
  struct Step {
    var leaf: UInt64
    var size: UInt64
  }

  /// What the authors of one branch had seen.
  struct Known {
    /// By the branch that was seen; ascending in both numbers.
    var steps: [UInt32: [Step]] = [:]
    /// By the replica.
    var runs: [UInt32: SeenRuns] = [:]
  }

  let branches: [Branch]
  /// By the authors' branch.
  private(set) var known: [Known]

  /// O(entries × log entries), plus, when an author first names a branch, its ancestors.
  init(branches: [Branch], entries: [SeenEntry], replicas: ReplicaTable) {
    self.branches = branches
    known = Array(repeating: Known(), count: branches.count)
    /// How many branches of each replica there are.
    var held: [UInt32: Int] = [:]
    for branch in branches { held[branch.replica, default: 0] += 1 }
    var runs: [UInt32: [SeenRuns.Run]] = [:]
    var author: UInt32 = 0
    func endAuthor(_ known: inout [Known]) {
      for (replica, all) in runs { known[Int(author)].runs[replica] = SeenRuns(all) }
      runs.removeAll(keepingCapacity: true)
    }
    for entry in entries.sorted(by: { ($0.branch, $0.leaf) < ($1.branch, $1.leaf) }) {
      if entry.branch != author {
        endAuthor(&known)
        author = entry.branch
      }
      guard let replica = replicas.number(ReplicaID(rawValue: entry.replica)) else { continue }
      if entry.isTree {
        // A tree that belongs to no held branch says nothing about any.
        if Int(entry.covered) < branches.count { cover(entry.covered, entry) }
      } else if held[replica] == 1 {
        // A run has no root: if the replica has forked, it may belong to any branch.
        runs[replica, default: []].append(.init(leaf: entry.leaf, first: entry.first, end: entry.end))
      }
    }
    endAuthor(&known)
  }

  /// Records the first leaves of a branch, some of which are its ancestors'. An author has never seen less of an
  /// ancestor than it has seen of it through a descendant.
  private mutating func cover(_ covered: UInt32, _ entry: SeenEntry) {
    var (covered, size) = (covered, entry.end)
    for _ in branches.indices {
      let last = known[Int(entry.branch)].steps[covered]?.last?.size ?? 0
      guard size > last else { return }
      known[Int(entry.branch)].steps[covered, default: []].append(Step(leaf: entry.leaf, size: size))
      guard let parent = branches[Int(covered)].parent else { return }
      covered = parent.branch.rawValue
      size = min(size, parent.leaf)
    }
  }

  /// A branch and its ancestors, each with the leaf up to which writes in the branch follow it; nil for the branch
  /// itself.
  func line(of branch: UInt32) -> [(branch: UInt32, last: UInt64?)] {
    var line: [(branch: UInt32, last: UInt64?)] = [(branch, nil)]
    while line.count <= branches.count, let end = line.last, let parent = branches[Int(end.branch)].parent,
      parent.leaf > 0
    {
      line.append((parent.branch.rawValue, min(end.last ?? .max, parent.leaf - 1)))
    }
    return line
  }

  /// Whether the author of a write had seen another write: it precedes it in its branch, or what was
  /// seen by then covers it. (`was` is the caller's to check.)
  func saw(_ author: Contender, _ other: Contender) -> Bool {
    if author.branch == other.branch { return other.leaf < author.leaf }
    var branch = author.branch
    var last = author.leaf
    for _ in branches.indices {
      if let leaf = firstLeaf(of: branch, seeing: other), leaf <= last { return true }
      guard let parent = branches[Int(branch)].parent, parent.leaf > 0 else { return false }
      branch = parent.branch.rawValue
      last = min(last, parent.leaf - 1)
      if branch == other.branch, other.leaf <= last { return true }
    }
    return false
  }

  /// The first leaf of a branch whose commit, or one before it in that branch, names `other`.
  func firstLeaf(of branch: UInt32, seeing other: Contender) -> UInt64? {
    var first: UInt64?
    if !known[Int(branch)].runs.isEmpty {
      first = known[Int(branch)].runs[branches[Int(other.branch)].replica]?.firstLeaf(seeing: other.leaf)
    }
    if let steps = known[Int(branch)].steps[other.branch] {
      let index = steps.firstIndex(fromSorted: { $0.size > other.leaf })
      if index < steps.count { first = min(first ?? .max, steps[index].leaf) }
    }
    return first
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index at which `belongs` holds, or the end; it must hold for everything after, too.
  func firstIndex(fromSorted belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
