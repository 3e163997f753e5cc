import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// Takes the machine's identity and the lock, opens the journal, and reads the ledger as it then is. A session that
  /// let another process write continues.
  ///
  /// - Parameters:
  ///   - makesReplica: false: does nothing where no replica can be continued.
  ///   - wait: how long this thread waits for another process, and then stays first in line; nil: the waiting time of
  ///     a write.
  func beginSession(makesReplica: Bool = true, wait: Duration? = nil) throws {
    if session != nil { return }
    defer { if wait == nil { placeInFront = nil } }
    let begun = ContinuousClock.now
    let state = try machine.state()
    if try resumeSession(state, begun, wait) { return }
    // Which replica writes here depends on the present folder.
    try catchUp()
    guard let identity = try openIdentity(state, makesReplica) else { return }
    try requireMembership(of: identity.replica)
    try writeLocked(as: identity.replica)
    let lock = try writerLock(of: identity, state, wait)
    var writerOptions = WriterOptions()
    writerOptions.level = Int(options.compressionLevel)
    writerOptions.rollSizeBytes = options.rollSizeBytes
    writerOptions.sealing = options.sealing
    writerOptions.publishing = options.publishing.writer
    let (writer, recovery) = try LogWriter.open(
      ledger: folder, state: state, stateFolder: identity.stateFolder, descriptor: descriptor,
      key: identity.key, options: writerOptions)
    writer.lock = lock
    var made = WriteSession(writer: writer, identity: identity, schemas: schemas, random: options.random)
    made.planner.blobs = blobSource
    made.notices = recovery.notices.map { Notice($0.code, $0.description) }
    if let notice = notice(of: identity) {
      made.notices.insert(notice, at: 0)
      options.noticed?(notice)
    }
    try catchUp()
    made.former = try identityKeeper(state).former(besides: identity.replica)
    made.notices += try publish(made.former, state)
    made.notices += try restoreSegments(of: [identity.replica] + made.former, state)
    try made.attach(to: &loaded, now: options.now(), folder, descriptor)
    // What a former replica could not publish still waits.
    waiting.removeAll { !made.former.contains($0.replica) }
    let (memory, remembered) = remember(state)
    made.notices += remembered + lackingOwnHistory(writer.base.seq, identity.replica, made.former, memory)
    made.turn = Turn(begun: begun, place: try place(of: identity, state))
    session = made
    hasBegunWriting = true
    if writer.lastSeq == 0 { try introduce(identity) }
    try settleLocking()
    watchTurn()
    let told = eraseDueTexts()
    session?.notices += told
  }

  /// A notice that this machine writes as a new replica: one that replaces another, or its first one in a ledger that
  /// others have written. Nil for the first replica of a new ledger.
  private func notice(of identity: Identity) -> Notice? {
    guard let text = identity.notice else { return nil }
    guard identity.reason == .first else { return Notice("new-replica", text) }
    return loaded.report.branches.isEmpty ? nil : Notice("new-machine", text)
  }

  /// Reads what has changed in the folder since the last reading, and what an earlier session wrote: the next session
  /// may be another replica's, which records what it has seen.
  func catchUp() throws {
    if isStale { return try read() }
    let now = try Inventory.scan(folder)
    let isBehind = loaded.own.contains { replica, part in
      part.tree.size > loaded.report.size(of: BranchID(replica: replica, ordinal: 0))
        && !waiting.contains { $0.replica == replica }
    }
    if isBehind || now.signature != loaded.inventory.signature { try takeIn(now) }
  }

  private func openIdentity(_ state: any FileStore, _ makesReplica: Bool) throws -> Identity? {
    func remembered(_ stored: StoredIdentity) throws -> IdentityFacts.History {
      let facts = try history(of: stored.replica, state, loaded.report)
      // What was read when the ledger was opened may be older than the journal: look again.
      guard facts.hasUnknownCommit else { return facts }
      let report = try LedgerReader(store: folder, descriptor: descriptor).survey(Inventory.scan(folder))
      return try history(of: stored.replica, state, report)
    }
    let keeper = try identityKeeper(state)
    guard makesReplica else { return try keeper.resume(wait: options.wait, history: remembered) }
    try requireDevice()
    if locking != nil {
      if let identity = try keeper.resume(wait: options.wait, history: remembered) { return identity }
      try requireFit(try keeper.gather(remembered))
    }
    return try keeper.open(wait: options.wait, makeKey: options.makeKey, history: remembered)
  }

  /// Publishes and applies commits of this machine's former replicas that, by the last reading of the folder, only
  /// their journals have. Commits for which the folder has no room wait.
  func publish(_ former: [ReplicaID], _ state: any FileStore) throws -> [Notice] {
    if former.isEmpty { return [] }
    let replicas = FormerReplicas(state: state, folder: folder, descriptor: descriptor)
    var published: [FormerReplicas.Published] = []
    var waits: [Notice] = []
    for replica in former {
      do {
        published += try replicas.publish([replica], loaded.report)
        waiting.removeAll { $0.replica == replica }
      } catch let error as FileError {
        // Not the path, since the temporary file's name differs each time.
        let text =
          "commits that this machine wrote as \(replica) are safe on this machine but not yet in the ledger's folder (\(error.what)); the next write tries again"
        waits.append(Notice("publication-waits", text))
      } catch let error as LedgerError
        where error.file?.hasPrefix(StateLayout.folder(ledger: descriptor.ledger)) == true
      {
        let text =
          "commits that this machine wrote as \(replica) could not be read (\(error.what)), so some may be missing from the ledger's folder; see '\(Remedy.verify)'"
        waits.append(Notice("publication-waits", text))
      }
    }
    if published.isEmpty { return waits }
    try takeIn(Inventory.scan(folder))
    return waits
      + published.map { published in
        Notice(
          "republished",
          "the folder lacked commits that this machine wrote as \(published.replica): published as \(published.file)"
        )
      }
  }

  func identityKeeper(_ state: any FileStore) throws -> IdentityKeeper {
    IdentityKeeper(
      state: state, ledger: descriptor.ledger, machine: try machine.id(state), folder: try machine.folder(),
      now: options.now())
  }

  func history(
    of replica: ReplicaID, _ state: any FileStore, _ report: ReadReport,
    journal: ((ReplicaID, String) throws -> JournalSummary?)? = nil
  ) throws -> IdentityFacts.History {
    let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: replica)
    let journal =
      try journal.map { try $0(replica, stateFolder) } ?? JournalSummary.read(state, folder: stateFolder)
    var history = IdentityFacts.History(journal: journal, report: report, replica: replica)
    history.isRetired = isRetired(replica)
    history.isLeft = try locking?.device?.left().contains(replica) ?? false
    return history
  }

  /// Remembers the heads of all replicas, so that this machine notices if anything is removed. Returns what it then
  /// remembers, and a notice about it.
  func remember(_ state: any FileStore) -> (memory: Witness?, notices: [Notice]) {
    let (report, withheld, now) = (loaded.report, loaded.rule.withheld(in: loaded.report), options.now())
    do {
      let (memory, wasLost) = try Witness.remember(state, ledger: descriptor.ledger) {
        $0.note(report, at: now, besides: withheld)
      }
      guard wasLost else { return (memory, []) }
      let text =
        "this machine's memory of what it has read was damaged or removed: a new one was begun; see '\(Remedy.verify)'"
      return (memory, [Notice("memory-damaged", text)])
    } catch {
      // The journal keeps what is written; only the update of the memory waits.
      let text =
        "this machine's memory of what it has read could not be saved (\(error)); the next write tries again"
      return (nil, [Notice("memory-waits", text)])
    }
  }

  /// The same if this machine already remembers something, as a writing machine does; returns what it then remembers.
  /// Writes nothing if the state cannot be written.
  func rememberAgain() -> Witness? {
    guard let state = machine.existingState(),
      let stored = try? Witness.stored(state, ledger: descriptor.ledger), stored != .absent
    else { return nil }
    let (report, withheld, now) = (loaded.report, loaded.rule.withheld(in: loaded.report), options.now())
    let remembered = try? Witness.remember(state, ledger: descriptor.ledger) {
      $0.note(report, at: now, besides: withheld)
    }
    return remembered?.witness ?? stored.witness
  }

  /// The replica's first event, which introduces it.
  private func introduce(_ identity: Identity) throws {
    var set: JSONObject = [
      "name": .string(options.replicaName ?? machine.hostName()),
      "createdAt": .string(identity.createdAt.description),
    ]
    set["forkedFrom"] = identity.forkedFrom.map { .string($0.description) }
    let mutation = Mutation(.upsert, kind: Replica.kind, id: identity.replica.description, set: set)
    let receipt = try flush([CommitRequest(content: Batch([mutation]), options: AppendOptions())]).first?
      .get()
    // The notices go to the caller that asked for the write, not to this commit.
    session?.notices += receipt?.notices ?? []
  }

  /// Makes this machine's replica, if it has none yet.
  func makeReplica() throws { try beginSession() }
}
