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
      throw LedgerError(revoked: notice, info.path, by: name(of: notice.author), in: options.zone)
    }
    if member == nil { throw Self.notApproved }
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
