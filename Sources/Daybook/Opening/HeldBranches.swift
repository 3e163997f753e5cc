import DaybookLog
import DaybookModel
import DaybookReplication

/// What an earlier reading held of each branch, to find the same commits in a later one, and to determine which are
/// new.
///
/// A branch's number depends on the order in which a reading meets the files, so a later reading may give the same
/// history another number. The root at the end of each held part shows which branch goes on from it.
struct HeldBranches: Sendable {
  /// The parts of each branch, ascending and disjoint.
  private(set) var parts: [BranchID: [LedgerState.Held]]
  /// The files that were read for each replica.
  let files: [ReplicaID: [Inventory.SegmentFile]]
  /// How far they counted, by their numbers then.
  let rule: CountingRule

  init(_ loaded: borrowing LedgerState) {
    rule = loaded.rule
    parts = loaded.heldParts
    files = Dictionary(uniqueKeysWithValues: loaded.inventory.replicas.map { ($0.id, $0.segments) })
  }

  /// Holds all that a session of this process wrote.
  mutating func hold(_ tree: MerkleTree, of replica: ReplicaID) {
    parts[BranchID(replica: replica, ordinal: 0)] = [
      LedgerState.Held(leaves: 0..<tree.size, root: tree.root)
    ]
  }

  /// Holds what a journal has, up to its last commit.
  mutating func hold(_ commits: OwnCommits) {
    guard let first = commits.contents.first?.firstLeaf,
      let head = commits.contents.last?.content.commits.last?.commit.head, first < head.size
    else { return }
    parts[commits.branch] = (parts[commits.branch] ?? [])
      .including(LedgerState.Held(leaves: first..<head.size, root: head.root))
  }

  /// The tree sizes whose roots the later reading has to note, added to others; ascending.
  func rootsWanted(besides others: [ReplicaID: [UInt64]]) -> [ReplicaID: [UInt64]] {
    var sizes = others.mapValues { Set($0) }
    for (branch, parts) in parts {
      sizes[branch.replica, default: []].formUnion(parts.map(\.leaves.upperBound))
    }
    return sizes.mapValues { $0.sorted() }
  }

  /// Whether a commit was held, if the branches have kept their numbers.
  func holds(_ leaf: UInt64, of branch: BranchID) -> Bool {
    guard let parts = parts[branch] else { return false }
    let place = parts.firstPlace { $0.leaves.upperBound > leaf }
    return place < parts.count && parts[place].leaves.contains(leaf)
  }

  /// The leaves that were held, by the numbers of the later reading, of each replica whose branches have other numbers
  /// there.
  func renumbered(in report: ReadReport) -> [ReplicaID: [BranchID: [Range<UInt64>]]] {
    var renumbered: [ReplicaID: [BranchID: [Range<UInt64>]]] = [:]
    for (replica, parts) in Dictionary(grouping: parts, by: { $0.key.replica }) {
      var leaves: [BranchID: [Range<UInt64>]] = [:]
      for (branch, held) in parts {
        for part in held { add(part, of: place(of: part, branch, report), report, to: &leaves) }
      }
      let before = Dictionary(parts.map { ($0.key, Self.joined($0.value.map(\.leaves))) }) { first, _ in first
      }
      leaves = leaves.mapValues(Self.joined)
      if leaves != before.filter({ !$0.value.isEmpty }) { renumbered[replica] = leaves }
    }
    return renumbered
  }

  /// The branch that goes on from a held part; its former number if there is none.
  private func place(of part: LedgerState.Held, _ former: BranchID, _ report: ReadReport) -> BranchID {
    knownPlace(of: part, former, report) ?? former
  }

  /// The branch that goes on from a held part; nil if there is none.
  func knownPlace(of part: LedgerState.Held, _ former: BranchID, _ report: ReadReport) -> BranchID? {
    let size = part.leaves.upperBound
    let ids = [former] + report.branches(of: former.replica).map(\.id).filter { $0 != former }
    return ids.first { report.knows(RootAtSize(branch: $0, size: size, root: part.root)) }
  }

  /// What a branch shares with its origin belongs to the origin.
  func add(
    _ part: LedgerState.Held, of branch: BranchID, _ report: ReadReport,
    to leaves: inout [BranchID: [Range<UInt64>]]
  ) {
    var (branch, rest) = (branch, part.leaves)
    while let origin = report.branches(of: branch.replica).first(where: { $0.id == branch })?.origin,
      rest.lowerBound < origin.leaf
    {
      if origin.leaf < rest.upperBound {
        leaves[branch, default: []].append(origin.leaf..<rest.upperBound)
        rest = rest.lowerBound..<origin.leaf
      }
      branch = origin.branch
    }
    if !rest.isEmpty { leaves[branch, default: []].append(rest) }
  }

  /// Ascending, with adjacent parts joined.
  private static func joined(_ ranges: [Range<UInt64>]) -> [Range<UInt64>] {
    var joined: [Range<UInt64>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
      if let last = joined.last, range.lowerBound <= last.upperBound {
        joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    return joined
  }
}

extension Array {
  /// The first place whose element meets a condition that no element before it meets and all behind it do; the end
  /// where none does. O(log n).
  func firstPlace(where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Range<UInt64>] {
  /// Whether one of them has a leaf; they must be ascending and disjoint.
  func holds(_ leaf: UInt64) -> Bool {
    let place = firstPlace { $0.upperBound > leaf }
    return place < count && self[place].contains(leaf)
  }
}

extension LedgerState {
  /// Leaves of a replica that the records hold, with the root at their end.
  struct Held: Sendable {
    var leaves: Range<UInt64>
    var root: Hash256
  }
}

extension [LedgerState.Held] {
  /// With one more part, which may overlap others: the same history holds them all.
  func including(_ part: Element) -> Self {
    let before = prefix { $0.leaves.upperBound < part.leaves.lowerBound }
    let after = drop { $0.leaves.lowerBound <= part.leaves.upperBound }
    let touching = self[before.endIndex..<after.startIndex]
    let last = touching.last.flatMap { $0.leaves.upperBound > part.leaves.upperBound ? $0 : nil } ?? part
    let start = Swift.min(touching.first?.leaves.lowerBound ?? part.leaves.lowerBound, part.leaves.lowerBound)
    return before + [Element(leaves: start..<last.leaves.upperBound, root: last.root)] + after
  }
}

extension [Range<UInt64>] {
  /// Whether one of them has all of the leaves. They are ascending.
  func hold(_ leaves: Range<UInt64>) -> Bool {
    let place = firstPlace { $0.upperBound >= leaves.upperBound }
    return place < count && self[place].lowerBound <= leaves.lowerBound
  }
}

extension ReadReport {
  /// The held parts of a branch according to a reading; ascending.
  func leaves(of branch: BranchID) -> [Range<UInt64>] {
    branches(of: branch.replica).first { $0.id == branch }?.stretches.map(\.leaves) ?? []
  }
}
