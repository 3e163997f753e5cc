import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// Takes from files that are no part of the ledger (conflict copies, temporary files, renamed ones) every
  /// valid commit that is held nowhere else, moves damaged files of this machine's replica into its state,
  /// and publishes anew what its journal has. Nothing is destroyed: what is replaced is kept. Only the beginnings of blobs
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
    repair.acts = moved.acts + repair.acts
    repair.notices = moved.notices + repair.notices
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
  /// hold is published.
  private func movingDamagedState(_ state: any FileStore, isDryRun: Bool) throws -> RepairReport {
    var report = RepairReport()
    let damaged = machine.damage(descriptor.ledger, loaded.report)
    if damaged.isEmpty { return report }
    if !isDryRun { report.notices = try publish(damaged.map(\.replica), state) }
    for damage in damaged {
      let kept = try damage.moveAside(
        state, ledger: descriptor.ledger, wait: options.wait, isDryRun: isDryRun)
      report.acts.append(
        RepairReport.Act(
          what: "moved aside in this machine's state: \(damage.what)", file: damage.replica.description,
          keptAt: kept))
    }
    return report
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
    for act in try repair.run() {
      report.acts.append(RepairReport.Act(what: act.sentence, file: act.file, keptAt: act.keptAt))
    }
    isStale = true
    return report
  }
}

extension RepairAct {
  fileprivate var sentence: String {
    switch kind {
    case .took(let commits, let into): "took \(commits) commits into \(into): \(what)"
    case .movedAside: "moved into this machine's state: \(what)"
    case .removed: "removed: \(what)"
    case .left: "left where it is: \(what)"
    }
  }
}
