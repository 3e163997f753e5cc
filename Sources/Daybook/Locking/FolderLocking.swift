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
  /// The folder as it lies there.
  let base: any FileStore
  /// What this machine keeps; nil where it keeps nothing of the ledger.
  let device: DeviceState?
  private let own: @Sendable () throws(LedgerError) -> OwnKeys

  private struct State {
    var lock: DeviceLock?
    /// The same, before it is asked for.
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
  ///   - lock: the one that the machine keeps and has not unlocked.
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

  /// That opens rings: the device key, and the keys that the caller gave.
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

  /// The lock that this machine pinned. One that has only the recovery key takes the lock that this key signed.
  ///
  /// - Throws: ``LedgerError`` with code `refused` where it signed two.
  func lock(among devices: DeviceLog) throws(LedgerError) -> DeviceLock? {
    if let lock = try pinned() { return lock }
    let signed = devices.locks.filter { $0.isSigned(ledger: ledger) }
    if signed.count < 2 { return signed.first }
    // A ledger that was unlocked and locked again has several. The paper is the key of one.
    let changes = devices.recoveryChanges
    let identities = try identities()
    let own = signed.filter { lock in
      RecoveryChain(lock.recovery, changes, ledger: ledger, lock: Offer.hash(of: lock)).keys
        .contains { keys in identities.contains { $0.recipient == keys.recipient } }
    }
    guard own.count == 1 else {
      throw LedgerError(
        .refused,
        "the ledger has \(signed.count) locks; this machine has confirmed none of them, and the key is that of \(own.isEmpty ? "none" : "several")",
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
  /// Of a locked ledger's folder.
  var locking: FolderLocking? { cipher as? FolderLocking }
}
