import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Takes from files that are no part of the ledger (conflict copies, temporary files, renamed ones) every
  /// valid commit that is held nowhere else, moves damaged files of this machine's replica into its state,
  /// and publishes anew what its journal has. Of a damaged journal it takes every signed commit that no file holds, and
  /// moves it aside with the replica's state. Nothing is destroyed: what is replaced is kept. Only the beginnings of blobs
  /// that a program left unfinished are removed.
  ///
  /// - Parameter dryRun: says what would be done, and does nothing.
  public func repair(dryRun: Bool = false) throws -> RepairReport {
    close()
    try read()
    guard let state = dryRun ? machine.existingState() : try machine.state() else {
      return try repaired(by: nil, MemoryFileStore(), dryRun: true)
    }
    let moved = try movingDamagedState(state, isDryRun: dryRun)
    var repair = try repairFiles(state, dryRun: dryRun)
    repair.acts = moved + repair.acts
    return repair
  }

  private func repairFiles(_ state: any FileStore, dryRun: Bool) throws -> RepairReport {
    let own = try ownIdentity(state)?.replica
    guard let own, !dryRun else { return try repaired(by: own, state, dryRun: dryRun) }
    let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: own)
    var lock: WriterLock? = try WriterLock.acquire(state: state, folder: stateFolder, wait: options.wait)
    var repair = try withExtendedLifetime(lock) { try repaired(by: own, state, dryRun: false) }
    lock = nil
    try beginSession()
    repair.notices += session?.takeNotices() ?? []
    return repair
  }

  /// Moves the state of own replicas away whose journal or identity is damaged, once all that their journals still
  /// hold is in the ledger.
  private func movingDamagedState(_ state: any FileStore, isDryRun: Bool) throws -> [RepairReport.Act] {
    let damaged = machine.damage(descriptor.ledger, loaded.report)
    if damaged.isEmpty { return [] }
    var acts: [RepairReport.Act] = []
    for damage in damaged {
      var repair = Repair(
        ledger: folder, state: state, descriptor: descriptor, own: nil, journal: nil, isDryRun: isDryRun)
      let unplaced = try repair.takeJournal(
        of: damage.replica, in: damage.folder(ledger: descriptor.ledger))
      acts += repair.acts.map(\.reported)
      let done = try damage.setAside(
        state, ledger: descriptor.ledger, unplaced: unplaced, wait: options.wait, isDryRun: isDryRun)
      acts.append(
        RepairReport.Act(what: done.what, file: damage.replica.description, keptAt: done.keptAt))
    }
    // Who writes here is asked of the folder as it is now.
    if !isDryRun { try read() }
    return acts
  }

  private func repaired(
    by own: ReplicaID?, _ state: any FileStore, dryRun: Bool
  ) throws -> RepairReport {
    let journal = try own.flatMap { own in
      try JournalSummary.read(state, folder: StateLayout.folder(ledger: descriptor.ledger, replica: own))
    }
    var repair = Repair(
      ledger: folder, state: state, descriptor: descriptor, own: own, journal: journal, isDryRun: dryRun)
    var report = RepairReport()
    report.acts = try repair.run().map(\.reported)
    isStale = true
    return report
  }
}

extension RepairAct {
  fileprivate var reported: RepairReport.Act {
    RepairReport.Act(what: sentence, file: file, keptAt: keptAt)
  }

  fileprivate var sentence: String {
    switch kind {
    case .took(let commits, let into):
      "took \(commits) \(commits == 1 ? "commit" : "commits") into \(into): \(what)"
    case .movedAside: "moved into this machine's state: \(what)"
    case .removed: "removed: \(what)"
    case .left: "left where it is: \(what)"
    }
  }
}
