import DaybookLog
import DaybookModel

/// Counts what is returned, and collects the requested roots on the way.
struct ReplicaTally {
  /// Ascending.
  let rootsWanted: [UInt64]
  var roots: Set<RootAtSize> = []
  var events: UInt64 = 0
  var commits: UInt64 = 0

  /// Empty if there are too many leaves.
  private(set) var trails: [BranchID: TreeTrail] = [:]
  private var trailLeavesLeft: Int

  private let erasures: Erasures
  private let limit: (@Sendable (BranchID) -> UInt64?)?

  init(_ options: ReadOptions, rootsWanted: [UInt64]) {
    (self.rootsWanted, trailLeavesLeft, erasures) = (rootsWanted, options.trailLeavesMax, options.erasures)
    limit = options.limit
  }

  mutating func goOn(from point: ReplicaPoint, _ replica: ReplicaID, _ known: [UInt64: Hash256]) {
    (events, commits) = (point.events, point.commits)
    let branch = BranchID(replica: replica, ordinal: 0)
    roots = [RootAtSize(branch: branch, size: point.tree.size, root: point.tree.root)]
    for (size, root) in known where size <= point.tree.size {
      roots.insert(RootAtSize(branch: branch, size: size, root: root))
    }
  }

  mutating func hand(
    _ frame: SegmentRun.PendingFrame, _ branch: Branch, _ range: Range<Int>, _ file: Inventory.SegmentFile,
    _ body: (borrowing AttestedFrame) throws -> Void
  ) throws {
    if !rootsWanted.isEmpty { noteRoots(frame, branch) }
    if trailLeavesLeft > 0 { noteTrail(frame, branch, range) }
    for entry in frame.content.commits[range] { events += UInt64(entry.events.count) }
    commits += UInt64(range.count)
    let skipped = frame.content.commits[frame.commits.lowerBound].leaves.lowerBound
    let firstLeaf = frame.before.size - UInt64(skipped)
    var range = range
    if let end = limit?(branch.id) {
      while let last = range.last, firstLeaf + UInt64(frame.content.commits[last].leaves.upperBound) > end {
        range.removeLast()
      }
      if range.isEmpty { return }
    }
    var content = frame.content
    content.redact(erasures)
    try body(
      AttestedFrame(
        branch: branch.id, origin: branch.origin, firstLeaf: firstLeaf,
        content: content, commits: range, file: file.path, offset: frame.offset))
  }

  private mutating func noteTrail(_ frame: SegmentRun.PendingFrame, _ branch: Branch, _ range: Range<Int>) {
    let content = frame.content
    let first = content.commits[frame.commits.lowerBound].leaves.lowerBound
    let news =
      content.commits[range.lowerBound].leaves
      .lowerBound..<content.commits[range.upperBound - 1]
      .leaves.upperBound
    trailLeavesLeft -= news.count
    guard trailLeavesLeft > 0 else {
      trails = [:]
      return
    }
    if trails[branch.id, default: TreeTrail()].needsRun(
      at: frame.before.size + UInt64(news.lowerBound - first))
    {
      var tree = frame.before
      tree.append(content.leaves[first..<news.lowerBound])
      trails[branch.id, default: TreeTrail()].beginRun(after: tree)
    }
    trails[branch.id, default: TreeTrail()].append(content.leaves[news])
  }

  private mutating func noteRoots(_ frame: SegmentRun.PendingFrame, _ branch: Branch) {
    // The leaves that a branch shares with its origin belong to the origin.
    let first = max(frame.before.size, branch.origin.map { $0.leaf + 1 } ?? 0)
    guard first <= frame.after.size else { return }
    let sizes = first...frame.after.size
    var low = rootsWanted.partitioningIndex { $0 >= sizes.lowerBound }
    var tree = frame.before
    let leaves = frame.content.leaves
    var next = frame.content.commits[frame.commits.lowerBound].leaves.lowerBound
    while low < rootsWanted.count, sizes.contains(rootsWanted[low]) {
      while tree.size < rootsWanted[low] {
        tree.append(leaves[next].hash)
        next += 1
      }
      roots.insert(RootAtSize(branch: branch.id, size: tree.size, root: tree.root))
      low += 1
    }
  }
}

extension [UInt64] {
  /// The first index at which `belongs` holds; it must hold for everything after, too.
  fileprivate func partitioningIndex(_ belongs: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
