import DaybookAge
import DaybookLocking
import DaybookLog
import DaybookModel
import DaybookReplication
import Synchronization

/// A locked ledger on this machine: the keys that open its files, the lock that is pinned, and what counted last. One for
/// each ledger that is open.
final class FolderLocking: FolderCipher {
  let encrypts = true
  let ledger: String
  let keys: FolderKeys
  /// The folder with its files as stored, encrypted.
  let base: any FileStore
  /// This machine's state; nil if it keeps no state of the ledger.
  let device: DeviceState?
  private let own: @Sendable () throws(LedgerError) -> OwnKeys

  private struct State {
    var lock: DeviceLock?
    /// The keys, before they are needed.
    var kept: StoredLock?
    var counting: Counting?
    /// Files that are known to be encrypted to the epoch that is written to.
    var current: Set<String> = []
    var writing: AgeRecipient?
    var isRecovering = false
  }
  private let state: Mutex<State>

  /// - Parameters:
  ///   - own: the device's keys, and those that the caller gave.
  ///   - lock: the lock that the machine keeps and has not
  ///   unlocked.
  init(
    ledger: String, base: any FileStore, device: DeviceState?, lock: StoredLock?,
    own: @escaping @Sendable () throws(LedgerError) -> OwnKeys
  ) {
    (self.ledger, self.base, self.device, self.own) = (ledger, base, device, own)
    state = Mutex(State(kept: lock))
    keys = FolderKeys(own: own) {
      // Without its own keys a device opens no ring.
      guard let identities = try? own().identities, let taken = try? device?.taken() ?? [:] else {
        return FoundRings()
      }
      let rings = FoundRings(in: base, ledger: ledger, identities: identities, taken: taken)
      if lock != nil { device?.note(rings, after: taken) }
      return rings
    }
  }

  /// The identities that open rings: the device key, and the keys that the caller gave.
  ///
  /// - Throws: ``LedgerError`` with code `unreadable-key`.
  func identities() throws(LedgerError) -> [AgeIdentity] { try own().identities }

  func open(segment file: [UInt8], of replica: ReplicaID?) -> [UInt8]? {
    keys.open(segment: file, of: replica)
  }

  func epoch(ofSegment file: [UInt8], of replica: ReplicaID?) -> UInt64? {
    keys.epoch(ofSegment: file, of: replica)
  }

  func close(segment content: [UInt8]) throws(FileError) -> [UInt8] { try keys.close(segment: content) }

  /// From now on files are encrypted for the last of these epochs.
  func write(by keys: ReplicaKeys, of replica: ReplicaID) {
    guard let epoch = keys.epochs.last, let secret = AgeIdentity(secret: epoch.secret) else { return }
    self.keys.add(keys.keys(of: replica))
    self.keys.write(for: secret, names: epoch.names)
  }

  func names(ofBlob content: Hash256) -> [Hash256] { keys.names(ofBlob: content) }

  func open(
    blobOf sizeBytes: Int, _ read: (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]
  ) throws(FileError) -> (any OpenBlob)? { try keys.open(blobOf: sizeBytes, read) }

  func closingBlob() throws(FileError) -> any ClosingBlob { try keys.closingBlob() }

  func requireKeys() throws(LedgerError) { try keys.requireKeys() }

  /// What counted by the last reading.
  var counting: Counting? {
    get { state.withLock(\.counting) }
    set { state.withLock { $0.counting = newValue } }
  }

  /// Whether the recovery key is about to make this device a member.
  var isRecovering: Bool {
    get { state.withLock(\.isRecovering) }
    set { state.withLock { $0.isRecovering = newValue } }
  }

  var rule: CountingRule { counting.map { .by($0) } ?? .all }

  /// The lock that this machine pinned. A machine that has only the recovery key uses the lock that this key signed.
  ///
  /// - Throws: ``LedgerError`` with code `refused` if the key signed two.
  func lock(among devices: DeviceLog) throws(LedgerError) -> DeviceLock? {
    if let lock = try pinned() { return lock }
    let signed = devices.locks.filter { $0.isSigned(ledger: ledger) }
    if signed.count < 2 { return signed.first }
    // A ledger that was unlocked and locked again has several. The recovery paper is for one of them.
    let changes = devices.recoveryChanges
    let identities = try identities()
    let own = signed.filter { lock in
      RecoveryChain.reachable(from: lock.recovery, changes, ledger: ledger, lock: Offer.hash(of: lock))
        .contains { keys in identities.contains { $0.recipient == keys.recipient } }
    }
    guard own.count == 1 else {
      throw LedgerError(
        .refused,
        "the ledger has \(signed.count) locks; this machine has confirmed none of them, and the key fits \(own.isEmpty ? "none" : "several")",
        advice: "give the recovery key of the newest paper, or ask for access with '\(Remedy.join)'")
    }
    return own.first
  }

  private func pinned() throws(LedgerError) -> DeviceLock? {
    let (known, kept) = state.withLock { ($0.lock, $0.kept) }
    guard known == nil, let kept else { return known }
    let lock = try kept.lock()
    state.withLock { $0.lock = $0.lock ?? lock }
    return lock
  }

  /// Whether a file was seen to be encrypted to the epoch that is written to. It need not be read again.
  func isCurrent(_ name: SegmentName, _ replica: ReplicaID, _ writing: AgeRecipient) -> Bool {
    state.withLock { state in
      if state.writing != writing { (state.current, state.writing) = ([], writing) }
      return state.current.contains("\(name)")
    }
  }

  func note(current name: String) { state.withLock { _ = $0.current.insert(name) } }

  /// From now on this lock counts here.
  func pin(_ lock: DeviceLock) { state.withLock { $0.lock = lock } }
}

extension FileStore {
  /// The folder of a locked ledger.
  var locking: FolderLocking? { cipher as? FolderLocking }
}

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
    // A machine that has seen the ledger locked does not rely on the file again.
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
    // A device that confirmed a lock had a key.
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
    // The first device's own epoch is in its state before the first ring exists.
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
    // If other files are plain, an unreadable file is a finding.
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
      .locked, "the ledger is locked again, although this device had confirmed that it was unlocked",
      file: path,
      advice: "ask for access with '\(Remedy.join)'")
  }

  private static func wrongKey(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the given key does not open the ledger", file: path,
      advice: "give its newest recovery key, or ask for access with '\(Remedy.join)'")
  }

  private static func waiting(_ path: String) -> LedgerError {
    LedgerError(
      .locked, "the ledger is locked, and this device waits to be approved", file: path,
      advice: "run '\(Remedy.join)' here: it shows what is left to do")
  }
}
