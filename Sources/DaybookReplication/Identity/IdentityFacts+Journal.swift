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
    // Of two histories under one key, at most one is this machine's. Without a journal any file is unknown.
    hasUnknownCommit =
      branches.count > 1 || branches.contains { !Self.knows(journal, $0) }
      || (journal == nil && report.replicasWithFiles.contains(replica))
  }

  /// Whether a branch is the journal's own, as far as base and journal reach.
  private static func knows(_ journal: JournalSummary?, _ branch: BranchSummary) -> Bool {
    guard let journal else { return false }
    guard branch.size <= journal.head.tree.size else { return false }
    // What lies before the base was sealed: less of it is an old copy, and no contradiction.
    guard branch.size >= journal.base.tree.size else { return true }
    var tree = journal.base.tree
    for leaf in journal.leaves.prefix(Int(branch.size - tree.size)) { tree.append(leaf) }
    return tree.root == branch.root
  }
}
