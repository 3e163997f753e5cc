import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension Ledger {
  /// See ``LedgerReplicas/replicate(with:direction:comparingAll:dryRun:progress:)``.
  func replicate(
    with path: String, direction: ReplicationDirection, comparingAll: Bool,
    dryRun: Bool,
    progress: @escaping @Sendable (ReplicationProgress) -> Void
  ) async throws -> ReplicationReport {
    if direction != .push, !machine.canWrite { _ = try machine.state() }
    var peer = try ReplicationPeer.open(path, descriptor: descriptor, besides: folder)
    if peer.isNew, direction == .pull {
      throw LedgerError(
        .noLedger, "there is nothing to pull: it is not a ledger", file: path,
        advice: "check that the disk is there, or leave out \(Remedy.pull)")
    }
    let lock = dryRun ? nil : try replicationLock()
    if peer.isNew, !dryRun { try peer.become(descriptor) }
    var report = try await replicate(
      with: peer.store, path: peer.path, direction: direction, comparingAll: comparingAll, dryRun: dryRun,
      progress: progress)
    withExtendedLifetime(lock) {}
    report.isNew = peer.isNew
    return report
  }

  /// The same, with a copy in a store of any kind.
  func replicate(
    with store: any FileStore, path: String, direction: ReplicationDirection, comparingAll: Bool,
    dryRun: Bool,
    progress: @escaping @Sendable (ReplicationProgress) -> Void
  ) async throws -> ReplicationReport {
    let start = ContinuousClock.now
    var report = ReplicationReport(path: path, direction: direction)
    report.isDryRun = dryRun
    try refresh()
    try refuseLocked(store, path)
    // Texts that are due must not go to the other side before they go here; what prevents that is reported at the end.
    if !dryRun { _ = eraseDueTexts() }
    let own = try ownBeforeReplicating(&report, dryRun: dryRun)
    if !dryRun { try encryptReturned() }
    // The keys that open files here also open them there.
    let store: any FileStore = folder.cipher.map { CipheredFolder(store, $0) } ?? store
    if !dryRun { try settleFormat(with: store, path, direction) }
    let erased = try await erasedForCopying(to: store, path, direction)
    let replicator = Replicator(
      here: folder, there: store, descriptor: descriptor, own: own.replica, journal: own.journal,
      direction: direction, isDryRun: dryRun, comparesAll: comparingAll,
      doubted: Set(loaded.report.findings.compactMap(\.file)), erasures: erased.erasures, due: erased.due,
      erasedBlobs: erased.blobs, tag: replicationTag(), progress: progress)
    let copied = try await Self.run(replicator, here: info.path, there: path)
    try takeIn(copied, own.replica, &report)
    if !dryRun {
      report.notices += eraseDueTexts()
      if direction.pushes { report.notices += eraseDueTexts(in: store) }
    }
    // Files that were missing before may have come back.
    report.notices.removeAll { $0.code == "own-missing" }
    report.notices += try lackingOwnHistory()
    report.seconds = (ContinuousClock.now - start).seconds
    return report
  }

  /// Before files that an earlier version could not read are copied to a side.
  private func settleFormat(
    with store: any FileStore, _ path: String, _ direction: ReplicationDirection
  ) throws(LedgerError) {
    func raise(_ target: any FileStore, to source: any FileStore, _ path: String) throws(LedgerError) {
      guard
        let bytes = try? source.readAll(LedgerLayout.descriptor, sizeBytesMax: LedgerDescriptor.sizeBytesMax)
      else { return }
      guard let found = try? LedgerDescriptor(bytes) else { return }
      do throws(FileError) {
        try LedgerDescriptor.raise(in: target, to: found.format)
        if found.isLocked, locking != nil { try LedgerDescriptor.note(isLocked: true, in: target) }
      } catch { throw LedgerError(error, in: path) }
    }
    if direction.pushes { try raise(store, to: folder, path) }
    if direction.pulls { try raise(folder, to: store, info.path) }
  }

  /// Outside the actor, which continues meanwhile.
  private nonisolated static func run(
    _ replicator: sending Replicator, here: String, there: String
  ) async throws -> CopyReport {
    var replicator = replicator
    do {
      return try replicator.run()
    } catch let failure as CopyFailure {
      var error = LedgerError(failure.error, in: failure.side == .here ? here : there)
      error.advice =
        (error.advice.map { $0 + "; " } ?? "") + "the files copied so far stay: replicate again to continue"
      throw error
    }
  }

  // MARK: Before

  /// One replication of a ledger at a time on a machine, since two would interfere with each other.
  private func replicationLock() throws -> WriterLock? {
    // Without a place for state (a machine that may only read) there is no other process either.
    guard let state = try? machine.state() else { return nil }
    let folder = StateLayout.folder(ledger: descriptor.ledger) + "/replicating"
    guard (try? state.createFolderDurably(folder)) != nil else { return nil }
    do throws(LedgerError) {
      return try WriterLock.acquire(state: state, folder: folder, wait: options.wait)
    } catch {
      if error.code != .busy { return nil }
      throw LedgerError(
        .busy, "another replication of this ledger is under way on this machine", advice: "try again")
    }
  }

  /// The same in every run of this machine with this folder, and on no other.
  private func replicationTag() -> String {
    var text = info.path
    if let state = machine.existingState(), let id = try? machine.id(state) { text += "\n\(id.hash)" }
    return String(Hash256.of(Array(text.utf8).span).description.prefix(8))
  }

  /// This machine's replica and its journal; what the journal has and the folder lacks is published first.
  private func ownBeforeReplicating(
    _ report: inout ReplicationReport, dryRun: Bool
  ) throws -> (replica: ReplicaID?, journal: JournalSummary?) {
    guard let state = machine.existingState() else { return (nil, nil) }
    func find() throws -> ReplicaID? {
      if let session { return session.replica }
      return try identityKeeper(state).find { try history(of: $0.replica, state, loaded.report) }?.replica
    }
    guard let own = try find() else { return (nil, nil) }
    let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: own)
    let journal = try JournalSummary.read(state, folder: stateFolder)
    if !dryRun, let journal { try publish(journal, own, &report) }
    return (own, journal)
  }

  private func publish(_ journal: JournalSummary, _ own: ReplicaID, _ report: inout ReplicationReport) throws
  {
    let held = loaded.report.branches(of: own).map(\.size).max() ?? 0
    // Waiting commits were read, too, but not from the folder.
    guard !waiting.isEmpty || journal.head.tree.size > max(held, journal.base.tree.size) else { return }
    if let session {
      session.writer.publishPending()
      report.unpublishedCommits = try unpublished(session.writer)
      return
    }
    do {
      try beginSession()
    } catch let error as LedgerError where error.code == .busy {
      // The process that writes publishes by itself.
      report.notices.append(
        Notice("locked", "another process is writing: the next run copies what it has not published yet"))
      return
    }
    report.notices += session?.takeNotices() ?? []
    report.unpublishedCommits = try session.map { try unpublished($0.writer) } ?? 0
    close()
  }

  /// How many of a writer's commits are not in the folder's files.
  private func unpublished(_ writer: LogWriter) throws -> Int {
    // A writer that has just begun may not know which of its commits are there.
    if writer.unpublishedCommits == 0 { return 0 }
    let report = try LedgerReader(store: folder, descriptor: descriptor)
      .survey(Inventory.scan(folder), replicas: [writer.replica])
    let held = report.branches(of: writer.replica).map(\.lastCommit).max() ?? 0
    return Int(clamping: min(writer.openCommits, writer.lastCommit - min(held, writer.lastCommit)))
  }

  // MARK: After

  private func takeIn(_ copied: CopyReport, _ own: ReplicaID?, _ report: inout ReplicationReport) throws {
    if !report.isDryRun, !copied.pulled.isEmpty { try refresh() }
    (report.pulled, report.pushed) = (copied.pulled, copied.pushed)
    (report.lackedHere, report.lackedThere) = (copied.lackedHere, copied.lackedThere)
    report.removed = copied.removed
    report.findings = copied.findings.map {
      ReplicationReport.EndpointFinding(endpoint: $0.side == .here ? .here : .there, finding: $0.finding)
    }
    (report.strangersHere, report.strangersThere) = (copied.strangersHere, copied.strangersThere)
    report.isSame =
      copied.isSame && report.unpublishedCommits == 0
      && (!report.isDryRun || copied.pulled.isEmpty && copied.pushed.isEmpty)
    report.replicas = copied.replicas.map { id, replica in
      ReplicationReport.Replica(
        id: id, name: self.name(of: id), isOwn: id == own, pulled: replica.pulled, pushed: replica.pushed,
        lackedHere: replica.lackedHere, lackedThere: replica.lackedThere)
    }.sorted { ($0.name ?? "~", $0.id) < ($1.name ?? "~", $1.id) }
    for replica in copied.unsettled {
      report.notices.append(
        Notice(
          "unsettled",
          "the files of \(self.name(of: replica) ?? "\(replica)") kept changing while they were copied: replicate again"
        ))
    }
    if let own { try judgeOwn(own, copied.replicas[own]?.pulled, &report) }
  }

  /// Own files come back if they were lost here. Commits that this machine does not know are different: somebody
  /// continued its numbering.
  private func judgeOwn(_ own: ReplicaID, _ pulled: CopyTraffic?, _ report: inout ReplicationReport) throws {
    guard !report.isDryRun, let pulled, !pulled.isEmpty, let state = machine.existingState() else { return }
    let history = try history(of: own, state, loaded.report)
    if history.hasUnknownCommit || history.seenByPeers > history.size {
      // The next write determines its replica anew.
      close()
      report.notices.append(
        Notice(
          "own-history",
          "the copy holds commits of this machine's replica \(own) that this machine does not know: both histories are kept, and the next write makes a new replica"
        ))
    } else {
      report.notices.append(
        Notice("own-restored", "files of this machine's own replica that were missing here were restored"))
    }
  }
}
