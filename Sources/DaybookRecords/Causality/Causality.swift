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
    /// What was seen behind gaps, by the branch.
    var runs: [UInt32: SeenRuns] = [:]
  }

  let branches: [Branch]
  /// By the authors' branch.
  private(set) var known: [Known]

  /// O(entries × log entries), plus, when an author first names a branch, its ancestors.
  init(branches: [Branch], entries: [SeenEntry], replicas: ReplicaTable) {
    self.branches = branches
    known = Array(repeating: Known(), count: branches.count)
    let held = Dictionary(grouping: branches.indices) { branches[$0].replica }
    var runs: [UInt32: [SeenRuns.Run]] = [:]
    var author: UInt32 = 0
    func endAuthor(_ known: inout [Known]) {
      for (covered, all) in runs { known[Int(author)].runs[covered] = SeenRuns(all) }
      runs.removeAll(keepingCapacity: true)
    }
    for entry in entries.sorted(by: { ($0.branch, $0.leaf) < ($1.branch, $1.leaf) }) {
      if entry.branch != author {
        endAuthor(&known)
        author = entry.branch
      }
      var covered = entry.covered
      if !entry.hasRoot {
        // If the replica has forked, a run without a root may belong to any branch.
        let all = replicas.number(ReplicaID(rawValue: entry.replica)).flatMap { held[$0] } ?? []
        covered = all.count == 1 ? UInt32(all[0]) : SeenEntry.nothing
      }
      // A tree that belongs to no held branch gives no information about any.
      guard Int(covered) < branches.count else { continue }
      if entry.hasRoot, entry.first == 0 {
        cover(covered, entry)
      } else {
        Self.trace(covered, entry.end, branches) { branch, end in
          guard entry.first < end else { return false }
          runs[branch, default: []].append(.init(leaf: entry.leaf, first: entry.first, end: end))
          return true
        }
      }
    }
    endAuthor(&known)
  }

  /// Visits a branch and its ancestors, each with the end of what it has of the branch's first `end` leaves, until
  /// `visit` returns false.
  private static func trace(
    _ branch: UInt32, _ end: UInt64, _ branches: [Branch], _ visit: (UInt32, UInt64) -> Bool
  ) {
    var (branch, end) = (branch, end)
    for _ in branches.indices {
      guard visit(branch, end), let parent = branches[Int(branch)].parent else { return }
      (branch, end) = (parent.branch.rawValue, min(end, parent.leaf))
    }
  }

  /// Records the first leaves of a branch, some of which are its ancestors'. An author has never seen less of an
  /// ancestor than it has seen of it through a descendant.
  private mutating func cover(_ covered: UInt32, _ entry: SeenEntry) {
    Self.trace(covered, entry.end, branches) { branch, size in
      guard size > known[Int(entry.branch)].steps[branch]?.last?.size ?? 0 else { return false }
      known[Int(entry.branch)].steps[branch, default: []].append(Step(leaf: entry.leaf, size: size))
      return true
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
    var first = known[Int(branch)].runs[other.branch]?.firstLeaf(seeing: other.leaf)
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
