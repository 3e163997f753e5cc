// What authors say they had seen names trees by their roots. Whose they are is decided when a reading is over, when it
// is known what is held. The root decides, also where a replica has one history: it need not be the one that the
// author saw.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension LoadedLedger {
  /// Of so many leaves a reading keeps trails; with more, files are read a second time. 64 MiB.
  private static let trailLeavesMax = 2 << 20

  /// Of a replica that is alone nobody says anything.
  static func trailLeavesMax(_ inventory: Inventory) -> Int {
    inventory.replicas.count > 1 ? trailLeavesMax : 0
  }

  /// Makes known where branches fork, and decides whose the trees are that commits say their authors had seen. At a
  /// cut, as if what lies behind it were not there. O(what came since the last time), but for trees that lie before
  /// that: these cost a frame each.
  mutating func decideSeen(_ folder: any FileStore, _ descriptor: LedgerDescriptor) throws {
    for branch in report.branches
    where branch.origin != nil && (!isCut || cutEnds[branch.id] != nil) {
      _ = index(of: branch.id, origin: branch.origin)
    }
    // What this process writes from here on tells of the present heads.
    let heads = presentHeads
    records.setBranchResolver { heads[TreeName(replica: $0, size: $1, root: $2)] }
    let trees = try undecidedTrees(folder, descriptor)
    for (replica, read) in report.replicas where !read.trails.isEmpty {
      report.replicas[replica]?.trails = [:]
    }
    guard let trees else { return }
    let numbers = branches
    let ends = isCut ? cutEnds : nil
    records.decideSeen { replica, size, root in
      let known = trees[replica, size].filter { one in ends.map { size <= $0[one.branch] ?? 0 } ?? true }
      if let one = known.first(where: { $0.root == root }), let branch = numbers[one.branch] {
        return .branch(branch)
      }
      return known.isEmpty ? .unknown : .foreign
    }
  }

  /// Nil when none is held as far as somebody says.
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

  /// Where each branch's stretches end: what a commit that is written now says it had seen.
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

  /// Keeps the root of the tree behind a commit of this process, for others to say that they saw it.
  mutating func noteOwnRoot(_ commit: Commit, of replica: ReplicaID) {
    guard let head = commit.head else { return }
    if ownRoots.count >= Self.ownRootsMax { ownRoots.removeFirst(Self.ownRootsMax / 2) }
    let branch = BranchID(replica: replica, ordinal: 0)
    ownRoots.append(RootAtSize(branch: branch, size: head.size, root: head.root))
  }

  /// What is older is read from the files.
  private static let ownRootsMax = 1 << 16

  /// Whether less is folded than the files hold.
  private var isCut: Bool { !selection.isAll || !cutEnds.isEmpty }

  /// How far the counted commits go, at a cut.
  mutating func noteEnd(_ branch: BranchID, _ end: UInt64) {
    if !isCut { return }
    cutEnds[branch] = max(cutEnds[branch] ?? 0, end)
  }
}

/// A tree as a commit's `seen` names it.
struct TreeName: Hashable, Sendable {
  var replica: ReplicaID
  var size: UInt64
  var root: Hash256
}
