package import DaybookLog
package import DaybookModel

/// A replica of this machine whose journal or identity is damaged: nobody can write as it any more.
package struct StateDamage: Sendable, Equatable {
  package enum Part: Sendable, Equatable { case journal, identity }

  package var replica: ReplicaID
  package var part: Part

  /// One sentence without a full stop.
  package var what: String {
    switch part {
    case .journal:
      "this machine's journal of the replica is damaged: what it acknowledged and had not published yet may be lost"
    case .identity:
      "this machine's identity of the replica is damaged or gone: what its journal alone holds waits"
    }
  }

  package var finding: Finding {
    let aside = "'daybook repair' publishes what the journal still holds and keeps the replica's state aside"
    let advice =
      switch part {
      case .journal: "compare with what you wrote last; \(aside)"
      case .identity: "\(aside); so does the next write, which makes a new replica"
      }
    return Finding(.corruption, replica: replica, what, advice: advice)
  }

  /// Whether a journal lacks what its writer had made durable. What a write that was cut short left behind the last
  /// commit is no damage.
  static func isJournalDamaged(_ state: any FileStore, _ folder: String, publishedSize: UInt64) -> Bool {
    let wasAtWork = Publication.isWriterAtWork(state, folder: folder)
    guard let journal = try? JournalSummary.read(state, folder: folder) else {
      return (try? JournalOutline.exists(state, folder: folder)) ?? true
    }
    if wasAtWork || Publication.isWriterAtWork(state, folder: folder) { return false }
    // The writer left a note only when the journal held more than was published.
    let noted = (try? Publication.published(state, folder: folder)) ?? nil
    if let noted, noted >= journal.head.tree.size { return true }
    switch journal.end {
    case .clean: return false
    case .damaged: return true
    // What is published was in the journal first.
    case .torn: return publishedSize > journal.head.tree.size
    }
  }

  /// Moves the replica's state, whole, to where what was repaired is kept.
  ///
  /// - Returns: where, in the state; of a dry run where it would be.
  /// - Throws: ``LedgerError/Code/locked`` when somebody still writes as the replica.
  package func moveAside(
    _ state: any FileStore, ledger: String, wait: Duration, isDryRun: Bool
  ) throws -> String {
    let folder = StateLayout.folder(ledger: ledger, replica: replica)
    let aside = StateLayout.aside(ledger: ledger)
    var kept = joined(aside, "\(replica)-state")
    if isDryRun { return kept }
    let lock = try WriterLock.acquire(state: state, folder: folder, wait: wait)
    defer { withExtendedLifetime(lock) {} }
    if try state.status(aside) == nil { try state.createFolderDurably(aside) }
    if try state.status(kept) != nil { kept += "-\(TemporaryName.random())" }
    // Not every file system can rename a folder without replacing; the name is free.
    try state.rename(folder, to: kept, replacing: true)
    try state.syncFolder(aside)
    try state.syncFolder(StateLayout.folder(ledger: ledger))
    return kept
  }
}
