import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

// Who is a member follows from the events that are read, in files and in this machine's journals; so what counts is
// known only at the end of a reading. Usually everything does.

extension LedgerState {
  /// Begins to note what decides who is a member.
  mutating func count(by rule: CountingRule, in folder: any FileStore) {
    devices.isWanted = folder.locking != nil
    self.rule = rule
  }

  mutating func noteDevices(_ frame: borrowing AttestedFrame) {
    devices.note(frame.content, frame.commits, of: frame.branch, firstLeaf: frame.firstLeaf)
  }

  /// The commits of a frame that count: a beginning of them.
  func counting(_ frame: borrowing AttestedFrame) -> Range<Int> {
    counting(frame.commits, of: frame.branch, frame.content, firstLeaf: frame.firstLeaf)
  }

  func counting(
    _ commits: Range<Int>, of branch: BranchID, _ content: borrowing FrameContent, firstLeaf: UInt64
  ) -> Range<Int> {
    guard let limit = rule.limit(of: branch) else { return commits }
    var end = commits.upperBound
    while end > commits.lowerBound,
      firstLeaf + UInt64(content.commits[end - 1].leaves.upperBound) > limit
    {
      end -= 1
    }
    return commits.lowerBound..<end
  }

  /// The members, by all that was read; nil before the ledger has a lock.
  func membership(
    _ locking: FolderLocking, _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> LockedMembers? {
    guard let lock = try locking.lock(among: devices) else { return nil }
    let pinned = PinnedLock(ledger: descriptor.ledger, lock: lock, leaf: Offer.hash(of: lock))
    let branches = devices.branches(report)
    var history = DeviceHistory(branches: branches.map(\.branch))
    let places = Dictionary(uniqueKeysWithValues: branches.enumerated().map { ($1.id, $0) })
    var wanted = history.treesWanted(pinned)
    // A device passes an epoch on only if it holds what the epoch's maker held.
    for epoch in locking.keys.epochs { wanted[epoch.replica, default: []].insert(epoch.head.size) }
    let roots = try roots(at: wanted, folder, descriptor)
    for (replica, sizes) in wanted {
      for size in sizes {
        for root in roots[replica, size] {
          guard let place = places[root.branch] else { continue }
          history.trees.insert(Waypoint(size: size, root: root.root), of: replica, branch: place)
        }
      }
    }
    let membership = Membership(pinned, history)
    let present = Set(membership.members.filter { $0.endedBy == nil }.map(\.keys.replica))
    var limits: [BranchID: UInt64] = [:]
    var withheld: Set<ReplicaID> = []
    for (place, branch) in branches.enumerated() {
      let isWhole = membership.ends[place] >= self.end(of: branch.id)
      if !isWhole { withheld.insert(branch.id.replica) }
      if !isWhole || !present.contains(branch.id.replica) { limits[branch.id] = membership.ends[place] }
    }
    return LockedMembers(
      members: membership, counting: Counting(limits: limits, present: present), withheld: withheld,
      lock: pinned, history: history,
      missing: membership.missing.map { ($0.replica, $0.tree.size) } + gaps(of: membership, lock))
  }

  /// The ends of gaps in members' commits, behind those that the lock names.
  private func gaps(of membership: Membership, _ lock: DeviceLock) -> [(replica: ReplicaID, size: UInt64)] {
    membership.members.flatMap { member in
      let replica = member.keys.replica
      let known = lock.heads[replica]?.compactMap { $0.trees.first?.size }.max() ?? 0
      let held = report.branches(of: replica).flatMap(\.stretches).map(\.leaves)
      return held.filter { part in
        part.lowerBound > known
          && !held.contains { $0.lowerBound < part.lowerBound && part.lowerBound <= $0.upperBound }
      }.map { (replica, $0.lowerBound) }
    }
  }

  /// The leaves of a branch, also those that this process wrote.
  private func end(of branch: BranchID) -> UInt64 {
    let written = branch.ordinal == 0 ? own[branch.replica]?.tree.size ?? 0 : 0
    return max(report.size(of: branch), written, devices.lastEnd(of: branch))
  }

  private func roots(
    at wanted: [ReplicaID: Set<UInt64>], _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> TreeRoots {
    var wanted = wanted
    var written: [RootAtSize] = []
    for root in ownRoots where wanted[root.branch.replica]?.remove(root.size) != nil { written.append(root) }
    var ends: [ReplicaID: UInt64] = [:]
    for (replica, part) in own { ends[replica] = part.tree.size }
    var trees = try LedgerReader(store: folder, descriptor: descriptor)
      .treeRoots(at: wanted, inventory, report, writtenSince: ends)
    for root in written { trees.insert(root) }
    return trees
  }

  /// Whether other commits count than were folded, by what was read since. The next reading then starts with the new
  /// limits.
  mutating func countsOtherwise(_ folder: any FileStore, _ descriptor: LedgerDescriptor) throws -> Bool {
    let other = try otherRule(folder, descriptor)
    if case .by(let counting) = other ?? rule { folder.locking?.counting = counting }
    return other != nil
  }

  mutating func otherRule(
    _ deciding: CountingDecision, _ folder: any FileStore, _ descriptor: LedgerDescriptor
  ) throws -> CountingRule? {
    switch deciding {
    case .caller: nil
    case .besides: try otherRule(folder, descriptor)
    case .thisReading: try countsOtherwise(folder, descriptor) ? folder.locking?.rule : nil
    }
  }

  /// Which commits count, if that differs from what was folded; nil if not.
  mutating func otherRule(_ folder: any FileStore, _ descriptor: LedgerDescriptor) throws -> CountingRule? {
    guard let locking = folder.locking, devices.isWanted else { return nil }
    // Commits of members without an end count, and decide nothing unless they have events of devices.
    guard devices.hasMoved || hasNewsOfOthers else { return nil }
    if devices.isDamaged { return rule }
    guard let now = try membership(locking, folder, descriptor)?.counting else { return nil }
    for branch in branchesRead { devices.judged[branch] = end(of: branch) }
    devices.settle()
    let (before, after) = (rule, CountingRule.by(now))
    let isSame = branchesRead.allSatisfy { branch in
      let end = end(of: branch)
      return min(before.limit(of: branch) ?? end, end) == min(after.limit(of: branch) ?? end, end)
    }
    if isSame { rule = after }
    return isSame ? nil : after
  }

  /// Whether some of what was read does not count.
  var withholds: Bool {
    branchesRead.contains { branch in rule.limit(of: branch).map { $0 < end(of: branch) } ?? false }
  }

  private var branchesRead: Set<BranchID> {
    Set(report.branches.map(\.id)).union(devices.branches)
      .union(own.keys.map { BranchID(replica: $0, ordinal: 0) })
  }

  /// Whether commits arrived from replicas that are not (or no longer) members: some of them may count.
  private var hasNewsOfOthers: Bool {
    // Without any event of devices, too, the lock decides who counts.
    guard case .by(let counting) = rule else { return true }
    return branchesRead.contains { branch in
      !counting.present.contains(branch.replica) && end(of: branch) > devices.judged[branch] ?? 0
    }
  }
}

/// How far each branch of a locked ledger counts, according to what was read.
struct Counting: Sendable, Equatable {
  /// The ends of branches that do not count as a whole, and of all whose author is not (or no longer) a member.
  let limits: [BranchID: UInt64]
  /// Members without an end: all that they write counts.
  let present: Set<ReplicaID>

  /// The end of the last commit of a branch that counts; nil where all do.
  func limit(of branch: BranchID) -> UInt64? {
    limits[branch] ?? (present.contains(branch.replica) ? nil : 0)
  }
}

/// Who decides which commits of a locked ledger count.
enum CountingDecision {
  /// The reading, also for the readings that follow.
  case thisReading
  /// The reading, for itself alone: it runs beside the ledger, which continues.
  case besides
  /// The caller, from data that it has besides the folder.
  case caller
}

/// How much of what it reads a reading counts.
enum CountingRule: Sendable {
  /// The ledger is not locked, or it is not yet known which commits count.
  case all
  case by(Counting)

  /// The limit for a reading that shows lines; nil if everything counts.
  var limit: (@Sendable (BranchID) -> UInt64?)? {
    switch self {
    case .all: nil
    case .by(let counting): { counting.limit(of: $0) }
    }
  }

  func limit(of branch: BranchID) -> UInt64? {
    switch self {
    case .all: nil
    case .by(let counting): counting.limit(of: branch)
    }
  }

  /// The replicas with commits that were read but do not count.
  func withheld(in report: ReadReport) -> Set<ReplicaID> {
    Set(
      report.branches.filter { branch in limit(of: branch.id).map { branch.size > $0 } ?? false }
        .map(\.id.replica))
  }
}
