import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  /// See ``LedgerDevices/replaceRecovery(_:by:)``.
  func replaceRecovery(_ former: RecoverySecret, by next: RecoverySecret) throws {
    try beginSession()
    let (locking, known) = try lockedMembers()
    try locking.keys.requireAllRings()
    let recovery = known.members.recovery
    try requireRecovery(former)
    guard let own = session?.replica else { return }
    let change = try RecoveryChange(
      ledger: descriptor.ledger, lock: known.lock.leaf, number: recovery.number + 1, next: next.key.keys,
      keeping: Array(recovery.presentStatements), former: former.key)
    try write([DeviceEvent(own, .recovery(change))])
    do {
      if isStale { try reload() }
      try settleLocking()
    } catch let error as LedgerError {
      throw error.after("the new recovery key is in force; keep it")
    }
    publishNow()
  }

  /// Refuses a key that is not the current recovery key.
  ///
  /// - Throws: ``LedgerError`` with code `refused` for any other key.
  package func requireRecovery(_ recovery: RecoverySecret) throws {
    guard try lockedMembers().known.members.recovery.present == recovery.key.keys else {
      throw Self.wrongRecovery
    }
  }

  /// See ``LedgerDevices/accepts(_:)``.
  func accepts(_ recovery: RecoverySecret) throws -> Bool {
    try lockedMembers().known.members.recovery.present == recovery.key.keys
  }

  /// Refuses a ledger that is not locked.
  package func requireLocked() throws { _ = try lockedMembers() }

  private static var wrongRecovery: LedgerError {
    LedgerError(
      .refused, "this is not the current recovery key of the ledger",
      advice: "type the key of the newest paper; without it the recovery key cannot be replaced")
  }

  /// Makes this device a member with the recovery key, for use when no other member is left.
  ///
  /// - Parameters:
  ///   - path: the ledger's folder.
  ///   - recovery: the current recovery key, as typed from the newest paper.
  ///   - despiteMissing: do so even if the key does not open all files, and may have been replaced.
  ///   - options: settings, such as the state directory; `recovery` is used instead of their `keys`.
  /// - Throws: ``LedgerError``: `refused` if the key is not this ledger's.
  public static func recover(
    at path: String, with recovery: RecoverySecret, despiteMissing: Bool = false,
    options: LedgerOptions = LedgerOptions()
  ) async throws {
    try await recover(LedgerPlace(path), with: recovery, despiteMissing: despiteMissing, options: options)
  }

  package static func recover(
    _ place: LedgerPlace, with recovery: RecoverySecret, despiteMissing: Bool = false, options: LedgerOptions
  ) async throws {
    try Joining(place, options: options).ask()
    var reading = options
    reading.keys = .closure { recovery.paper }
    let ledger = try place.open(reading)
    do { try await ledger.admitItself(recovery, despiteMissing: despiteMissing) } catch {
      await ledger.close()
      throw error
    }
    await ledger.close()
  }

  private func admitItself(_ recovery: RecoverySecret, despiteMissing: Bool) throws {
    let (locking, known) = try lockedMembers()
    guard let device = locking.device, known.members.recovery.present == recovery.key.keys else {
      throw Self.wrongRecovery
    }
    // A former key does not open the event that replaced it.
    let locked = loaded.report.unreadable.count { SegmentName.isLocked(path: $0) }
    guard locked == 0 || despiteMissing else {
      throw LedgerError(
        .refused,
        "\(locked) files of the ledger do not open with this recovery key: it may not be the newest",
        advice: "type the key of the newest paper; if there is no other, go on with \(Remedy.despiteMissing)")
    }
    let state = try machine.state()
    guard let own = try ownIdentity(state)?.replica,
      let file = try LockingFiles(of: own, in: locking.base, ledger: descriptor.ledger).device
    else { throw LedgerError(.refused, "this device has no device file", advice: "try again") }
    let member = known.members.member(own)
    if let author = member?.endedBy { throw LedgerError(revokedBy: named(author, locking), nil) }
    _ = try device.begun(own)
    try device.pin(known.lock.lock)
    locking.pin(known.lock.lock)
    locking.isRecovering = true
    defer { locking.isRecovering = false }
    try beginSession()
    // After an interruption the statement may exist already, without the steps that follow.
    if member == nil { try write([try statement(of: file, by: recovery)]) }
    if isStale { try reload() }
    try settleLocking()
    publishNow()
  }

  /// The recovery key approves a device.
  private func statement(of file: DeviceFile, by recovery: RecoverySecret) throws -> DeviceEvent {
    let statement = try RecoveryStatement(
      ledger: descriptor.ledger, number: try nextStatementNumber(), file.replica, .approve(Approval(file)),
      by: recovery.key)
    return DeviceEvent(file.replica, .statement(statement))
  }

  private func nextStatementNumber() throws -> UInt64 {
    let last = try lockedMembers().known.members.recovery.statements.last?.number ?? 0
    guard last < UInt64(Int64.max) else {
      throw LedgerError(
        .refused, "the recovery key has made its last statement: no number is left for another",
        advice: "make a new lock: use '\(Remedy.unlock)', then '\(Remedy.lock)'")
    }
    return last + 1
  }

  /// The other members that the current recovery key let in, and whether this device is a member by that key alone.
  package func letInByRecovery() throws -> (devices: [String], isOwn: Bool) {
    let (locking, known) = try lockedMembers()
    let own = try locking.device?.current()
    let others = known.members.members.filter { member in
      member.endedBy == nil && member.keys.replica != own && member.approvedBy == .recovery
        && known.members.recovery.approves(member.keys.replica)
    }
    let devices = others.map { member in locking.member(member.keys.replica) { name(of: $0) } }
    return (devices, own.map { known.members.restsOnPaper($0) } ?? false)
  }

  /// See ``LedgerDevices/revoke(_:with:)``.
  func revoke(_ replica: ReplicaID, with recovery: RecoverySecret) throws {
    try beginSession()
    let (locking, known) = try lockedMembers()
    try locking.keys.requireAllRings()
    try requireRecovery(recovery)
    guard let own = session?.replica, known.members.member(replica) != nil else {
      throw LedgerError(.notFound, "\(replica) is not a member", advice: "see '\(Remedy.devices)'")
    }
    publishNow()
    let heads = try heads(of: [replica])[replica] ?? []
    let statement = try RecoveryStatement(
      ledger: descriptor.ledger, number: try nextStatementNumber(), replica,
      .revoke(Revocation(heads: heads)), by: recovery.key)
    try write([DeviceEvent(own, .statement(statement))])
    try reload()
    if replica != own { try settleLocking() }
    publishNow()
  }
}

extension DeviceLog {
  /// The recovery keys that were named, by whatever event.
  var recoveryChanges: [RecoveryChange] {
    events.compactMap { if case .recovery(let change) = $0.event.action { change } else { nil } }
  }
}
