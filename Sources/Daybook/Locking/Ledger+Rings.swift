import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

// What a member owes the others: its device file, its epochs announced, a ring for those who may read, and its own files
// encrypted to its present epoch. Each step is durable before the next; after an interruption the next session continues.

extension Ledger {
  /// Does what is due, within a write session. O(1) if nothing is due.
  ///
  /// - Parameter admitting: a device that gets a ring although something is missing that might forbid it.
  func settleLocking(admitting: ReplicaID? = nil) throws {
    guard let locking, let device = locking.device, let session else { return }
    let own = session.replica
    try writeDeviceFile(locking, device, session.identity.key)
    try writeLock(device, own)
    try announceEpochs(locking, device, own)
    // The recovery key may be about to make this device a member; a ring only for others would be of no use to it.
    guard let known = try membership(), known.members.member(own) != nil else { return }
    if let ring = try device.keys(of: own).ring, isShutOut(ring.recipients, known) {
      try locking.keys.requireAllRings()
      try beginEpoch(locking, device, own)
    }
    try renewRing(locking, device, session.identity.key, known, admitting: admitting)
    try placeRing(device, own)
    try notifyRevoked(locking, device, session.identity.key, known)
    try restoreDescription(locking, device, own, known)
    // Locking for the first time reports its progress, and does this itself.
    if try descriptor.isLocked || known.unlocked.isEmpty && isLockComplete(device, own) {
      try encryptOwnFiles(locking, own)
      try encryptPlainFiles(locking, own)
    }
  }

  /// Whether locking was completed, and is not about to be on this machine.
  private func isLockComplete(_ device: DeviceState, _ own: ReplicaID) throws -> Bool {
    guard let lock = try device.pinned() else { return false }
    return try lock.devices.first?.replica != own || device.keys(of: own).encrypted != nil
  }

  /// Marks the ledger as locked again if an older copy of the folder was laid over it and nobody unlocked it.
  private func restoreDescription(
    _ locking: FolderLocking, _ device: DeviceState, _ own: ReplicaID, _ known: LockedMembers
  ) throws {
    guard !descriptor.isLocked, known.unlocked.isEmpty, try isLockComplete(device, own) else { return }
    do throws(FileError) { try LedgerDescriptor.note(isLocked: true, in: locking.base) } catch {
      throw LedgerError(error, in: info.path)
    }
  }

  /// Whether a ring was for a device that may no longer read. While something is missing, that must be stated of the
  /// device: its approval may be what is missing.
  private func isShutOut(_ recipients: [String], _ known: LockedMembers) -> Bool {
    let others = Set(recipients).subtracting(known.members.readers.map(\.recipient.description))
    if known.missing.isEmpty { return !others.isEmpty }
    return !others.isDisjoint(with: known.members.shutOut.map(\.recipient.description))
  }

  /// Writes events of devices as one commit.
  func write(_ events: [DeviceEvent]) throws {
    var options = AppendOptions()
    options.mayWriteDevices = true
    let request = CommitRequest(content: Batch(events.map(\.mutation)), options: options)
    let receipt = try flush([request]).first?.get()
    session?.notices += receipt?.notices ?? []
    if loaded.devices.hasMoved, try loaded.countsOtherwise(folder, descriptor) { isStale = true }
  }

  // MARK: Steps

  /// Leaves a notice for each device that this one revoked. Those that the recovery key revoked get theirs from the first
  /// member.
  private func notifyRevoked(
    _ locking: FolderLocking, _ device: DeviceState, _ key: SigningKey, _ known: LockedMembers
  ) throws {
    let own = key.replica
    var keys = try device.keys(of: own)
    let isFirst = known.members.members.first { $0.endedBy == nil }?.keys.replica == own
    let files = DeviceFiles(locking.base, ledger: descriptor.ledger)
    // Notices that were removed are written again.
    if !keys.notified.isEmpty, try files.noticeCount(of: own) < keys.notified.count { keys.notified = [] }
    for member in known.members.members where !keys.notified.contains(member.keys.replica) {
      guard let author = member.endedBy, author == .device(own) || author == .recovery && isFirst else {
        continue
      }
      let proof = known.members.recovery.proof(that: member.keys.replica, wasRevokedIn: descriptor.ledger)
      try files.notify(member.keys, at: options.now(), by: key, proof: proof)
      keys.notified.insert(member.keys.replica)
      try device.store(keys, of: own)
    }
  }

  private func writeDeviceFile(_ locking: FolderLocking, _ device: DeviceState, _ key: SigningKey) throws {
    let replica = key.replica
    do throws(FileError) {
      guard try LockingFiles(of: replica, in: locking.base, ledger: descriptor.ledger).device == nil else {
        return
      }
    } catch { throw LedgerError(error, in: info.path) }
    try DeviceFiles(locking.base, ledger: descriptor.ledger).write(try device.madeDeviceKey(), key)
  }

  /// The first event of a locked ledger, by the device that locked it.
  private func writeLock(_ device: DeviceState, _ own: ReplicaID) throws {
    guard let lock = try device.pinned(), lock.devices.first?.replica == own,
      !loaded.devices.locks.contains(lock)
    else { return }
    try write([DeviceEvent(own, .lock(lock))])
  }

  private func announceEpochs(_ locking: FolderLocking, _ device: DeviceState, _ own: ReplicaID) throws {
    var keys = try device.keys(of: own)
    for index in keys.epochs.indices where keys.epochs[index].head == nil {
      guard let notice = keys.epochs[index].notice else { continue }
      try write([DeviceEvent(own, .epoch(notice))])
      guard let tree = session?.writer.tree else { return }
      keys.epochs[index].head = Waypoint(size: tree.size, root: tree.root)
      try device.store(keys, of: own)
    }
    locking.keys.add(keys.keys(of: own))
  }

  /// Makes a new epoch of this replica, which devices with only the former ones cannot open.
  private func beginEpoch(_ locking: FolderLocking, _ device: DeviceState, _ own: ReplicaID) throws {
    var keys = try device.keys(of: own)
    // An epoch that a former session began is enough.
    if let ring = keys.ring, let last = keys.epochs.last, !ring.epochs.contains("\(own) \(last.number)") {
      return
    }
    _ = keys.addEpoch()
    try device.store(keys, of: own)
    try announceEpochs(locking, device, own)
    try writeLocked(as: own)
  }

  private func renewRing(
    _ locking: FolderLocking, _ device: DeviceState, _ key: SigningKey, _ known: LockedMembers,
    admitting: ReplicaID?
  ) throws {
    let own = key.replica
    var keys = try device.keys(of: own)
    if let ring = keys.ring, !ring.isAnnounced { try announceRing(device, own, &keys) }
    let readers = readers(known, former: keys.ring?.recipients, admitting: admitting)
    let epochs = epochs(for: known, locking, own: keys.keys(of: own), of: own)
    let names = epochs.map { "\($0.replica) \($0.number)" }
    let called = known.members.members.reduce(into: keys.names) { called, member in
      if let name = name(of: member.keys.replica) { called[member.keys.replica] = name }
    }
    if let ring = keys.ring, Set(ring.recipients) == Set(readers.map(\.description)), ring.epochs == names {
      if called != keys.names {
        keys.names = called
        try device.store(keys, of: own)
      }
      return
    }
    keys.names = called
    // A ring that lacks unreadable epochs would be taken for complete.
    try locking.keys.requireAllRings()
    do {
      let ring = try Keyring(
        ledger: descriptor.ledger, after: keys.ring.map { Keyring.Place($0.number, $0.content) },
        recipients: readers, epochs: epochs, key: key)
      keys.ring = ReplicaKeys.Ring(
        number: ring.number, file: try ring.file().bytes, content: ring.contentHash,
        recipients: readers.map(\.description), epochs: names)
    } catch {
      throw LedgerError(.refused, error.what, advice: error.advice, cause: error)
    }
    try device.store(keys, of: own)
    try announceRing(device, own, &keys)
  }

  private func announceRing(_ device: DeviceState, _ own: ReplicaID, _ keys: inout ReplicaKeys) throws {
    guard let ring = keys.ring else { return }
    let notice = RingNotice(number: ring.number, file: Hash256.of(ring.file.span))
    try write([DeviceEvent(own, .ring(notice))])
    keys.ring?.isAnnounced = true
    try device.store(keys, of: own)
  }

  /// The devices that the ring is for. While something is missing, those that could read before, unless they were shut
  /// out.
  private func readers(
    _ known: LockedMembers, former: [String]?, admitting: ReplicaID?
  ) -> [AgeRecipient] {
    var seen: Set<AgeRecipient> = []
    let all = known.members.readers.filter { seen.insert($0.recipient).inserted }
    guard !known.missing.isEmpty, let former else { return all.map(\.recipient) }
    let others = Set(former).subtracting((all + known.members.shutOut).map(\.recipient.description))
    return all.filter { former.contains($0.recipient.description) || $0.replica == admitting }.map(
      \.recipient) + others.sorted().compactMap { AgeRecipient($0) }
  }

  /// The epochs of this replica, and those of others that it may pass on; ascending.
  private func epochs(
    for known: LockedMembers, _ locking: FolderLocking, own: [EpochKey], of replica: ReplicaID
  ) -> [EpochKey] {
    let announced = known.announced
    let others = locking.keys.epochs.filter { epoch in
      // Of two epochs with one number, the one that its maker's log names.
      epoch.replica != replica && announced[epoch.replica]?[epoch.number] == epoch.recipient
        && known.mayPassOn(epoch) { loaded.holdsWhole($0, upTo: $1) }
    }
    return (own + others).sorted { ($0.replica, $0.number) < ($1.replica, $1.number) }
  }

  /// Puts the newest ring into the folder, and removes those that it replaces once it was read back.
  private func placeRing(_ device: DeviceState, _ own: ReplicaID) throws {
    guard let locking, let ring = try device.keys(of: own).ring, ring.isAnnounced else { return }
    let files = DeviceFiles(locking.base, ledger: descriptor.ledger)
    try files.place(LockingFileName(.keyring, ring.number, file: ring.file.span), ring.file, of: own)
  }
}

extension LedgerState {
  /// Whether a replica's only history is held from its beginning up to a size.
  func holdsWhole(_ replica: ReplicaID, upTo size: UInt64) -> Bool {
    held(of: replica).contains { $0.leaves.lowerBound == 0 && $0.leaves.upperBound >= size }
  }
}
