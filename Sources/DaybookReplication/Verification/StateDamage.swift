package import DaybookLog
package import DaybookModel

/// A replica of this machine whose journal or identity is damaged, or cannot be read.
package struct StateDamage: Sendable, Equatable {
  package enum Part: Sendable, Equatable {
    /// Nobody can write as the replica any more.
    case journal
    /// The same, and the folder lacks commits that the journal holds.
    case identity
    /// Signed commits of a journal that is not continued are in no file, and could not be recovered. `folder`: its
    /// folder in the state.
    case left(commits: Int, folder: String, isAside: Bool)
    /// It is unknown whether anything is damaged. `what`: one sentence without a full stop.
    case unreadable(_ what: String, folder: String)
  }

  package var replica: ReplicaID
  package var part: Part

  /// One sentence without a full stop.
  package var what: String {
    switch part {
    case .journal:
      "this machine's journal of the replica is damaged or gone: commits that it acknowledged but had not yet published may be lost"
    case .identity:
      "this machine's identity of the replica is damaged or gone: commits that only its journal holds are unpublished"
    case .left(let commits, _, _):
      "\(Self.signed(commits)) in a damaged journal that nobody writes any more; no file holds \(commits == 1 ? "it" : "them"), and the earlier lines that determine the place are missing"
    case .unreadable(let what, _):
      "this machine's state of the replica could not be read (\(what)): whether the folder has all that it acknowledged is not known"
    }
  }

  package var finding: Finding {
    Finding(isUnreadable ? .limit : .corruption, replica: replica, what, advice: advice)
  }

  package var isUnreadable: Bool {
    if case .unreadable = part { return true }
    return false
  }

  /// Whether the state was moved away from the place where its replica's writer looks for it.
  package var isAside: Bool {
    if case .left(_, _, let isAside) = part { return isAside }
    return false
  }

  private var advice: String {
    switch part {
    case .journal:
      "compare with what you wrote last; '\(Remedy.repair)' publishes what the journal still holds and moves the replica's state aside"
    case .identity:
      "'\(Remedy.repair)' publishes what the journal still holds; so does the next write, which makes a new replica"
    case .left(_, let folder, _):
      "copy the replica's folder from a machine or a backup that has more of it, then '\(Remedy.repair)'; to give these commits up, remove \(folder) from this machine's state"
    case .unreadable(_, let folder):
      "make \(folder) in this machine's state readable for this user, and check its disk"
    }
  }

  /// Whether a journal lacks what its writer had made durable. The remains of an interrupted write after the last
  /// commit are not damage.
  ///
  /// - Parameters:
  ///   - publishedSize: how many leaves of the replica the ledger's folder holds.
  ///   - holdsLock: true if the caller holds the replica's lock, so that nobody writes.
  static func isJournalDamaged(
    _ state: any FileStore, _ folder: String, publishedSize: UInt64, holdsLock: Bool
  ) throws -> Bool {
    let wasAtWork = !holdsLock && Publication.isWriterAtWork(state, folder: folder)
    let notes = try JournalNotes(state, folder: folder)
    guard let journal = try JournalSummary.undamaged(state, folder: folder) else {
      // The journal is made before the identity.
      return true
    }
    if wasAtWork || !holdsLock && Publication.isWriterAtWork(state, folder: folder) { return false }
    if notes.contradict(journal.head) { return true }
    switch journal.end {
    case .clean: return false
    case .damaged: return true
    // What is published was in the journal first.
    case .torn: return publishedSize > journal.head.tree.size
    }
  }

  /// The folder of the replica's journal in the state.
  package func folder(ledger: String) -> String {
    if case .left(_, let folder, _) = part { return folder }
    return StateLayout.folder(ledger: ledger, replica: replica)
  }

  static func signed(_ commits: Int) -> String {
    "\(commits) signed \(commits == 1 ? "commit" : "commits")"
  }
}

// A state that is moved aside has a note in it while its journal holds signed commits that no file holds: the finding
// stays until they are in the ledger, or somebody removes the kept state.

extension StateDamage {
  private static let asideSuffix = "-state"

  /// The replica whose state lies in a folder of this name among what is kept aside; nil for anything else.
  static func replica(ofAside name: String) -> ReplicaID? {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count >= 2, "-\(parts[1])" == asideSuffix else { return nil }
    return ReplicaID(String(parts[0]))
  }

  /// The number in the note; nil where there is none.
  static func unplacedCommits(_ state: any FileStore, _ folder: String) throws(FileError) -> Int? {
    let path = joined(folder, StateLayout.unplaced)
    guard try state.status(path) != nil else { return nil }
    let text = String(decoding: try state.read(path, from: 0, count: 32), as: UTF8.self)
    return text.hasSuffix("\n") ? Int(text.dropLast()) ?? 1 : 1
  }

  private static func note(_ unplaced: Int, _ state: any FileStore, _ folder: String) throws {
    let path = joined(folder, StateLayout.unplaced)
    if unplaced > 0 {
      try state.replaceFile(path, with: Array("\(unplaced)\n".utf8))
    } else if try state.status(path) != nil {
      try state.remove(path)
    }
  }

  /// Ends the damage after a repair has recovered what it could from the journal: moves the whole state of a damaged
  /// journal to the folder of repaired files; any other state stays where it is. The caller holds the replica's lock.
  ///
  /// - Parameter unplaced: how many signed commits of the journal could not be recovered.
  /// - Returns: what was done, as one sentence without a full stop, and where the state is (of a dry run where it would
  ///   be); nil if nothing is left to do.
  package func settle(
    _ state: any FileStore, ledger: String, unplaced: Int, isDryRun: Bool
  ) throws -> (what: String, backup: String)? {
    let lacking =
      "\(Self.signed(unplaced)) of its journal \(unplaced == 1 ? "is" : "are") in no file and could not be taken, because earlier lines are missing"
    switch part {
    case .unreadable(_, let folder): return ("left as it is: \(what)", folder)
    case .identity, .left(_, _, false):
      let folder = folder(ledger: ledger)
      return unplaced > 0 ? ("left where it is, a state without identity: \(lacking)", folder) : nil
    case .left(_, let folder, true):
      if !isDryRun { try Self.note(unplaced, state, folder) }
      return unplaced > 0
        ? ("left where it is, a state that was kept aside: \(lacking)", folder)
        : ("settled: every signed commit of a journal that was kept aside is in the ledger", folder)
    case .journal:
      let kept = try moveAside(state, ledger: ledger, unplaced: unplaced, isDryRun: isDryRun)
      let rest = unplaced > 0 ? "; \(lacking)" : ""
      return ("moved aside in this machine's state: \(what)\(rest)", kept)
    }
  }

  private func moveAside(
    _ state: any FileStore, ledger: String, unplaced: Int, isDryRun: Bool
  ) throws -> String {
    let folder = StateLayout.folder(ledger: ledger, replica: replica)
    let aside = StateLayout.aside(ledger: ledger)
    var kept = joined(aside, "\(replica)\(Self.asideSuffix)")
    if isDryRun { return kept }
    // This comes first: the finding must not disappear if the process ends here.
    try Self.note(unplaced, state, folder)
    if try state.status(aside) == nil { try state.createFolderDurably(aside) }
    if try state.status(kept) != nil { kept += "-\(TemporaryName.random())" }
    // Not every file system can rename a folder without replacing; the name is free.
    try state.rename(folder, to: kept, replacing: true)
    try state.syncFolder(aside)
    try state.syncFolder(StateLayout.folder(ledger: ledger))
    return kept
  }
}
