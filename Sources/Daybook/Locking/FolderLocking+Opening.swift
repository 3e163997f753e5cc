import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication

extension FolderLocking {
  /// A ledger's folder with what opens its files, if it is locked.
  ///
  /// - Parameter defersKeys: whether the device's own keys are read when one is needed. Those that are damaged are noticed
  ///   then.
  /// - Throws: ``LedgerError``: `locked` where this machine has no key, or is not approved yet; `unreadable-key`.
  static func opened(
    _ store: any FileStore, path: String, _ descriptor: LedgerDescriptor, _ machine: Machine,
    _ options: LedgerOptions, defersKeys: Bool = false
  ) throws -> any FileStore {
    if store.locking != nil { return store }
    let device = (machine.keyState ?? machine.existingState)().map {
      DeviceState($0, ledgerFolder: StateLayout.folder(ledger: descriptor.ledger))
    }
    let kept = try device?.keptLock()
    let pinned = kept.flatMap { $0.isUnlocked ? nil : $0 }
    // A machine that has seen the ledger locked does not ask the file again.
    guard descriptor.isLocked || pinned != nil else {
      guard let device, let kept else { return store }
      _ = try kept.lock()
      return try unlocked(store, descriptor, device)
    }
    if kept?.isUnlocked == true, options.keys == nil { throw lockedAgain(path) }
    if defersKeys, options.keys == nil, let device, pinned != nil, try device.hasOpenedRings() {
      let locking = FolderLocking(
        ledger: descriptor.ledger, base: store, device: device, lock: pinned, own: device.readingOwnKeys())
      return CipheredFolder(store, locking)
    }
    let given = try options.keys?.identities() ?? []
    let own = try device?.ownKeys(besides: given) ?? OwnKeys(identities: given)
    let (identities, lock) = (own.identities, try pinned?.lock())
    // Who confirmed a lock had a key.
    guard !identities.isEmpty else { throw lock == nil ? noKey(path) : device?.missingKey ?? noKey(path) }
    let taken = try device?.taken() ?? [:]
    let locking = FolderLocking(
      ledger: descriptor.ledger, base: store, device: device, lock: pinned,
      own: { () throws(LedgerError) in own })
    // A device that has opened rings before opens them when it needs them.
    if lock != nil, !taken.isEmpty { return CipheredFolder(store, locking) }
    let rings = FoundRings(in: store, ledger: descriptor.ledger, identities: identities)
    if rings.epochs.isEmpty, let error = rings.unreadable.first { throw LedgerError(unreadableKey: error) }
    if lock != nil { device?.note(rings, after: taken) }
    locking.keys.add(rings.epochs)
    // The first device's own epoch is in its state before there is a ring.
    let isAlone = lock.map { lock in lock.devices.count == 1 } ?? false
    if rings.epochs.isEmpty, !rings.refused.isEmpty, !isAlone, options.keys != nil { throw wrongKey(path) }
    guard !rings.epochs.isEmpty || isAlone || options.keys != nil else { throw waiting(path) }
    guard lock != nil || options.keys != nil else { throw waiting(path) }
    return CipheredFolder(store, locking)
  }

  /// A ledger that this machine unlocked: other members may not have done so yet.
  private static func unlocked(
    _ store: any FileStore, _ descriptor: LedgerDescriptor, _ device: DeviceState
  ) throws -> any FileStore {
    guard let key = try device.deviceKey() else { return store }
    let keys = FolderKeys(others: [key]) {
      FoundRings(in: store, ledger: descriptor.ledger, identities: [key])
    }
    if let own = try device.current() { keys.add(try device.keys(of: own).keys(of: own)) }
    return CipheredFolder(store, UnlockedKeys(keys))
  }

  /// Refuses a locked ledger whose description does not say so, and whose files nothing opens: it would look empty.
  static func requireKeys(_ store: any FileStore, _ inventory: Inventory, path: String) throws(LedgerError) {
    let segments = inventory.replicas.flatMap(\.segments)
    // Where others are plain, what cannot be read is a finding.
    guard store.cipher == nil, !segments.isEmpty, segments.allSatisfy(\.name.isLocked) else { return }
    let writers = inventory.replicas.filter { !$0.segments.isEmpty }.map(\.id)
    throw LedgerError(
      .locked,
      "the ledger's description says that it is not locked, but files of \(list(writers)) are encrypted",
      file: path,
      advice: "if you unlocked it, run '\(Remedy.unlock)' on the devices that wrote them, too; "
        + "otherwise somebody changed its daybook.json: copy that from a member")
  }

  private static func list(_ replicas: [ReplicaID]) -> String {
    replicas.sorted().map(\.description).joined(separator: ", ")
  }

  private static func noKey(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the ledger is locked, and this device has no key to it", file: path,
      advice: "ask for access with '\(Remedy.join)', or give a key with \(Remedy.keys); "
        + "if no other device is left, use the paper: '\(Remedy.recover)'")
  }

  private static func lockedAgain(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the ledger is locked, and this device has left the lock that it had confirmed",
      file: path,
      advice: "ask for access with '\(Remedy.join)'")
  }

  private static func wrongKey(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the key that was given does not open the ledger", file: path,
      advice: "give its newest recovery key, or ask for access with '\(Remedy.join)'")
  }

  private static func waiting(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the ledger is locked, and this device waits to be approved", file: path,
      advice: "run '\(Remedy.join)' here: it shows what is left to do")
  }
}
