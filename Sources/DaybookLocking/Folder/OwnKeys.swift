package import DaybookAge
package import DaybookModel
import Synchronization

/// What a device keeps in its state to open a ledger's files, and to write some.
package struct OwnKeys: Sendable {
  /// That open rings: the device key, and keys that somebody gave.
  package var identities: [AgeIdentity] = []
  package var epochs: [EpochKey] = []
  /// The epoch that is written to, which need not be announced yet, and its name key.
  package var writing: (epoch: AgeIdentity, names: [UInt8])?

  package init(identities: [AgeIdentity] = []) { self.identities = identities }

  /// Also the epochs of a replica.
  package mutating func add(_ keys: ReplicaKeys, of replica: ReplicaID) {
    guard let epoch = keys.epochs.last, let secret = AgeIdentity(secret: epoch.secret) else { return }
    epochs += keys.keys(of: replica)
    writing = (secret, epoch.names)
  }
}

extension DeviceState {
  /// The same, read once, when they are asked for first. Of a device that confirmed a lock.
  package func readingOwnKeys() -> @Sendable () throws(LedgerError) -> OwnKeys {
    let read = ReadOnce { () throws(LedgerError) in
      let keys = try self.ownKeys()
      if keys.identities.isEmpty { throw self.missingKey }
      _ = try self.taken()
      return keys
    }
    return { () throws(LedgerError) in try read.value() }
  }

  /// - Parameter given: keys that the machine does not keep.
  /// - Throws: ``LedgerError`` with code `unreadable-key`.
  package func ownKeys(besides given: [AgeIdentity] = []) throws(LedgerError) -> OwnKeys {
    var keys = OwnKeys(identities: given)
    if let key = try deviceKey() { keys.identities.append(key) }
    if let replica = try current() { keys.add(try self.keys(of: replica), of: replica) }
    return keys
  }
}

private final class ReadOnce: Sendable {
  private let read: @Sendable () throws(LedgerError) -> OwnKeys
  private let known = Mutex<OwnKeys?>(nil)

  init(_ read: @escaping @Sendable () throws(LedgerError) -> OwnKeys) { self.read = read }

  func value() throws(LedgerError) -> OwnKeys {
    try known.withLock { known throws(LedgerError) in
      if let known { return known }
      let keys = try read()
      known = keys
      return keys
    }
  }
}
