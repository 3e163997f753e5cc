package import DaybookAge
package import DaybookModel
import Synchronization

/// The keys in a device's state with which it opens a ledger's files and writes them.
package struct OwnKeys: Sendable {
  /// The keys that open rings: the device key, and keys from the user.
  package var identities: [AgeIdentity] = []
  package var epochs: [EpochKey] = []
  /// The epoch that new files are encrypted for, which need not be announced yet, and its name key.
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
  /// The same, read once when first needed, for a device that confirmed a lock.
  package func readingOwnKeys() -> @Sendable () throws(LedgerError) -> OwnKeys {
    let read = ReadOnce { () throws(LedgerError) in
      let keys = try self.ownKeys()
      if keys.identities.isEmpty { throw self.missingKey }
      _ = try self.taken()
      return keys
    }
    return { () throws(LedgerError) in try read.value() }
  }

  /// - Parameter given: keys from the user that the machine does not keep.
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
