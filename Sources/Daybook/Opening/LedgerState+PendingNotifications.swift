// The cost of a refresh depends on what came into the folder since the last reading, not on the whole ledger: it reads
// the replicas whose files changed, and folds only the commits that the records do not hold. This is sound where each
// of these replicas has one history that continues the one held; in any other case the whole ledger is read.

import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension LedgerState {
  /// Brings the ledger up to what `inventory` lists.
  ///
  /// - Parameters:
  ///   - skipping: this machine's replica while it writes: its commits are folded as they are made.
  ///   - news: is given each frame with commits that are new, and which.
  /// - Returns: false if only a whole reading can decide; then this ledger is of no more use.
  mutating func takeIn(
    _ now: Inventory, _ folder: any FileStore, _ descriptor: LedgerDescriptor, skipping own: ReplicaID?,
    rootsWanted: [ReplicaID: [UInt64]], _ news: (borrowing AttestedFrame, Range<Int>) -> Void
  ) throws -> Bool {
    let changed = changedReplicas(now).subtracting(own.map { [$0] } ?? [])
    guard !changed.contains(where: { report.isForked($0) }) else { return false }
    var options = ReadOptions()
    options.comparesSeen = false
    options.erasures = erasing.applied
    options.trailLeavesMax = Self.trailLeavesMax(now)
    var toRead = now
    for replica in changed {
      let sizes = self.held(of: replica).map(\.leaves.upperBound) + (rootsWanted[replica] ?? [])
      options.rootsWanted[replica] = Set(sizes).sorted()
      guard let (rest, continuation) = continuation(of: replica, now, showing: sizes),
        let index = now.replicas.firstIndex(where: { $0.id == replica })
      else { continue }
      toRead.replicas[index].segments = rest
      options.continuations[replica] = continuation
    }
    let held = Dictionary(uniqueKeysWithValues: changed.map { ($0, self.held(of: $0)) })
    var isFork = false
    let newer = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .read(toRead, replicas: changed) { frame in
        if frame.branch.ordinal > 0 { isFork = true }
        guard !isFork else { return }
        takeIn(frame, besides: held[frame.branch.replica] ?? [], news)
      }
    guard !isFork, newer.vanished.isEmpty, newer.variants.isEmpty, !erasing.hasMoved,
      // Files that could not be opened may open by now.
      report.unreadable.isEmpty || !devices.isWanted,
      changed.allSatisfy({ goesOn($0, held[$0] ?? [], newer) })
    else {
      return false
    }
    for replica in changed { report.replicas[replica] = newer.replicas[replica] }
    report.findingsOfAll = report.missingBySeen + now.findings
    inventory = now
    if try countsOtherwise(folder, descriptor) { return false }
    try decideSeen(folder, descriptor)
    return true
  }

  /// For when nothing has changed except, perhaps, files that are not part of the ledger.
  mutating func noteStrangers(_ now: Inventory) {
    guard now.strangers != inventory.strangers else { return }
    inventory.strangers = now.strangers
    report.findingsOfAll = report.missingBySeen + now.findings
  }

  /// What each history's records hold, including what this process wrote and noted.
  var heldParts: [BranchID: [Held]] {
    var parts: [BranchID: [Held]] = [:]
    for branch in report.branches where branch.id.ordinal > 0 {
      parts[branch.id] = branch.stretches.map { Held(leaves: $0.leaves, root: $0.root) }
    }
    for replica in Set(report.branches.map(\.id.replica)).union(own.keys) {
      parts[BranchID(replica: replica, ordinal: 0)] = held(of: replica)
    }
    return parts
  }

  var heldLeaves: [BranchID: [Range<UInt64>]] { heldParts.mapValues { $0.map(\.leaves) } }

  /// Which commits the records hold, as text: equal for the same commits. Excludes commits of a session that were not
  /// noted.
  var heldText: [UInt8] {
    var lines: [String] = []
    for branch in report.branches where branch.id.ordinal > 0 {
      lines += branch.stretches.map { "\(branch.id.replica) \($0.leaves) \($0.root)" }
    }
    for replica in Set(report.branches.map(\.id.replica)).union(own.keys) {
      lines += held(of: replica).map { "\(replica) \($0.leaves) \($0.root)" }
    }
    return Array(lines.sorted().joined(separator: "\n").utf8)
  }

  /// Notes what the records hold of the replica being written, before the session ends.
  mutating func noteOwn(_ session: borrowing WriteSession) {
    let (start, before) = (session.heldFrom, own[session.replica])
    let goesOn = before.map { $0.start <= start && start <= $0.tree.size } ?? false
    own[session.replica] = OwnPart(start: goesOn ? before?.start ?? start : start, tree: session.writer.tree)
  }

  /// Replicas with a segment that appeared, disappeared, grew or was replaced.
  private func changedReplicas(_ now: Inventory) -> Set<ReplicaID> {
    var changed: Set<ReplicaID> = []
    let before = Dictionary(uniqueKeysWithValues: inventory.replicas.map { ($0.id, $0.segments) })
    for files in now.replicas where files.segments != before[files.id] { changed.insert(files.id) }
    // What this process wrote itself is in the records; the report does not know it yet.
    for (replica, part) in own where part.tree.size > report.branches(of: replica).last?.size ?? 0 {
      changed.insert(replica)
    }
    let listed = Set(now.replicas.map(\.id))
    return changed.union(before.keys.filter { !listed.contains($0) })
  }

  /// What the records hold of a replica with one history; ascending.
  func held(of replica: ReplicaID) -> [Held] {
    let shown = (report.branches(of: replica).first?.stretches ?? []).map { stretch in
      Held(leaves: stretch.leaves, root: stretch.root)
    }
    guard let part = own[replica], part.start < part.tree.size else { return shown }
    return shown.including(Held(leaves: part.start..<part.tree.size, root: part.tree.root))
  }

  /// Folds the commits of a frame that lie in none of the ranges, in runs.
  private mutating func takeIn(
    _ frame: borrowing AttestedFrame, besides held: [Held],
    _ news: (borrowing AttestedFrame, Range<Int>) -> Void
  ) {
    noteDevices(frame)
    let counting = counting(frame)
    var next = counting.lowerBound
    while next < counting.upperBound {
      let start = next
      while next < counting.upperBound, !holds(frame.content.commits[next].leaves, frame, held) {
        next += 1
      }
      if start < next {
        noteKeys(frame, start..<next)
        noteErasures(frame, start..<next)
        records.apply(
          frame.content, commits: start..<next, branch: index(of: frame.branch), firstLeaf: frame.firstLeaf)
        news(frame, start..<next)
      }
      while next < counting.upperBound, holds(frame.content.commits[next].leaves, frame, held) {
        next += 1
      }
    }
  }

  private func holds(
    _ leaves: Range<Int>, _ frame: borrowing AttestedFrame, _ held: [Held]
  ) -> Bool {
    let first = frame.firstLeaf + UInt64(leaves.lowerBound)
    let place = held.firstPlace { $0.leaves.upperBound > first }
    return place < held.count && held[place].leaves.contains(first)
  }

  /// Whether the files still show all that the records hold of a replica, as one history.
  private func goesOn(_ replica: ReplicaID, _ held: [Held], _ newer: ReadReport) -> Bool {
    if held.isEmpty { return true }
    let branches = newer.branches(of: replica)
    guard branches.count == 1, let branch = branches.first,
      report.branches(of: replica).allSatisfy({ $0.publicKey == branch.publicKey })
    else { return false }
    return held.allSatisfy { part in
      newer.knows(RootAtSize(branch: branch.id, size: part.leaves.upperBound, root: part.root))
        && branch.stretches.map(\.leaves).hold(part.leaves)
    }
  }
}
