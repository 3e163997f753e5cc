import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension Ledger {
  var locking: FolderLocking? { folder.locking }

  /// The members according to what is held; nil for a ledger that is not locked.
  func membership() throws -> LockedMembers? {
    guard let locking else { return nil }
    return try loaded.membership(locking, folder, descriptor)
  }

  /// Refuses to write as a replica whose commits would not count.
  func requireMembership(of replica: ReplicaID) throws {
    guard let locking, !locking.isRecovering, let known = try membership() else { return }
    if locking.device == nil { throw Self.notApproved }
    let member = known.members.member(replica)
    if let author = member?.endedBy {
      throw LedgerError(revokedBy: named(author, locking), info.path, in: options.zone)
    }
    // The event that revoked it may be encrypted only for others.
    let others = loaded.inventory.devices.contains { $0.name.kind == .notice && $0.replica != replica }
    if others, let notice = try locking.revocation(of: replica, known: known) {
      throw LedgerError(
        revokedBy: locking.author(of: notice) { name(of: $0) }, at: notice.at, info.path, in: options.zone)
    }
    // A member that has written finds no approval if files of others are missing.
    if member == nil {
      throw loaded.report.replicas[replica] == nil ? Self.notApproved : Self.approvalMissing
    }
  }

  /// Who ended a member, in words.
  func named(_ author: Membership.Author, _ locking: FolderLocking) -> String {
    guard case .device(let replica) = author else { return FolderLocking.recoveryKey }
    return locking.member(replica) { name(of: $0) }
  }

  /// Refuses to write with the recovery key or a key that was given: writing needs a device's key.
  func requireDevice() throws {
    if let locking, locking.device == nil { throw Self.notApproved }
  }

  private static var notApproved: LedgerError {
    LedgerError(
      .locked, "this device may read the locked ledger, but is not approved to write to it",
      advice: "ask for access with '\(Remedy.join)', and approve it on another device")
  }

  private static var approvalMissing: LedgerError {
    LedgerError(
      .locked, "this device has written to the locked ledger, but the folder lacks the files that approve it",
      advice: "copy the missing files from another machine, for example with '\(Remedy.replicate)'; "
        + "'\(Remedy.verify)' lists what is missing")
  }

  /// Refuses to make an unapproved replica in place of a member as which this machine cannot continue, and says why:
  /// the new replica would not count before it was approved, and the reason would be lost.
  func requireFit(_ facts: IdentityFacts) throws {
    guard let locking, !locking.isRecovering, case .create(let former?, let reason) = facts.decide(),
      ![.first, .revoked].contains(reason), let member = try membership()?.members.member(former),
      member.endedBy == nil
    else { return }
    if reason == .clockAhead { throw LedgerError(clockBehind: former) }
    var back = ""
    if reason == .otherFolder, let row = facts.rows.first(where: { $0.identity.replica == former }) {
      back = "move the folder back to \(row.identity.folder.realPath), or "
    }
    let name = name(of: former).map { "\($0) (\(former))" } ?? "\(former)"
    throw LedgerError(
      .locked, "this machine cannot go on writing as \(name): \(reason.text)", file: info.path,
      advice: "\(back)make it a new device: run '\(Remedy.join)', and approve it on another device; "
        + "if none is left, use the paper: '\(Remedy.recover)'")
  }

  /// From now on the folder's files are encrypted for the present epoch of this replica: its first one, durable in the
  /// state, if it has none.
  func writeLocked(as replica: ReplicaID) throws {
    guard let locking, let device = locking.device else { return }
    locking.write(by: try device.begun(replica), of: replica)
  }
}

extension LedgerError {
  /// For a member whose clock was set back by more than a day.
  init(clockBehind replica: ReplicaID?) {
    self.init(
      .locked,
      "this machine's clock is more than 24 hours behind this device's last write\(replica.map { " as \($0)" } ?? "")",
      advice:
        "correct the clock, and try again; if it is right now and was ahead then, ask as a new device with "
        + "'\(Remedy.joinAgain)'")
  }
}
