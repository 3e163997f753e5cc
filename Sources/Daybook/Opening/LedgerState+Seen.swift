// A commit's `seen` names trees by their roots. The reader decides which branches they belong to at the end of a
// reading, when it knows what is held. The root decides even if a replica has one history: the author may have seen
// another one.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension LedgerState {
  /// The number of leaves of which a reading keeps trails, 64 MiB; for more, it reads files a second time.
  private static let trailLeavesMax = 2 << 20

  /// If there is only one replica, no commit says what it had seen of another.
  static func trailLeavesMax(_ inventory: Inventory) -> Int {
    inventory.replicas.count > 1 ? trailLeavesMax : 0
  }

  /// Records where branches fork, and decides which branches the trees in `seen` belong to. At a cut, it ignores
  /// everything after the cut. O(what came since the last time), except for trees that lie before that, which cost a
  /// frame each.
  mutating func decideSeen(_ folder: any FileStore, _ descriptor: LedgerDescriptor) throws {
    for branch in report.branches
    where branch.origin != nil && (!isCut || counted.hasAny(of: branch.id)) {
      _ = index(of: branch.id, origin: branch.origin)
    }
    // Commits that this process writes from now on name the present heads.
    let heads = presentHeads
    records.setBranchResolver { heads[TreeName(replica: $0, size: $1, root: $2)] }
    let trees = try undecidedTrees(folder, descriptor)
    for (replica, read) in report.replicas where !read.trails.isEmpty {
      report.replicas[replica]?.trails = [:]
    }
    guard let trees else { return }
    report.unreadableElsewhere.formUnion(trees.unreadable)
    let numbers = branches
    let counted = isCut ? counted : nil
    records.decideSeen { replica, size, root in
      let known = trees[replica, size].filter { one in counted?.reaches(size, of: one.branch) ?? true }
      if let one = known.first(where: { $0.root == root }), let branch = numbers[one.branch] {
        return .branch(branch)
      }
      return known.isEmpty ? .unknown : .foreign
    }
  }

  /// Nil if no branch is held as far as the commit says.
  private func undecidedTrees(
    _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> TreeRoots? {
    var wanted: [ReplicaID: Set<UInt64>] = [:]
    records.forEachUndecidedSeen { replica, size, _ in wanted[replica, default: []].insert(size) }
    if wanted.isEmpty { return nil }
    var ends: [ReplicaID: UInt64] = [:]
    var written: [RootAtSize] = []
    for root in ownRoots where wanted[root.branch.replica]?.remove(root.size) != nil { written.append(root) }
    for (id, number) in branches where id.ordinal == 0 { ends[id.replica] = records.leafEnd(of: number) }
    var trees = try LedgerReader(store: folder, descriptor: descriptor)
      .treeRoots(at: wanted, inventory, report, writtenSince: ends)
    for root in written { trees.insert(root) }
    return trees
  }

  /// Where each branch's held parts end: the `seen` of a commit that is written now.
  private var presentHeads: [TreeName: BranchIndex] {
    if isCut { return [:] }
    var heads: [TreeName: BranchIndex] = [:]
    for branch in report.branches {
      for stretch in branch.stretches {
        let name = TreeName(replica: branch.id.replica, size: stretch.leaves.upperBound, root: stretch.root)
        heads[name] = heads[name] ?? branches[branch.id]
      }
    }
    return heads
  }

  /// Keeps the root of the tree after a commit of this process, so that other replicas can name it in `seen`.
  mutating func noteOwnRoot(_ commit: Commit, of replica: ReplicaID) {
    guard let head = commit.head else { return }
    if ownRoots.count >= Self.ownRootsMax { ownRoots.removeFirst(Self.ownRootsMax / 2) }
    let branch = BranchID(replica: replica, ordinal: 0)
    ownRoots.append(RootAtSize(branch: branch, size: head.size, root: head.root))
  }

  /// Older roots are read from the files.
  private static let ownRootsMax = 1 << 16

  /// Whether less is folded than the files hold.
  private var isCut: Bool { !selection.isAll || !counted.isEmpty }

  /// At a cut, what counts.
  mutating func noteCounted(
    _ commits: ArraySlice<FrameContent.CommitEntry>, _ firstLeaf: UInt64, _ branch: BranchID
  ) {
    guard isCut, let first = commits.first, let last = commits.last else { return }
    counted.insert(
      firstLeaf + UInt64(first.leaves.lowerBound)..<firstLeaf + UInt64(last.leaves.upperBound), of: branch)
  }
}

/// A tree as a commit's `seen` names it.
struct TreeName: Hashable, Sendable {
  var replica: ReplicaID
  var size: UInt64
  var root: Hash256
}
