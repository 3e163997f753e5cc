// A replica knew what it wrote, and what its commits state that it held of the others. Both are read from the files
// before the ledger itself: first the replica's own files, then those of the replicas that it names, to determine by
// the roots which of their histories it held.

import DaybookLog
import DaybookModel
import DaybookReplication

struct ReplicaKnowledge {
  let inventory: Inventory
  let folder: any FileStore
  let descriptor: LedgerDescriptor
  /// Commits of this machine that no file may hold.
  let own: [OwnCommits]
  /// Files that could not be read.
  private(set) var unreadable: Set<String> = []

  init(inventory: Inventory, folder: any FileStore, descriptor: LedgerDescriptor, own: [OwnCommits]) {
    (self.inventory, self.folder, self.descriptor, self.own) = (inventory, folder, descriptor, own)
  }

  /// What a replica wrote on one of its branches up to the commit.
  private struct Written {
    var leaves = HeldLeaves()
    var told: [(leaf: UInt64, seen: Seen)] = []
    var hasCommit = false
    var lastCommit: UInt64 = 0

    mutating func add(
      _ content: FrameContent, _ commits: Range<Int>, of branch: BranchID, firstLeaf: UInt64,
      upTo commit: UInt64?
    ) {
      for entry in content.commits[commits] {
        lastCommit = max(lastCommit, entry.commit.number)
        guard entry.commit.number <= commit ?? .max else { continue }
        let first = firstLeaf + UInt64(entry.leaves.lowerBound)
        leaves.insert(first..<firstLeaf + UInt64(entry.leaves.upperBound), of: branch)
        if !entry.commit.seen.isEmpty { told.append((first, entry.commit.seen)) }
        if entry.commit.number == commit { hasCommit = true }
      }
    }
  }

  /// The leaves that a replica wrote or held when it had made a commit; nil: its last.
  mutating func leaves(of replica: ReplicaID, upTo commit: UInt64?) throws -> HeldLeaves {
    var written: [BranchID: Written] = [:]
    let report = try reader().read(inventory, replicas: [replica]) { frame in
      // Removed for the moment, so that it can be changed in place.
      var part = written.removeValue(forKey: frame.branch) ?? Written()
      part.add(frame.content, frame.commits, of: frame.branch, firstLeaf: frame.firstLeaf, upTo: commit)
      written[frame.branch] = part
    }
    try report.requireWhole()
    unreadable.formUnion(report.unreadable)
    for commits in own where commits.replica == replica {
      for (firstLeaf, content) in commits.contents(besides: report.leaves(of: commits.branch)) {
        written[commits.branch, default: Written()].add(
          content, content.commits.indices, of: commits.branch, firstLeaf: firstLeaf, upTo: commit)
      }
    }
    let branches = report.branches(of: replica)
    try check(
      replica, commit, last: written.values.map(\.lastCommit).max() ?? 0,
      isHere: written.values.contains(where: \.hasCommit))
    var leaves = HeldLeaves()
    var told: [Seen] = []
    for branch in written.keys.sorted() where commit == nil || written[branch]?.hasCommit ?? false {
      for (part, end) in lineage(of: branch, in: branches) {
        guard let part = written[part].map({ (id: part, written: $0) }) else { continue }
        leaves.insert(part.written.leaves, of: part.id, before: end)
        told += part.written.told.filter { $0.leaf < end }.map(\.seen)
      }
    }
    try add(told, by: replica, to: &leaves)
    return leaves
  }

  private func reader(rootsWanted: [ReplicaID: [UInt64]] = [:]) -> LedgerReader {
    var options = ReadOptions()
    (options.comparesSeen, options.rootsWanted) = (false, rootsWanted)
    return LedgerReader(store: folder, descriptor: descriptor, options: options)
  }

  private func check(
    _ replica: ReplicaID, _ commit: UInt64?, last: UInt64, isHere: Bool
  ) throws {
    guard last > 0 else {
      throw LedgerError(
        .notFound, "no commit of a replica \(replica) is here",
        advice: "'\(Remedy.status)' lists the replicas")
    }
    guard let commit, !isHere else { return }
    throw LedgerError(
      .notFound, "the replica \(replica) has no commit \(commit) here",
      advice: "the last one that is here is \(last)")
  }

  /// A branch and those it came from, each with the end of what it shares with the branch.
  private func lineage(
    of branch: BranchID, in branches: [BranchSummary]
  ) -> [(branch: BranchID, end: UInt64)] {
    var lineage: [(branch: BranchID, end: UInt64)] = [(branch, .max)]
    while let last = lineage.last, lineage.count <= branches.count,
      let origin = branches.first(where: { $0.id == last.branch })?.origin
    {
      lineage.append((origin.branch, min(last.end, origin.leaf)))
    }
    return lineage
  }

  /// Adds what a replica stated that it held of the others.
  private mutating func add(_ told: [Seen], by replica: ReplicaID, to leaves: inout HeldLeaves) throws {
    let entries = told.flatMap(\.entries).filter { $0.replica != replica }
    var sizes: [ReplicaID: Set<UInt64>] = [:]
    for entry in entries {
      for part in entry.parts where part.root != nil { sizes[entry.replica, default: []].insert(part.end) }
    }
    let report = try reader(rootsWanted: sizes.mapValues { $0.sorted() })
      .survey(inventory, replicas: Set(entries.map(\.replica)))
    unreadable.formUnion(report.unreadable)
    for entry in entries {
      let branches = report.branches(of: entry.replica)
      let roots = report.replicas[entry.replica]?.roots ?? []
      for part in entry.parts {
        guard let root = part.root else {
          for branch in branches { leaves.insert(part.first..<part.end, of: branch.id) }
          continue
        }
        let meant = branches.first { roots.contains(RootAtSize(branch: $0.id, size: part.end, root: root)) }
        if let meant {
          cover(meant.id, part.first, part.end, branches, &leaves)
        } else if !branches.contains(where: { $0.reaches(part.end) }) {
          // Longer than what is here: it is not known which branch it was, but the replica held what the branches
          // share.
          let shared = branches.count == 1 ? part.end : min(part.end, branches.sharedSize)
          for branch in branches { cover(branch.id, part.first, shared, branches, &leaves) }
        }
      }
    }
  }

  private func cover(
    _ branch: BranchID, _ first: UInt64, _ end: UInt64, _ branches: [BranchSummary],
    _ leaves: inout HeldLeaves
  ) {
    for (part, last) in lineage(of: branch, in: branches) where first < min(end, last) {
      leaves.insert(first..<min(end, last), of: part)
    }
  }
}

extension BranchSummary {
  /// Whether the reading would have found its root at this size.
  fileprivate func reaches(_ size: UInt64) -> Bool {
    stretches.contains { $0.leaves.lowerBound <= size && size <= $0.leaves.upperBound }
  }
}

extension [BranchSummary] {
  /// How many leaves all of a replica's branches share.
  fileprivate var sharedSize: UInt64 {
    let origins = compactMap(\.origin)
    return origins.count == count - 1 ? origins.map(\.leaf).min() ?? 0 : 0
  }
}
