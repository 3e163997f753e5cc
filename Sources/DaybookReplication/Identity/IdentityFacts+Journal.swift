package import DaybookLog
package import DaybookModel

extension IdentityFacts.History {
  /// What the journal in the replica's state says, held against what a reading of the ledger shows.
  package init(journal: JournalSummary?, report: ReadReport, replica: ReplicaID) {
    self.init()
    size = journal?.head.tree.size ?? 0
    lastStamp = journal?.head.stamp
    seenByPeers = report.greatestSize(seenOf: replica)
    let branches = report.branches(of: replica)
    // The journal is made before the identity: without it nobody knows what was written, wherever that is now.
    guard let journal else {
      (hasUnknownCommit, isJournalDamaged) = (true, true)
      return
    }
    // Of two histories under one key, at most one is this machine's.
    isJournalDamaged = journal.end != .clean
    hasUnknownCommit =
      branches.count > 1
      || branches.contains { branch in
        branch.stretches.contains { !journal.knows($0.leaves.upperBound, $0.root) }
      }
  }
}

extension JournalSummary {
  /// Whether the replica's tree had this root at this size, as far as base and journal reach. What lies
  /// before the base was sealed: less of it is an old copy, and no contradiction.
  package func knows(_ size: UInt64, _ root: Hash256) -> Bool {
    guard size <= head.tree.size else { return false }
    guard size >= base.tree.size else { return true }
    return tree(at: size)?.root == root
  }
}
