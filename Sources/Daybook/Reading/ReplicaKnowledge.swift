// What a replica knew is what it wrote, and what its commits say that it held of the others. Both are read from the
// files before the ledger itself is: the replica's own ones first, then those of whom it names, to tell by
// the roots which of their histories it had before it.

import DaybookLog
import DaybookModel
import DaybookReplication

struct ReplicaKnowledge {
  let inventory: Inventory
  let folder: any FileStore
  let descriptor: LedgerDescriptor

  /// What a replica wrote on one of its branches up to the commit.
  private struct Written {
    var leaves = HeldLeaves()
    var told: [(leaf: UInt64, seen: Seen)] = []
    var hasCommit = false
  }

  /// The leaves that a replica wrote or held when it had made a commit; nil: its last.
  func leaves(of replica: ReplicaID, upTo commit: UInt64?) throws -> HeldLeaves {
    var written: [BranchID: Written] = [:]
    let report = try reader().read(inventory, replicas: [replica]) { frame in
      // Taken out, to be changed in place.
      var part = written.removeValue(forKey: frame.branch) ?? Written()
      for index in frame.commits where frame.content.commits[index].commit.number <= commit ?? .max {
        let entry = frame.content.commits[index]
        let first = frame.firstLeaf + UInt64(entry.leaves.lowerBound)
        part.leaves.insert(first..<frame.firstLeaf + UInt64(entry.leaves.upperBound), of: frame.branch)
        if !entry.commit.seen.isEmpty { part.told.append((first, entry.commit.seen)) }
        if entry.commit.number == commit { part.hasCommit = true }
      }
      written[frame.branch] = part
    }
    try report.requireWhole()
    let branches = report.branches(of: replica)
    try check(replica, commit, branches, isHere: written.values.contains(where: \.hasCommit))
    var leaves = HeldLeaves()
    var told: [Seen] = []
    for branch in branches where commit == nil || written[branch.id]?.hasCommit ?? false {
      for (part, end) in lineage(of: branch.id, in: branches) {
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
    _ replica: ReplicaID, _ commit: UInt64?, _ branches: [BranchSummary], isHere: Bool
  ) throws {
    guard let last = branches.map(\.lastCommit).max(), last > 0 else {
      throw LedgerError(
        .notFound, "no commit of a replica \(replica) is here", advice: "'daybook status' lists the replicas")
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

  /// Adds what a replica said that it held of the others.
  private func add(_ told: [Seen], by replica: ReplicaID, to leaves: inout HeldLeaves) throws {
    let entries = told.flatMap(\.entries).filter { $0.replica != replica }
    var sizes: [ReplicaID: Set<UInt64>] = [:]
    for entry in entries {
      for case .tree(let size, _) in entry.parts { sizes[entry.replica, default: []].insert(size) }
    }
    let report = try reader(rootsWanted: sizes.mapValues { $0.sorted() })
      .survey(inventory, replicas: Set(entries.map(\.replica)))
    for entry in entries {
      let branches = report.branches(of: entry.replica)
      let roots = report.replicas[entry.replica]?.roots ?? []
      for part in entry.parts {
        switch part {
        case .leaves(let first, let end):
          for branch in branches where first < end { leaves.insert(first..<end, of: branch.id) }
        case .tree(let size, let root):
          let meant = branches.first { roots.contains(RootAtSize(branch: $0.id, size: size, root: root)) }
          if let meant {
            cover(meant.id, size, branches, &leaves)
          } else if !branches.contains(where: { $0.reaches(size) }) {
            // Longer than what is here: which branch it was does not show, but what they share was in it.
            let shared = branches.count == 1 ? size : min(size, branches.sharedSize)
            for branch in branches { cover(branch.id, shared, branches, &leaves) }
          }
        }
      }
    }
  }

  private func cover(
    _ branch: BranchID, _ size: UInt64, _ branches: [BranchSummary], _ leaves: inout HeldLeaves
  ) {
    for (part, end) in lineage(of: branch, in: branches) { leaves.insert(0..<min(size, end), of: part) }
  }
}

extension BranchSummary {
  /// Whether its root at this size would have been met.
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
