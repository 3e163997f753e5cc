import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication
import DaybookView

// A device that was revoked cannot read the log that says so: so the member that revokes it leaves a notice for it, and
// the part that it can still read must not be shown as the ledger.

extension FolderLocking {
  /// The notice that a replica of this machine was revoked, by a member that it knows.
  ///
  /// - Parameter known: what this machine can read about the members.
  func revocation(of replica: ReplicaID, known: LockedMembers?) throws -> RevocationNotice? {
    guard let device, let lock = try device.pinned() else { return nil }
    return try device.revocation(
      of: replica, in: base, ledger: ledger, try identities(), lock, known?.members.recovery)
  }

  /// Refuses a ledger in which this device cannot even read that it is a member: answers would lack most of what others
  /// wrote.
  func requireSight(
    _ loaded: borrowing LedgerState, _ descriptor: LedgerDescriptor, path: String, _ zone: TimeZoneRule
  ) throws {
    let locked = loaded.report.unreadable.filter { SegmentName.isLocked(path: $0) }
    guard !locked.isEmpty, let device, try identities().count == 1, let own = try device.current() else {
      return
    }
    let known = try loaded.membership(self, CipheredFolder(base, self), descriptor)
    let isMember = known.map { $0.members.member(own) != nil && !isOnlyOwnWord(of: own, $0, loaded.devices) }
    // An unreadable notice does not affect a member.
    let notice: RevocationNotice?
    if isMember == true {
      notice = try? revocation(of: own, known: known)
    } else {
      notice = try revocation(of: own, known: known)
    }
    if let notice {
      throw LedgerError(revokedBy: author(of: notice) { loaded.name(of: $0) }, at: notice.at, path, in: zone)
    }
    guard isMember != true else { return }
    if let refused = base.refused(among: locked) { throw refused.error }
    throw LedgerError(
      .locked,
      "the ledger is locked, and this device's keys do not open \(locked.count) of its files, nor the files that list the members",
      file: path,
      advice: "copy all files of the ledger from a member; if they are here, this device was revoked: "
        + "ask for access anew with '\(Remedy.joinAgain)'")
  }

  /// Who revoked this device, in words.
  func author(of notice: RevocationNotice, _ name: (ReplicaID) -> String?) -> String {
    notice.proof == nil ? member(notice.author, name) : Self.recoveryKey
  }

  /// A member's name and replica; the name is the one that this device remembers if what it reads has none.
  func member(_ replica: ReplicaID, _ name: (ReplicaID) -> String?) -> String {
    let remembered = { [device] in
      try? device?.current().flatMap { try device?.keys(of: $0).names[replica] }
    }
    guard let name = name(replica) ?? remembered() else { return replica.description }
    return "\(name) (\(replica))"
  }

  static let recoveryKey = "the recovery key"

  /// Whether a device that joined with the recovery key has only its own statement as evidence: the lock is in files
  /// that it cannot open.
  private func isOnlyOwnWord(of own: ReplicaID, _ known: LockedMembers, _ devices: DeviceLog) -> Bool {
    known.members.member(own)?.approvedBy == .recovery && !devices.locks.contains(known.lock.lock)
  }
}

extension DeviceState {
  func revocation(
    of replica: ReplicaID, in folder: any FileStore, ledger: String, _ identities: [AgeIdentity],
    _ lock: DeviceLock, _ recovery: RecoveryChain?
  ) throws -> RevocationNotice? {
    let taken = try taken()
    do throws(FileError) {
      return try RevocationNotice.found(of: replica, in: folder, ledger: ledger, identities: identities) {
        notice, author in
        if lock.devices.contains(where: { $0.key == author.key }) || taken[author.replica] != nil {
          return true
        }
        guard let proof = notice.proof, recovery?.admits(proof) ?? true else { return false }
        return proof.revokes(replica, ledger: ledger, lock: Offer.hash(of: lock), first: lock.recovery)
      }
    } catch { throw LedgerError(error) }
  }
}

extension LedgerError {
  /// The error for a device that was revoked.
  ///
  /// - Parameters:
  ///   - author: who revoked it.
  ///   - at: when that was, by the author's clock; nil where it is not known.
  ///   - zone: the reader's time zone.
  init(revokedBy author: String, at: Instant? = nil, _ path: String?, in zone: TimeZoneRule = .system) {
    let time = at.map { " at \(zone.text($0))" } ?? ""
    self.init(
      .revoked,
      "this device was revoked by \(author)\(time): it cannot read what is written now, and nothing that it writes counts",
      file: path, advice: "to come back, ask for access as a new device with '\(Remedy.joinAgain)'")
  }
}

extension LedgerError {
  /// The same, if the requested change is done but its consequences are not.
  func after(_ done: String) -> LedgerError {
    var error = self
    error.what = "\(done), but the steps that follow are not complete: \(what)"
    let again = "the next write continues them"
    error.advice = advice.map { "\($0); \(again)" } ?? again
    return error
  }
}

extension DeviceFiles {
  func noticeCount(of replica: ReplicaID) throws -> Int {
    do throws(FileError) {
      return try LockingFiles(of: replica, in: folder, ledger: ledger).notices.count
    } catch { throw LedgerError(error) }
  }

  /// Leaves a notice for a device that it was revoked.
  func notify(_ revoked: PublicKeys, at: Instant, by key: SigningKey, proof: RecoveryProof? = nil) throws {
    let notice = try RevocationNotice(
      ledger: ledger, of: revoked.replica, at: at, by: key, proof: proof)
    do {
      let bytes = try AgeFile.encrypt(notice.bytes, to: [revoked.recipient])
      let files = try LockingFiles(of: key.replica, in: folder, ledger: ledger)
      let number = (files.notices.first?.number ?? 0) + 1
      try place(LockingFileName(.notice, number, file: bytes.span), bytes, of: key.replica)
    } catch let error as FileError {
      throw LedgerError(error)
    } catch let error as AgeError {
      throw LedgerError(.refused, "the notice cannot be written: \(error)", cause: error)
    }
  }
}
