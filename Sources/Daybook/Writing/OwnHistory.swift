import DaybookLog
import DaybookModel
import DaybookReplication

extension IdentityFacts.History {
  /// What journal and ledger say of an own replica.
  init(of identity: StoredIdentity, journal: JournalSummary?, _ report: ReadReport) {
    self.init()
    seenByPeers = report.greatestSize(seenOf: identity.replica)
    let branches = report.branches(of: identity.replica)
    guard let journal else {
      hasUnknownCommit = !branches.isEmpty
      return
    }
    size = journal.head.tree.size
    lastStamp = journal.head.stamp
    hasUnknownCommit =
      branches.count > 1 || branches.contains { branch in branch.stretches.contains { !journal.knows($0) } }
  }
}

extension JournalSummary {
  /// Whether the replica's tree at the stretch's end is one this journal passed through. Of trees
  /// smaller than the journal's base nothing is remembered but their size.
  fileprivate func knows(_ stretch: BranchSummary.Stretch) -> Bool {
    let size = stretch.leaves.upperBound
    guard size <= head.tree.size else { return false }
    guard size >= base.tree.size else { return true }
    var tree = base.tree
    for leaf in leaves.prefix(Int(size - base.tree.size)) { tree.append(leaf) }
    return tree.root == stretch.root
  }
}
