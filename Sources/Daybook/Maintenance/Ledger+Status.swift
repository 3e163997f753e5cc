import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// What the records and this machine's state tell.
  func statusOfRecords() throws -> StatusReport {
    var status = StatusReport(ledger: info)
    status.lock = try lockStatus()
    status.encryptedFiles = encryptedFiles()
    status.copies = try keptCopies()
    status.sources = try sources()
    status.conflicts = try conflictCount()
    status.digest = loaded.records.digest()
    status.notices = takeNotices()
    return status
  }

  /// See ``LedgerReplicas/own()``.
  func ownReplicas() throws -> Set<ReplicaID> {
    if let session { return Set([session.replica] + session.former) }
    var status = StatusReport(ledger: info)
    guard let state = machine.existingState(), let own = try ownReplica(&status).replica else { return [] }
    return Set([own] + (try identityKeeper(state).former(besides: own)))
  }

  /// See ``LedgerMaintenance/resumeWriting()``.
  func resumeWriting() throws {
    if !machine.canWrite { _ = try machine.state() }
    guard session == nil, machine.existingState() != nil else { return }
    do {
      try beginSession(makesReplica: false)
    } catch let error as LedgerError where error.code == .damaged {
      try requireSoundState()
      throw error
    }
  }

  /// For what does nothing without a replica of this machine: one whose journal or identity is damaged is there.
  func requireSoundState() throws {
    if session == nil, let problem = machine.stateProblem() {
      throw LedgerError(
        .inputOutput, "this machine's state cannot be read (\(problem))",
        advice: "make it readable for this user, and check its disk")
    }
    guard session == nil, let inspection = try machine.inspection(folder, descriptor, loaded.report),
      let damage = try inspection.damage().first(where: { !$0.isAside })
    else { return }
    throw LedgerError(
      damage.isUnreadable ? .inputOutput : .damaged, damage.what,
      file: damage.folder(ledger: descriptor.ledger),
      advice: damage.finding.advice)
  }

  /// Publishes what this machine acknowledged and the folder lacks, as one does that was set back to an older copy.
  /// For whatever looks up or plans on the records what it then writes; a commit does so itself. Where nothing is
  /// lacking, it reads a few bytes of the state, takes no lock and writes nothing.
  ///
  /// - Parameter makesReplica: whether a new replica publishes where none can be continued; the commit would make one, too.
  package func publishLacking(makesReplica: Bool = true) throws {
    guard session == nil, machine.canWrite, let state = machine.existingState(),
      try OwnJournals.mayLack(state, ledger: descriptor.ledger, in: machine.folder(), loaded.report)
        || lacksCopiedSegments(state)
    else { return }
    try beginSession(makesReplica: makesReplica)
  }

  /// The replicas as ``LedgerReplicas/status()`` shows them.
  nonisolated func replicaStatuses() async throws -> [StatusReport.Replica] { try await look().replicas }

  private struct LookStart: Sendable {
    var status: StatusReport
    var own: ReplicaID?
    var sealed: Claim?
    var report: ReadReport
    var inventory: Inventory
    var witness: Witness?
    let session: ReadSession

    /// The files that the findings are about: those of the last reading, and the present ones of the replica that is
    /// written here.
    func listed(_ now: Inventory) -> Inventory {
      guard let writer = session.writer else { return inventory }
      var listed = inventory
      listed.replicas.removeAll { $0.id == writer }
      listed.replicas += now.replicas.filter { $0.id == writer }
      return listed
    }
  }

  private func lookStart() throws -> LookStart {
    try refreshWhole()
    var status = StatusReport(ledger: info)
    let (own, sealed) = try ownReplica(&status)
    let witness = rememberAgain()
    return LookStart(
      status: status, own: own, sealed: sealed, report: loaded.report, inventory: loaded.inventory,
      witness: witness, session: try readSession())
  }

  /// The findings in the folder. It is checked again if a finding is about files that changed meanwhile.
  nonisolated func look() async throws -> StatusReport {
    var settling = FindingSettlement()
    while true {
      let start = try await lookStart()
      var look = start.status
      // The open file that is being written shows here and not in the records' reading.
      let inventory = try Inventory.scan(folder)
      let report = try report(on: inventory, start)
      let now = try Inventory.scan(folder)
      let changed = start.listed(inventory).changes(to: now)
      let isPublished = look.unpublishedCommits == 0 || !(start.own.map(changed.contains) ?? false)
      let settled = settling.settle(
        now.withoutGone(report.findings), changed: changed, isWhole: report.vanished.isEmpty && isPublished)
      guard let settled else { continue }
      if start.session.writer == nil {
        // Writers that are always faster than this reads publish what they write.
        if !isPublished { look.unpublishedCommits = 0 }
        if look.unpublishedCommits > 0 {
          look.notices.append(Self.publicationWaits(commits: look.unpublishedCommits))
        }
      }
      look.findings =
        settled + report.unreadFindings + machine.findings(in: folder, descriptor, report)
      look.replicas = await replicaStatuses(
        inventory, report, start.witness, start.own,
        unpublished: try start.session.ownCommits(besides: report))
      let amongBlobs = try Inventory.strangersAmongBlobs(folder)
      look.strangers = (inventory.strangers + amongBlobs).map(\.path).sorted()
      await note(start.session)
      return look
    }
  }

  private static func publicationWaits(commits: Int) -> Notice {
    let text =
      commits == 1
      ? "1 commit is safe on this machine but not yet in the ledger's folder; the next write publishes it"
      : "\(commits) commits are safe on this machine but not yet in the ledger's folder; the next write publishes them"
    return Notice("publication-waits", text)
  }

  /// What was read, with what is being written, held against what everybody remembers.
  private nonisolated func report(on inventory: Inventory, _ start: LookStart) throws -> ReadReport {
    var report = start.report
    let reader = LedgerReader(store: folder, descriptor: descriptor)
    if let writer = start.session.writer {
      report.replicas[writer] = try reader.survey(inventory, replicas: [writer]).replicas[writer]
    }
    let claims = (start.sealed.map { [$0] } ?? []) + report.claims + (start.witness?.claims ?? [])
    try reader.addRoots(at: claims, inventory, to: &report)
    report.findingsOfAll =
      report.judge(claims) + report.clocksAhead(of: options.now()) + inventory.findings
    return report
  }

  /// As which this machine goes on writing here; nil where it would make a new replica, or where its journal is damaged,
  /// of which there is a finding.
  ///
  /// - Parameter journal: reads the journal of a replica, given its state's folder.
  func ownIdentity(
    _ state: any FileStore, journal: ((ReplicaID, String) throws -> JournalSummary?)? = nil
  ) throws -> StoredIdentity? {
    let report = loaded.report
    do {
      return try identityKeeper(state).find { stored in
        try history(of: stored.replica, state, report, journal: journal)
      }
    } catch let error as LedgerError where error.code == .damaged {
      return nil
    }
  }

  /// This machine's replica, and what its journal holds that the folder does not; and what was sealed before the
  /// journal, which only the folder holds.
  private func ownReplica(_ status: inout StatusReport) throws -> (replica: ReplicaID?, sealed: Claim?) {
    if let session {
      status.unpublishedCommits = session.writer.unpublishedCommits
      return (session.replica, Claim.sealed(before: session.writer.base, of: session.replica))
    }
    guard let state = machine.existingState() else { return (nil, nil) }
    let report = loaded.report
    // What was read to decide as which, to be read once.
    var journals: [ReplicaID: (wasAtWork: Bool, summary: JournalSummary?)] = [:]
    let found = try ownIdentity(state) { replica, folder in
      let wasAtWork = Publication.isWriterAtWork(state, folder: folder)
      let summary = try JournalSummary.read(state, folder: folder)
      journals[replica] = (wasAtWork, summary)
      return summary
    }
    guard let found, let (wasAtWork, journal) = journals[found.replica] else { return (nil, nil) }
    let folder = StateLayout.folder(ledger: descriptor.ledger, replica: found.replica)
    // An active writer publishes what it has written, or leaves a note that it cannot.
    if let journal, try Publication.of(state, folder: folder, wasAtWork: wasAtWork) != .underWay {
      let published = report.branches(of: found.replica).map(\.lastCommit).max() ?? 0
      // What was sealed is in no journal: no write brings it back.
      let lacking = Int(clamping: journal.head.commit - min(published, journal.head.commit))
      status.unpublishedCommits = min(journal.commits, lacking)
    }
    return (found.replica, journal.flatMap { Claim.sealed(before: $0.base, of: found.replica) })
  }
}
