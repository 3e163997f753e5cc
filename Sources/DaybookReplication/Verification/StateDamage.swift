import DaybookLog
package import DaybookModel

/// A replica of this machine whose journal or identity is damaged: nobody can write as it any more.
package struct StateDamage: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    case journal, identity
    /// The state was moved aside, and signed commits of its journal are in no file. `folder`: where in the state.
    case aside(commits: Int, folder: String)
  }

  package var replica: ReplicaID
  package var part: Part

  /// One sentence without a full stop.
  package var what: String {
    switch part {
    case .journal:
      "this machine's journal of the replica is damaged or gone: what it acknowledged and had not published yet may be lost"
    case .identity:
      "this machine's identity of the replica is damaged or gone: what its journal alone holds waits"
    case .aside(let commits, _):
      "\(Self.signed(commits)) in a damaged journal that was kept aside; no file holds \(commits == 1 ? "it" : "them"), and earlier lines without which the place is not known are missing"
    }
  }

  package var finding: Finding {
    let aside = "'daybook repair' publishes what the journal still holds and keeps the replica's state aside"
    let advice =
      switch part {
      case .journal: "compare with what you wrote last; \(aside)"
      case .identity: "\(aside); so does the next write, which makes a new replica"
      case .aside(_, let folder):
        "copy the replica's folder from a machine or a backup that has more of it, then 'daybook repair'; to give these commits up, remove \(folder) from this machine's state"
      }
    return Finding(.corruption, replica: replica, what, advice: advice)
  }

  /// Whether a journal lacks what its writer had made durable. What a write that was cut short left behind the last
  /// commit is not damage.
  static func isJournalDamaged(_ state: any FileStore, _ folder: String, publishedSize: UInt64) -> Bool {
    let wasAtWork = Publication.isWriterAtWork(state, folder: folder)
    let noted = (try? Publication.published(state, folder: folder)) ?? nil
    guard let journal = try? JournalSummary.read(state, folder: folder) else {
      // A replica has a journal before it publishes.
      return (try? JournalOutline.exists(state, folder: folder)) ?? true || publishedSize > 0 || noted != nil
    }
    if wasAtWork || Publication.isWriterAtWork(state, folder: folder) { return false }
    // The writer left a note only when the journal held more than was published.
    if let noted, noted >= journal.head.tree.size { return true }
    switch journal.end {
    case .clean: return false
    case .damaged: return true
    // What is published was in the journal first.
    case .torn: return publishedSize > journal.head.tree.size
    }
  }

  /// Where in the state the replica's journal lies.
  package func folder(ledger: String) -> String {
    if case .aside(_, let folder) = part { return folder }
    return StateLayout.folder(ledger: ledger, replica: replica)
  }

  static func signed(_ commits: Int) -> String {
    "\(commits) signed \(commits == 1 ? "commit" : "commits")"
  }
}
