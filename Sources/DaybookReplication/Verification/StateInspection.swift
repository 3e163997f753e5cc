package import DaybookLog
package import DaybookModel

/// Looks for damage in the state of this machine's present and former replicas in a folder, and of those whose identity
/// does not name their folder. The state of another machine in the same place is left to that machine.
package struct StateInspection {
  private let state: any FileStore
  private let machine: MachineID
  /// Where the ledger lies.
  private let mark: FolderMark
  private let folder: any FileStore
  private let descriptor: LedgerDescriptor
  private let report: ReadReport

  /// - Parameters:
  ///   - folder: the ledger's.
  ///   - report: what a reading of it found.
  package init(
    _ state: any FileStore, of machine: MachineID, at mark: FolderMark, _ folder: any FileStore,
    _ descriptor: LedgerDescriptor, _ report: ReadReport
  ) {
    (self.state, self.machine, self.mark) = (state, machine, mark)
    (self.folder, self.descriptor, self.report) = (folder, descriptor, report)
  }

  package func damage() throws -> [StateDamage] {
    var damage: [StateDamage] = []
    for entry in try state.list(StateLayout.folder(ledger: descriptor.ledger)) ?? []
    where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name), let found = self.damage(of: replica) else { continue }
      damage.append(found)
    }
    return try damage + setAside()
  }

  /// - Parameter holdsLock: true if the caller holds the replica's lock, so that nobody writes.
  package func damage(of replica: ReplicaID, holdsLock: Bool = false) -> StateDamage? {
    let path = StateLayout.folder(ledger: descriptor.ledger, replica: replica)
    do {
      return try damage(of: replica, in: path, holdsLock: holdsLock)
    } catch {
      // Nothing is known to be damaged: a file that cannot be read now may be readable later.
      let what = (error as? FileError)?.what ?? (error as? LedgerError)?.what ?? "\(error)"
      return StateDamage(replica: replica, part: .unreadable(what, folder: path))
    }
  }

  private func damage(of replica: ReplicaID, in path: String, holdsLock: Bool) throws -> StateDamage? {
    let file = joined(path, StateLayout.identity)
    guard let identity = try StoredIdentity.read(state, folder: path), identity.replica == replica,
      identity.ledger == descriptor.ledger, let status = try state.status(file)
    else {
      guard try JournalOutline.exists(state, folder: path) else { return nil }
      return try damageOfLostIdentity(replica, path)
    }
    guard identity.folder.isSame(as: mark), identity.machine == machine else { return nil }
    let size = report.branches(of: replica).map(\.size).max() ?? 0
    for _ in 1...2 {
      // A journal that is being written may show half a write.
      guard try StateDamage.isJournalDamaged(state, path, publishedSize: size, holdsLock: holdsLock) else {
        return nil
      }
    }
    // The folder may have everything of a state that was restored from a backup, and nobody continues it.
    if !identity.file.matches(FileMark(status)),
      try JournalNotes(state, folder: path).closed?.size ?? 0 <= size,
      try lacking(replica, path) == nil
    {
      return nil
    }
    return StateDamage(replica: replica, part: .journal)
  }

  private func damageOfLostIdentity(_ replica: ReplicaID, _ path: String) throws -> StateDamage? {
    guard let lacking = try lacking(replica, path) else { return nil }
    let part: StateDamage.Part =
      lacking.takes ? .identity : .left(commits: lacking.unplaced, folder: path, isAside: false)
    return StateDamage(replica: replica, part: part)
  }

  /// What the folder lacks of a journal; nil where it lacks nothing. Of a damaged journal, O(the replica's files).
  private func lacking(_ replica: ReplicaID, _ path: String) throws -> (takes: Bool, unplaced: Int)? {
    if let journal = try JournalSummary.undamaged(state, folder: path), !journal.end.isDamaged,
      journal.commits == 0 || report.branches(of: replica).contains(where: { $0.ends(with: journal) })
    {
      return nil
    }
    var repair = Repair(
      ledger: folder, state: state, descriptor: descriptor, own: nil, journal: nil, isDryRun: true)
    let unplaced = try repair.takeJournal(of: replica, in: path)
    return repair.acts.isEmpty && unplaced == 0 ? nil : (!repair.acts.isEmpty, unplaced)
  }

  /// The states that were moved aside and whose journals hold signed commits that no file holds.
  private func setAside() throws -> [StateDamage] {
    let aside = StateLayout.aside(ledger: descriptor.ledger)
    var damage: [StateDamage] = []
    for entry in try state.list(aside) ?? [] where entry.kind == .folder {
      guard let replica = StateDamage.replica(ofAside: entry.name) else { continue }
      let path = joined(aside, entry.name)
      let part: StateDamage.Part
      do throws(FileError) {
        guard let commits = try StateDamage.unplacedCommits(state, path),
          try StoredIdentity.read(state, folder: path)?.folder.isSame(as: mark) ?? true
        else { continue }
        part = .left(commits: commits, folder: path, isAside: true)
      } catch {
        part = .unreadable(error.what, folder: path)
      }
      damage.append(StateDamage(replica: replica, part: part))
    }
    return damage
  }
}
