import DaybookModel
import Synchronization

/// What the authors of every branch had seen of every other, summed up over their commits.
struct Causality: Sendable {
  private struct Pair: Hashable {
    var author: UInt32
    var covered: UInt32
  }

  /// From `leaf` of the author's branch on, the first `size` leaves of the covered one were seen.
  private struct Step {
    var leaf: UInt64
    var size: UInt64
  }

  /// From `leaf` on, the leaves `first..<end` too.
  private struct Run {
    var leaf: UInt64
    var first: UInt64
    var end: UInt64
  }

  private var branches: [Branch]
  /// Ascending in both numbers.
  private var steps: [Pair: [Step]] = [:]
  private var runs: [Pair: [Run]] = [:]

  init(branches: [Branch], entries: [SeenEntry], replicas: ReplicaTable, resolver: BranchResolver?) {
    self.branches = branches
    var branchesOf: [UInt32: [UInt32]] = [:]
    for (index, branch) in branches.enumerated() {
      branchesOf[branch.replica, default: []].append(UInt32(index))
    }
    for entry in entries.sorted(by: { ($0.branch, $0.leaf) < ($1.branch, $1.leaf) }) {
      guard let replica = replicas.number(ReplicaID(rawValue: entry.replica)),
        let held = branchesOf[replica]
      else { continue }
      if !entry.isTree {
        for covered in held {
          let run = Run(leaf: entry.leaf, first: entry.first, end: entry.end)
          runs[Pair(author: entry.branch, covered: covered), default: []].append(run)
        }
      } else if held.count == 1 {
        cover(held[0], size: entry.end, entry)
      } else if let branch = resolver?(
        ReplicaID(rawValue: entry.replica), entry.end, Hash256(words: entry.root)),
        Int(branch.rawValue) < branches.count
      {
        cover(branch.rawValue, size: entry.end, entry)
      } else {
        // Not known which: what all of them share.
        let shared = min(sharedSize(held), entry.end)
        for covered in held { cover(covered, size: shared, entry) }
      }
    }
  }

  /// How many leaves all of a replica's branches share.
  private func sharedSize(_ held: [UInt32]) -> UInt64 {
    let parents = held.compactMap { branches[Int($0)].parent }
    return parents.count == held.count - 1 ? parents.map(\.leaf).min() ?? 0 : 0
  }

  /// Notes the first `size` leaves of a branch, which are partly its ancestors'.
  private mutating func cover(_ covered: UInt32, size: UInt64, _ entry: SeenEntry) {
    var covered = covered
    var size = size
    for _ in branches.indices where size > 0 {
      let pair = Pair(author: entry.branch, covered: covered)
      let last = steps[pair]?.last?.size ?? 0
      if size > last { steps[pair, default: []].append(Step(leaf: entry.leaf, size: size)) }
      guard let parent = branches[Int(covered)].parent else { return }
      covered = parent.branch.rawValue
      size = min(size, parent.leaf)
    }
  }

  /// Whether the author of a write had seen another write: it precedes it in its branch, or what was
  /// seen by then covers it. (`was` is the caller's to check.)
  func saw(_ author: Contender, _ other: Contender) -> Bool {
    if author.branch == other.branch { return other.leaf < author.leaf }
    var branch = author.branch
    var last = author.leaf
    for _ in branches.indices {
      if covers(branch, upTo: last, other) { return true }
      guard let parent = branches[Int(branch)].parent, parent.leaf > 0 else { return false }
      branch = parent.branch.rawValue
      last = min(last, parent.leaf - 1)
      if branch == other.branch, other.leaf <= last { return true }
    }
    return false
  }

  /// Whether a commit of `branch` that begins at `last` or before names `other`.
  private func covers(_ branch: UInt32, upTo last: UInt64, _ other: Contender) -> Bool {
    let pair = Pair(author: branch, covered: other.branch)
    if let steps = steps[pair] {
      var low = 0
      var high = steps.count
      while low < high {
        let middle = (low + high) / 2
        if steps[middle].leaf <= last { low = middle + 1 } else { high = middle }
      }
      if low > 0, other.leaf < steps[low - 1].size { return true }
    }
    guard let runs = runs[pair] else { return false }
    return runs.contains { $0.leaf <= last && other.leaf >= $0.first && other.leaf < $0.end }
  }
}

extension Records {
  /// Sums up what was seen, or takes the last sum where nothing has changed.
  var causality: Causality {
    causalityCache.withLock { cache in
      if let cache, cache.version == causalityVersion { return cache.causality }
      var entries: [SeenEntry] = []
      entries.reserveCapacity(seen.count)
      for index in 0..<seen.count { entries.append(seen[index]) }
      let causality = Causality(
        branches: branches, entries: entries, replicas: replicas, resolver: branchResolver)
      cache = (causalityVersion, causality)
      return causality
    }
  }

  /// The writes of a register that no other write to it had seen, the greatest first.
  func heads(_ cell: Cell) -> [Contender] {
    guard cell.isContested else { return [contender(of: cell)] }
    return heads(among: chain(of: cell))
  }

  /// The writes of all that no other of them had seen, the greatest first.
  func heads(among all: [Contender]) -> [Contender] {
    let causality = causality
    let heads = all.filter { one in
      !all.contains { $0.write != one.write && saw($0, one, causality) }
    }
    return heads.sorted { isLess($1.write, $0.write) }
  }

  /// Whether a register has several heads, without making any.
  func hasSeveralHeads(_ cell: Cell, _ causality: Causality) -> Bool {
    guard cell.isContested else { return false }
    var heads = 0
    var next = cell.write + 1
    while next != 0 {
      let one = contenders.base + Int(next - 1)
      next = one.pointee.next
      if !isSeen(one.pointee, in: cell, causality) { heads += 1 }
    }
    return heads > 1
  }

  private func isSeen(_ one: Contender, in cell: Cell, _ causality: Causality) -> Bool {
    var next = cell.write + 1
    while next != 0 {
      let other = contenders.base + Int(next - 1)
      next = other.pointee.next
      if other.pointee.write != one.write, saw(other.pointee, one, causality) { return true }
    }
    return false
  }

  /// The writes kept of a contested register, the winner first.
  func chain(of cell: Cell) -> [Contender] {
    var all: [Contender] = []
    var next = cell.write + 1
    while next != 0 {
      all.append(contenders[Int(next - 1)])
      next = contenders[Int(next - 1)].next
    }
    return all
  }

  func saw(_ author: Contender, _ other: Contender, _ causality: Causality) -> Bool {
    switch author.was {
    case Contender.Was.nothing.rawValue: return false
    case Contender.Was.upTo.rawValue:
      let was = Stamp(time: author.wasTime, replica: ReplicaID(rawValue: author.wasReplica))
      if order(of: other.write) > was { return false }
    default: break
    }
    return causality.saw(author, other)
  }

  func contender(of cell: Cell) -> Contender {
    Contender(
      write: cell.write, next: 0, rawValue: cell.rawValue, leaf: leaf(of: cell.write), wasTime: 0,
      wasReplica: 0, branch: origin(of: cell.write).branch, was: Contender.Was.unnamed.rawValue)
  }
}
