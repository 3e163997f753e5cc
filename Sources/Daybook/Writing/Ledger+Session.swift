import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

extension Ledger {
  /// Takes the machine's identity and the lock, opens the journal, and reads the ledger as it then is.
  func beginSession() throws {
    if session != nil { return }
    let state = try machine.state()
    let identity = try openIdentity(state)
    let lock = try WriterLock.acquire(state: state, folder: identity.stateFolder, wait: options.wait)
    var writerOptions = WriterOptions()
    writerOptions.level = Int(options.compressionLevel)
    writerOptions.rollSizeBytes = options.rollSizeBytes
    writerOptions.random = options.random
    let (writer, recovery) = try LogWriter.open(
      ledger: folder, state: state, stateFolder: identity.stateFolder, descriptor: descriptor,
      key: identity.key, options: writerOptions)
    var made = WriteSession(lock: lock, writer: writer, identity: identity, schemas: schemas)
    made.notices = recovery.notices.map { Notice($0.code, $0.description) }
    if let text = identity.notice { made.notices.insert(Notice("new-replica", text), at: 0) }
    if try isStale || Inventory.scan(folder).signature != loaded.inventory.signature {
      loaded = try LoadedLedger.read(folder, descriptor)
      isStale = false
    }
    try made.attach(to: &loaded, now: options.now())
    session = made
    if writer.lastSeq == 0 { try introduce(identity) }
  }

  private func openIdentity(_ state: any FileStore) throws -> Identity {
    let report = loaded.report
    let keeper = IdentityKeeper(
      state: state, ledger: descriptor.ledger, machine: try machine.id(state), folder: try machine.folder(),
      now: options.now())
    return try keeper.open(wait: options.wait) { stored in
      let stateFolder = StateLayout.folder(ledger: descriptor.ledger, replica: stored.replica)
      // What was read when the ledger was opened may be older than the journal: read on from here.
      let journal = try JournalSummary.read(state, folder: stateFolder)
      let facts = IdentityFacts.History(of: stored, journal: journal, report)
      guard facts.hasUnknownCommit else { return facts }
      let now = try LedgerReader(store: folder, descriptor: descriptor).survey(Inventory.scan(folder))
      return IdentityFacts.History(
        of: stored, journal: try JournalSummary.read(state, folder: stateFolder), now)
    }
  }

  /// The replica's first event: who it is.
  private func introduce(_ identity: Identity) throws {
    var set: JSONObject = [
      "name": .string(options.replicaName ?? machine.hostName()),
      "createdAt": .string(identity.createdAt.description),
    ]
    set["forkedFrom"] = identity.forkedFrom.map { .string($0.description) }
    _ = try write(
      [Mutation(.upsert, kind: Replica.kind, id: identity.replica.description, set: set)], AppendOptions())
  }

  /// Makes this machine's replica, if it has none yet.
  func makeReplica() throws { try beginSession() }
}
