import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  var locking: FolderLocking? { folder.locking }

  /// The members by what is held; nil for a ledger that is not locked.
  func membership() throws -> LockedMembers? {
    guard let locking else { return nil }
    return try loaded.membership(locking, folder, descriptor)
  }

  /// Refuses to write as a replica whose commits would not count.
  func requireMembership(of replica: ReplicaID) throws {
    guard let locking, !locking.isRecovering, let known = try membership() else { return }
    if locking.device == nil { throw Self.notApproved }
    let member = known.members.member(replica)
    if member?.endedBy != nil { throw LedgerError(revoked: nil, info.path) }
    // What revoked it may be encrypted for others alone.
    let others = loaded.inventory.devices.contains { $0.name.kind == .notice && $0.replica != replica }
    if others, let notice = try locking.revocation(of: replica) {
      throw LedgerError(revoked: notice, info.path)
    }
    if member == nil { throw Self.notApproved }
  }

  /// Refuses to write by the recovery key or a key that was given: what is written needs a device's.
  func requireDevice() throws {
    if let locking, locking.device == nil { throw Self.notApproved }
  }

  /// Of a member: a replica in place of its own would have to be approved, so a write makes none.
  func refusal(ofNewReplicaFor former: ReplicaID?, _ reason: IdentityReason) throws -> LedgerError? {
    guard try locking?.device?.pinned() != nil else { return nil }
    return reason == .clockAhead ? LedgerError(clockBehind: former) : LedgerError(former, endedBy: reason)
  }

  private static var notApproved: LedgerError {
    LedgerError(
      .locked, "this device may read the locked ledger, but is not approved to write in it",
      advice: "ask for access with 'daybook device join', and approve it on another device")
  }

  /// From now on the folder's files are encrypted for the present epoch of this replica: its first one, durable in the
  /// state, where it has none.
  func writeLocked(as replica: ReplicaID) throws {
    guard let locking, let device = locking.device else { return }
    locking.write(by: try device.begun(replica), of: replica)
  }
}

extension LedgerError {
  /// Of a member whose clock was set back by more than a day.
  init(clockBehind replica: ReplicaID?) {
    self.init(
      .locked,
      "this machine's clock is more than 24 hours behind what this device wrote last\(replica.map { " as \($0)" } ?? "")",
      advice:
        "set the clock right, and try again; if it is right now and was ahead then, ask as a new device with "
        + "'daybook device join --again'")
  }

  fileprivate init(_ replica: ReplicaID?, endedBy reason: IdentityReason) {
    self.init(
      .locked,
      "this device cannot go on as \(replica.map { "\($0)" } ?? "the replica that it was"): \(reason.text)",
      advice: reason == .otherFolder
        ? "move the folder back, or ask for access in this copy as a new device with 'daybook device join'"
        : "ask for access as a new device with 'daybook device join'")
  }
}
