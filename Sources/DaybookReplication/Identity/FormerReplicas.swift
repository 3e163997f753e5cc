package import DaybookLog
package import DaybookModel

/// Journals that are not continued: a replica whose clock ran ahead, or of which others have seen more than it
/// remembers, is replaced by a new one, and without its writer, nobody would publish the events that its folder lost or
/// never received. Its successor publishes what such a journal acknowledged. The journal itself stays as it is: it may
/// be a copy of one that somebody still writes.
package struct FormerReplicas: Sendable {
  private let state: any FileStore
  private let folder: any FileStore
  private let descriptor: LedgerDescriptor

  package struct Published: Sendable, Equatable {
    package var replica: ReplicaID
    /// Relative to the ledger's folder.
    package var file: String
  }

  /// `folder` is the ledger's.
  package init(state: any FileStore, folder: any FileStore, descriptor: LedgerDescriptor) {
    (self.state, self.folder, self.descriptor) = (state, folder, descriptor)
  }

  /// Publishes the journals whose commits are not all in the folder. `report`: what
  /// a reading of it found. O(the journals). Journals without commits are skipped, and so is everything after damage,
  /// for which there is a finding until ``Repair`` has recovered it.
  ///
  /// - Throws: ``LedgerError`` if a journal cannot be read, ``FileError`` if the folder cannot be written.
  package func publish(_ replicas: [ReplicaID], _ report: ReadReport) throws -> [Published] {
    var published: [Published] = []
    for replica in replicas {
      let own = StateLayout.folder(ledger: descriptor.ledger, replica: replica)
      guard let journal = try JournalSummary.undamaged(state, folder: own), journal.commits > 0,
        journal.base.replica == replica, journal.base.ledger == descriptor.ledger
      else { continue }
      if try holds(journal, report) { continue }
      let before = Set(try Inventory.segments(of: replica, in: folder).map(\.path))
      let files = try JournalSummary.publish(state, folder: own, into: folder)
      published += files.filter { !before.contains($0) }.map { Published(replica: replica, file: $0) }
    }
    return published
  }

  /// Whether a branch has all of the journal's leaves.
  private func holds(_ journal: JournalSummary, _ report: ReadReport) throws -> Bool {
    let replica = journal.base.replica
    // Nearly always, the journal is the end of the replica's history in the folder.
    if report.branches(of: replica).contains(where: { $0.ends(with: journal) }) { return true }
    let note = HeldJournal(state, of: journal)
    if note.isHeld(by: report.branches(of: replica)) { return true }
    var options = ReadOptions()
    options.comparesSeen = false
    options.rootsWanted[replica] = [journal.head.tree.size]
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: options)
      .survey(Inventory.scan(folder), replicas: [replica])
    for branch in report.branches(of: replica) {
      if branch.ends(with: journal) { return true }
      let root = RootAtSize(branch: branch.id, size: journal.head.tree.size, root: journal.head.tree.root)
      guard report.knows(root), let stretch = branch.stretches.first(where: journal.liesIn) else { continue }
      note.write(stretch)
      return true
    }
    return false
  }
}

extension BranchSummary {
  func ends(with journal: JournalSummary) -> Bool {
    stretches.contains { stretch in
      stretch.leaves.lowerBound <= journal.base.tree.size
        && stretch.leaves.upperBound == journal.head.tree.size && stretch.root == journal.head.tree.root
    }
  }
}
