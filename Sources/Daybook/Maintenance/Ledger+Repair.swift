import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// See ``LedgerMaintenance/repair(dryRun:)``.
  func repair(dryRun: Bool) throws -> RepairReport {
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
    var lock: WriterLock? = try WriterLock.acquireInTurn(
      state: state, folder: stateFolder, wait: options.wait)
    var repair = try withExtendedLifetime(lock) { try repaired(by: own, state, dryRun: false) }
    lock = nil
    try beginSession()
    repair.notices += session?.takeNotices() ?? []
    return repair
  }

  /// Takes into the ledger what damaged journals of own replicas still hold, and those of replicas without identity; and
  /// moves the state of a damaged journal away.
  private func movingDamagedState(_ state: any FileStore, isDryRun: Bool) throws -> [RepairReport.Act] {
    guard let inspection = try machine.inspection(folder, descriptor, loaded.report) else { return [] }
    let damaged = try inspection.damage()
    if damaged.isEmpty { return [] }
    var acts: [RepairReport.Act] = []
    if !isDryRun {
      // What strangers hold may be the lines without which a journal's commits have no place.
      acts = try repaired(by: nil, state, dryRun: false).acts
    }
    for damage in damaged {
      do {
        acts += try mending(damage, inspection, state, isDryRun: isDryRun)
      } catch let error as LedgerError where error.code == .busy {
        acts.append(
          RepairReport.Act(
            what: "left as it is: another process is writing as this replica; try again when it has ended",
            file: damage.replica.description))
      }
    }
    // Who writes here is asked of the folder as it is now.
    if !isDryRun { try read() }
    return acts
  }

  private func mending(
    _ found: StateDamage, _ inspection: StateInspection, _ state: any FileStore, isDryRun: Bool
  ) throws -> [RepairReport.Act] {
    let path = found.folder(ledger: descriptor.ledger)
    var damage = found
    var lock: WriterLock?
    if !isDryRun, !found.isUnreadable {
      lock = try WriterLock.acquireInTurn(state: state, folder: path, wait: options.wait)
      if !found.isAside {
        // Its writer may have been at work, and have ended.
        guard let now = inspection.damage(of: found.replica, holdsLock: true) else { return [] }
        damage = now
      }
    }
    return try withExtendedLifetime(lock) {
      var repair = Repair(
        ledger: folder, state: state, descriptor: descriptor, own: nil, journal: nil, isDryRun: isDryRun)
      let unplaced = damage.isUnreadable ? 0 : try repair.takeJournal(of: damage.replica, in: path)
      var acts = repair.acts.map(\.reported)
      let done = try damage.settle(
        state, ledger: descriptor.ledger, unplaced: unplaced, isDryRun: isDryRun)
      if let done {
        acts.append(
          RepairReport.Act(what: done.what, file: damage.replica.description, backup: done.backup))
      }
      return acts
    }
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
    RepairReport.Act(what: sentence, file: file, backup: backup)
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
