package import DaybookLog
package import DaybookModel

/// Finds or makes the replica that writes in a ledger's folder on this machine. Gathers the facts;
/// ``IdentityFacts/decide()`` judges them.
package struct IdentityKeeper: Sendable {
  private let state: any FileStore
  private let ledger: String
  private let machine: MachineID
  private let folder: FolderMark
  private let now: Instant

  /// `ledger` is the ledger's id; `folder` is its present location.
  package init(state: any FileStore, ledger: String, machine: MachineID, folder: FolderMark, now: Instant) {
    precondition(LedgerLayout.isLedgerID(ledger))
    (self.state, self.ledger, self.machine, self.folder, self.now) = (state, ledger, machine, folder, now)
  }

  /// The replica to write as; made if none fits. `history` returns the facts from the journal and the ledger about a
  /// replica that fits so far. Waits up to `wait` for another process that is doing the same.
  ///
  /// - Parameter refusal: the error that is thrown instead of making a replica in place of another; nil where it may be
  ///   made.
  package func open(
    wait: Duration = .seconds(5), makeKey: () -> SigningKey = { SigningKey() },
    refusal: (_ former: ReplicaID?, _ reason: IdentityReason) throws -> LedgerError? = { _, _ in nil },
    history: (StoredIdentity) throws -> IdentityFacts.History
  ) throws -> Identity {
    try stateFolderMade()
    return try decided(wait, history) { facts in
      switch facts.decide() {
      case .use(let row, let hasMoved): return try use(facts.rows[row].identity, hasMoved: hasMoved)
      case .create(let origin, let reason):
        if reason != .first, let error = try refusal(origin, reason) { throw error }
        return try create(makeKey(), forkedFrom: origin, reason)
      }
    }
  }

  /// The same, if a replica can be continued; nil where one would be made.
  package func resume(
    wait: Duration, history: (StoredIdentity) throws -> IdentityFacts.History
  ) throws -> Identity? {
    guard try state.status(StateLayout.folder(ledger: ledger)) != nil else { return nil }
    return try decided(wait, history) { facts in
      guard case .use(let row, let hasMoved) = facts.decide() else { return nil }
      return try use(facts.rows[row].identity, hasMoved: hasMoved)
    }
  }

  private func decided<Result>(
    _ wait: Duration, _ history: (StoredIdentity) throws -> IdentityFacts.History,
    _ body: (IdentityFacts) throws -> Result
  ) throws -> Result {
    let lock = try WriterLock.acquire(state: state, folder: StateLayout.folder(ledger: ledger), wait: wait)
    return try withExtendedLifetime(lock) { try body(try gather(history)) }
  }

  private func use(_ identity: StoredIdentity, hasMoved: Bool) throws -> Identity {
    guard let key = try key(of: identity.replica) else { throw Self.unreadable(identity.replica) }
    if hasMoved {
      var identity = identity
      identity.folder = folder
      try store(identity)
    }
    return Identity(
      replica: identity.replica, key: key, stateFolder: path(identity.replica),
      forkedFrom: identity.forkedFrom, createdAt: identity.createdAt, reason: nil)
  }

  /// The replica that ``open(wait:makeKey:history:)`` would go on with; nil when it would make one.
  /// Writes nothing and needs no lock.
  package func find(history: (StoredIdentity) throws -> IdentityFacts.History) throws -> StoredIdentity? {
    let facts = try gather(history)
    guard case .use(let row, _) = facts.decide() else { return nil }
    return facts.rows[row].identity
  }

  /// Former replicas of this folder, of this machine or of the one that its state came from; and those whose identity
  /// is lost, so that their folder is unknown.
  package func former(besides current: ReplicaID) throws -> [ReplicaID] {
    let facts = try gather { _ in IdentityFacts.History() }
    return facts.rows.filter { $0.identity.replica != current && facts.isSameFolder($0.identity.folder) }
      .map(\.identity.replica) + facts.lost
  }

  // MARK: Facts

  /// All that the choice depends on. Writes nothing and needs no lock.
  package func gather(_ history: (StoredIdentity) throws -> IdentityFacts.History) throws -> IdentityFacts {
    var facts = IdentityFacts(machine: machine, folder: folder, now: now, rows: [])
    for entry in try state.list(StateLayout.folder(ledger: ledger)) ?? [] where entry.kind == .folder {
      guard let replica = ReplicaID(entry.name) else { continue }
      if let row = try row(replica) {
        facts.rows.append(row)
      } else if try JournalOutline.exists(state, folder: path(replica)),
        try JournalOutline(state, folder: path(replica))?.isEmpty != true
      {
        // One without a commit is a replica that was never finished.
        facts.lost.append(replica)
      }
    }
    for index in facts.rows.indices where facts.misfit(facts.rows[index]) == nil {
      facts.rows[index].history = try history(facts.rows[index].identity)
    }
    return facts
  }

  /// Nil when the replica was never finished, or its identity cannot be read.
  private func row(_ replica: ReplicaID) throws -> IdentityFacts.Row? {
    guard let identity = try StoredIdentity.read(state, folder: path(replica)), identity.replica == replica,
      identity.ledger == ledger,
      let status = try state.status(joined(path(replica), StateLayout.identity))
    else { return nil }
    return IdentityFacts.Row(
      identity: identity, file: FileMark(status), hasKey: try key(of: replica) != nil)
  }

  private func key(of replica: ReplicaID) throws -> SigningKey? {
    try SigningKey.read(state, ledger: ledger, replica: replica)
  }

  private func path(_ replica: ReplicaID) -> String { StateLayout.folder(ledger: ledger, replica: replica) }

  // MARK: Writing

  /// The identity is written last: without it, the other files belong to no replica; with it, a missing journal must
  /// have been removed.
  private func create(_ key: SigningKey, forkedFrom: ReplicaID?, _ reason: IdentityReason) throws -> Identity
  {
    let replica = key.replica
    let folder = path(replica)
    try state.createFolderDurably(folder)
    try state.replaceFile(joined(folder, StateLayout.key), with: key.seed)
    try JournalBase(ledger: ledger, publicKey: key.publicKey).beginJournal(state, folder: folder)
    try store(
      StoredIdentity(
        ledger: ledger, replica: replica, machine: machine, file: FileMark(inode: 0, birthTime: 0),
        folder: self.folder, createdAt: now, forkedFrom: forkedFrom))
    return Identity(
      replica: replica, key: key, stateFolder: folder, forkedFrom: forkedFrom, createdAt: now, reason: reason)
  }

  /// Writes the identity file, which names its own inode: it keeps that when it is renamed.
  private func store(_ identity: StoredIdentity) throws {
    let folder = path(identity.replica)
    let target = joined(folder, StateLayout.identity)
    let temporary = target + ".new"
    if try state.status(temporary) != nil { try state.remove(temporary) }
    let file = try state.create(temporary)
    defer { file.close() }
    var identity = identity
    identity.file = FileMark(try file.status())
    try file.write(identity.bytes)
    try file.sync()
    try state.rename(temporary, to: target, replacing: true)
    try state.syncFolder(folder)
  }

  private func stateFolderMade() throws {
    let folder = StateLayout.folder(ledger: ledger)
    if try state.status(folder) == nil { try state.createFolderDurably(folder) }
  }

  private static func unreadable(_ replica: ReplicaID) -> LedgerError {
    LedgerError(
      .inputOutput, "the key of replica \(replica) could be read a moment ago, and cannot now",
      advice: "try again")
  }
}
