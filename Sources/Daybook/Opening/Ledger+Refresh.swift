import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication

extension Ledger {
  /// Reads what other machines or processes have put into the folder since the last reading. O(size of the replicas
  /// whose files changed), or O(size of the ledger) if a history was forked, replaced or removed.
  ///
  /// - Returns: whether anything was read anew.
  @discardableResult
  public func refresh() throws -> Bool {
    let erasures = loaded.erasing.events.count
    defer {
      if loaded.erasing.events.count != erasures { beginErasing() }
    }
    if isStale || loaded.erasing.hasMoved {
      try reload()
      return true
    }
    var journals = waitingJournals()
    var now = try Inventory.scan(folder)
    if hasForeignFiles(now) {
      close()
      journals = waitingJournals()
      // Closing waits for a seal in progress, which changes the files.
      now = try Inventory.scan(folder)
    }
    if mayHoldLackingCommits(now) {
      try reload()
      return true
    }
    if now.signature(without: session?.replica) == loaded.inventory.signature(without: session?.replica) {
      if canReadMore {
        try reload()
        return true
      }
      loaded.noteStrangers(now)
      return try takeIn(waiting: journals)
    }
    try takeIn(now)
    try takeIn(waiting: journals)
    if let former = session?.former, !former.isEmpty {
      let told = session?.notices ?? []
      let notices = try publish(former, machine.state()).filter { !told.contains($0) }
      session?.notices += notices
    }
    return true
  }

  /// Starts the periods of the erase events that were read.
  func beginErasing() {
    machine.begin(erasing: loaded.erasing.events, of: descriptor.ledger, at: options.now())
  }

  /// Before every use of the records: what did not become durable is not part of them.
  func requireFresh() throws {
    if isStale || loaded.erasing.hasMoved || loaded.records.isDamaged { try reload() }
  }

  /// The result of `body` on the present records; if a snapshot turned out to be damaged meanwhile, the log is read and
  /// `body` is called again.
  func withFresh<Result>(_ body: (borrowing Records) throws -> Result) throws -> Result {
    try requireFresh()
    let result = try body(loaded.records)
    guard loaded.records.isDamaged else { return result }
    try requireFresh()
    return try body(loaded.records)
  }

  func reload() throws {
    closeFailedSession()
    // Events that only this machine's journals have may erase something too, or decide what counts.
    var erasures: Erasures?
    var isSettled: Bool
    repeat {
      let journals = waitingJournals(besidesHeld: false)
      // The folder alone must not decide: events that only a journal has may change which commits count.
      try read(erasures, deciding: .caller)
      try session?.attach(to: &loaded, now: options.now(), folder, descriptor)
      session?.writer.forgetFiles(besides: loaded.inventory.names(of: session?.replica))
      if session == nil { waiting = [] }
      try takeIn(waiting: journals)
      erasures = loaded.settleErasures()
      isSettled = try !loaded.countsOtherwise(folder, descriptor)
    } while erasures != nil || !isSettled
  }

  /// Reads the folder as it is now.
  ///
  /// - Parameter erasures: what is read as erased; nil: what the files' erase events erase.
  func read(_ erasures: Erasures? = nil, deciding: CountingDecision = .thisReading) throws {
    if let session { loaded.noteOwn(session) }
    let before = HeldBranches(loaded)
    var notifications = PendingNotifications(isWanted: !followers.isEmpty)
    loaded = try LedgerState.read(
      folder, descriptor, schemas: schemas,
      rootsWanted: before.rootsWanted(besides: machine.rootsRemembered(descriptor.ledger)),
      erasures: erasures, deciding: deciding,
      begin: { notifications = PendingNotifications(isWanted: notifications.isWanted) }
    ) { frame in
      let branch = frame.branch
      notifications.add(frame) { !before.holds($0, of: branch) }
    }
    view = View(registry: schemas)
    isStale = false
    unreadable = []
    if notifications.isWanted { try correct(&notifications, before.renumbered(in: loaded.report)) }
    // A reading that a vanished file broke off was begun anew.
    var told: Set<Stamp> = []
    announce(notifications.entries.filter { told.insert($0.event.stamp).inserted })
  }

  /// Reads again the replicas whose branches have been renumbered: which of their events are new was decided by the old
  /// numbers.
  ///
  /// - Parameter held: what was held before, by the new numbers.
  private func correct(
    _ notifications: inout PendingNotifications, _ held: [ReplicaID: [BranchID: [Range<UInt64>]]]
  ) throws {
    if held.isEmpty { return }
    let now = loaded.heldLeaves
    notifications.removeAll { held[$0.replica] != nil }
    let report = try LedgerReader(store: folder, descriptor: descriptor, options: readOptions)
      .read(loaded.inventory, replicas: Set(held.keys)) { frame in
        let branch = frame.branch
        let (before, now) = (held[branch.replica]?[branch] ?? [], now[branch] ?? [])
        notifications.add(frame) { leaf in
          now.holds(leaf) && !before.holds(leaf)
        }
      }
    try requireWhole(report)
  }

  /// Reads what differs from the last reading, or everything if that is not enough.
  func takeIn(_ now: Inventory) throws {
    var notifications = PendingNotifications(isWanted: !followers.isEmpty)
    let isTaken = try loaded.takeIn(
      now, folder, descriptor, skipping: session?.replica,
      rootsWanted: machine.rootsRemembered(descriptor.ledger)
    ) { frame, commits in
      notifications.add(frame, commits)
    }
    guard isTaken else { return try reload() }
    session?.adopt(loaded.report, now: options.now())
    announce(notifications.entries)
  }

  /// Whether the last reading did not find all sealed commits of the replica that is being written, and its files
  /// changed since: a sealed file that was lost or damaged may have come back.
  private func mayHoldLackingCommits(_ now: Inventory) -> Bool {
    guard let session else { return false }
    let (replica, sealed) = (session.replica, 0..<session.writer.base.tree.size)
    return !sealed.isEmpty && !loaded.held(of: replica).map(\.leaves).hold(sealed)
      && now.segments(of: replica) != loaded.inventory.segments(of: replica)
  }

  /// Whether somebody put files into the folder of the replica that is being written, or other bytes into one:
  /// then the next write checks again whether the replica is still this machine's.
  private func hasForeignFiles(_ now: Inventory) -> Bool {
    // What is being published is in the folder before the writer knows of it.
    guard let session, !session.writer.isPublishing else { return false }
    let known = Set(loaded.inventory.segments(of: session.replica))
    return now.segments(of: session.replica).contains { file in
      !session.writer.wrote(file.name) && !known.contains(file)
    }
  }
}
