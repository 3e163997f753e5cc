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
    guard let member = known.members.member(replica) else { throw Self.notApproved }
    guard member.endedBy == nil else {
      throw LedgerError(
        .revoked, "this device was revoked: nothing that it writes counts any more",
        advice: "to come back, ask for access as a new device with 'daybook device join'")
    }
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
