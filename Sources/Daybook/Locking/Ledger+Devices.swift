import DaybookAge
import DaybookLocking
import DaybookLog
public import DaybookModel
import DaybookReplication

/// A device of a locked ledger.
public struct Device: Sendable, Equatable {
  /// The status of a device in the lock.
  public enum Status: String, Sendable {
    /// It is among the first devices, or was approved by a member.
    case member
    /// What it wrote before the revocation counts, as far as the revoking device held it; new files are no longer
    /// encrypted for it.
    case revoked
    /// It asks for approval.
    case waiting
  }

  /// The replica as which the device writes: its id in this ledger.
  public var replica: ReplicaID
  /// What the device is called; nil where its first event is not here or does not count yet, as for one that waits.
  public var name: String?
  /// Whether it is a member, was revoked, or waits for approval.
  public var status: Status
  /// Whether it is the device that this code runs on.
  public var isOwn: Bool
  /// The device that approved or revoked it; nil: the lock or the recovery key did.
  public var by: ReplicaID?
  /// Whether the recovery key approved or revoked it.
  public var isByRecoveryKey = false
  /// Whether some of its commits held here do not count.
  public var uncounted = false
  /// For a waiting device: the words that its own screen also shows.
  public var fingerprint: [String]?
}

extension Ledger {
  /// See ``LedgerDevices/list()``.
  func listDevices() throws -> [Device] {
    try requireFresh()
    let (locking, known) = try lockedMembers()
    let own = try? ownReplica()
    var devices = known.members.members.map { member in
      var device = Device(
        replica: member.keys.replica, name: name(of: member.keys.replica),
        status: member.endedBy == nil ? .member : .revoked, isOwn: member.keys.replica == own)
      switch member.endedBy ?? member.approvedBy {
      case .device(let replica): device.by = replica
      case .recovery: device.isByRecoveryKey = true
      case .lock: break
      }
      device.uncounted = known.withheld.contains(member.keys.replica)
      return device
    }
    let members = Set(devices.map(\.replica))
    for file in try requests(locking) where !members.contains(file.replica) {
      devices.append(
        Device(
          replica: file.replica, name: name(of: file.replica), status: .waiting, isOwn: file.replica == own,
          fingerprint: JoiningWords.fingerprint(of: file.keys, ledger: descriptor.ledger)))
    }
    return devices
  }

  /// See ``LedgerDevices/device(matching:)``.
  func device(matching text: String) throws -> Device {
    let all = try listDevices()
    var named = all.filter { $0.name == text }
    // A device that came back has the name of the one that was revoked.
    if named.count(where: { $0.status != .revoked }) == 1 { named.removeAll { $0.status == .revoked } }
    let meant = named.isEmpty ? all.filter { $0.replica.description.hasPrefix(text) && !text.isEmpty } : named
    if meant.count == 1 { return meant[0] }
    let list = (meant.isEmpty ? all : meant)
      .map { (name: $0.name ?? "(\($0.status.rawValue))", id: $0.replica.description) }
      .sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { "\($0.id) \($0.name)" }
    throw LedgerError(
      meant.isEmpty ? .notFound : .usage,
      meant.isEmpty ? "there is no device '\(text)'" : "'\(text)' matches several devices",
      advice: "the devices are: \(list.joined(separator: ", "))")
  }

  func lockedMembers() throws -> (locking: FolderLocking, known: LockedMembers) {
    guard let locking else {
      throw LedgerError(
        .refused, "the ledger is not locked, so it has no devices", advice: "lock it with '\(Remedy.lock)'")
    }
    guard let known = try membership() else { throw missingLock }
    return (locking, known)
  }

  /// Why no lock was found: a key may open only some of the files.
  private var missingLock: LedgerError {
    let (opened, all) = openedDevices()
    guard options.keys != nil, opened < all else {
      return LedgerError(
        .refused, "the ledger's lock has not been copied here yet", advice: "copy all of its files")
    }
    return LedgerError(
      .refused,
      "this key opens the files of \(opened) of \(all) devices, but not those that list the members",
      advice:
        "a newer key may have replaced it: use the newest paper; if this is the newest, copy all of the ledger's files"
    )
  }

  private func ownReplica() throws -> ReplicaID? {
    if let session { return session.replica }
    guard let state = machine.existingState() else { return nil }
    return try ownIdentity(state)?.replica
  }

  /// The device files that are here and sound; ascending.
  private func requests(_ locking: FolderLocking) throws -> [DeviceFile] {
    var files: [DeviceFile] = []
    do throws(FileError) {
      for entry in try locking.base.list(LedgerLayout.replicas) ?? [] where entry.kind == .folder {
        guard let replica = ReplicaID(entry.name),
          let file = try LockingFiles(of: replica, in: locking.base, ledger: descriptor.ledger).device
        else { continue }
        files.append(file)
      }
    } catch { throw LedgerError(unreadableKey: error) }
    return files.sorted { $0.replica < $1.replica }
  }

  // MARK: Admitting

  /// See ``LedgerDevices/offer(to:)``.
  func offer(to replica: ReplicaID) throws -> [String] {
    try beginSession()
    let (locking, known) = try lockedMembers()
    let file = try request(of: replica, locking, known)
    guard let session, let own = known.members.member(session.replica)?.keys else { throw Self.notMember }
    let files = DeviceFiles(locking.base, ledger: descriptor.ledger)
    let name = try files.offer(to: file, known.lock.lock, own, of: session.replica)
    // Offers to other devices stay: several may join at once.
    if let device = locking.device {
      var keys = try device.keys(of: session.replica)
      keys.offers = keys.offers.filter { known.members.member($0.key)?.endedBy == nil }
      keys.offers[replica] = "\(name)"
      try device.store(keys, of: session.replica)
      try files.removeOffers(of: session.replica, besides: Set(keys.offers.values))
    }
    return JoiningWords(
      ledger: descriptor.ledger, lock: Offer.hash(of: known.lock.lock), member: own, device: file.keys,
      iterations: options.wordIterations
    ).words
  }

  /// See ``LedgerDevices/approve(_:despiteMissing:)``.
  func approve(_ replica: ReplicaID, despiteMissing: Bool) throws {
    try beginSession()
    let (locking, known) = try lockedMembers()
    let file = try request(of: replica, locking, known)
    if !despiteMissing, let missing = known.missing.first {
      throw LedgerError(
        .refused,
        "part of what \(missing.replica) wrote (up to line \(missing.size)) is not here, and might revoke this device",
        advice: "copy the rest of the ledger first, or approve with \(Remedy.despiteMissing)")
    }
    // The ring that follows needs all the others.
    try locking.keys.requireAllRings()
    if known.members.member(replica)?.keys != file.keys {
      try write([DeviceEvent(replica, .approve(Approval(file)))])
    }
    do {
      if isStale { try reload() }
      try settleLocking(admitting: replica)
    } catch let error as LedgerError {
      throw error.after("the device is approved")
    }
    publishNow()
  }

  private static var notMember: LedgerError {
    LedgerError(.refused, "this device is not a member", advice: "ask on a device that is")
  }

  private func request(
    of replica: ReplicaID, _ locking: FolderLocking, _ known: LockedMembers
  ) throws -> DeviceFile {
    if known.members.member(replica)?.endedBy != nil {
      throw LedgerError(
        .refused, "the device \(replica) was revoked",
        advice: "run '\(Remedy.joinAgain)' on it: it asks as a new device")
    }
    guard let file = try requests(locking).first(where: { $0.replica == replica }) else {
      throw LedgerError(
        .notFound, "no device \(replica) asks for approval here",
        advice: "run '\(Remedy.join)' on it, and copy its device file here")
    }
    return file
  }

  // MARK: Revoking

  /// See ``LedgerDevices/revoke(_:)``.
  func revoke(_ replica: ReplicaID) throws {
    try beginSession()
    try requireRevocable(replica)
    publishNow()
    let heads = try heads(of: [replica])[replica] ?? []
    try write([DeviceEvent(replica, .revoke(Revocation(heads: heads)))])
    do {
      try reload()
      try settleLocking()
      try reload()
    } catch let error as LedgerError {
      throw error.after("the device is revoked")
    }
    publishNow()
  }

  /// Refuses what ``LedgerDevices/revoke(_:)`` refuses.
  package func requireRevocable(_ replica: ReplicaID) throws {
    let (locking, known) = try lockedMembers()
    try locking.keys.requireAllRings()
    guard let own = try ownReplica() else { throw Self.notMember }
    let order = known.members.members.map(\.keys.replica)
    guard let place = order.firstIndex(of: replica) else {
      throw LedgerError(.notFound, "\(replica) is not a member", advice: "see '\(Remedy.devices)'")
    }
    guard let ownPlace = order.firstIndex(of: own), ownPlace < place else {
      throw LedgerError(
        .refused,
        replica == own
          ? "a device cannot revoke itself" : "the device \(replica) is above this one in the list",
        advice: "revoke it on a device above it (see '\(Remedy.devices)'), or with \(Remedy.recoveryKey)")
    }
  }

  func publishNow() { session?.writer.publishPending() }
}
