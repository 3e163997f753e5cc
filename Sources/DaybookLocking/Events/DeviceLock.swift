package import DaybookModel

// The ledger is locked: its first devices, its recovery key, and how far every branch counts permanently.

package struct DeviceLock: Hashable, Sendable {
  /// The roots, in their order; each replica once, at least one.
  package let devices: [PublicKeys]
  package let recovery: PublicKeys
  /// The branches of each replica with data in the ledger.
  package let heads: [ReplicaID: [Head]]
  private let signed: SignedSet

  private static let label = "daybook-lock1"

  package init(
    ledger: String, devices: [PublicKeys], heads: [ReplicaID: [Head]], recovery: RecoveryKey
  ) throws {
    precondition(!devices.isEmpty && Set(devices.map(\.replica)).count == devices.count, "each root once")
    let rest: JSONObject = [
      "devices": .array(
        devices.map { device in
          var json = device.json
          json["replica"] = .string(device.replica.description)
          return .object(json)
        }),
      "recovery": .object(recovery.keys.json),
      "heads": .object(
        JSONObject(
          heads.sorted { $0.key < $1.key }.map { replica, heads in
            (replica.description, .array(heads.map(\.json)))
          })),
    ]
    (self.devices, self.recovery, self.heads) = (devices, recovery.keys, heads)
    signed = try SignedSet(rest, label: Self.label, ledger: ledger, key: recovery.signing)
  }

  /// Whether the holder of its own recovery key made it for this ledger.
  package func isSigned(ledger: String) -> Bool {
    signed.isSigned(label: Self.label, ledger: ledger, by: recovery.key)
  }
}

extension DeviceLock {
  var set: JSONObject { signed.json }

  /// The `set` of its event.
  package var json: JSONObject { self.set }

  init?(_ set: JSONObject) {
    guard let signed = SignedSet(set), let list = set["devices"]?.array, !list.isEmpty,
      let recovery = set["recovery"]?.object.flatMap({ PublicKeys($0) }),
      let branches = set["heads"]?.object
    else { return nil }
    var devices: [PublicKeys] = []
    var replicas: Set<ReplicaID> = []
    for item in list {
      guard let object = item.object, let device = PublicKeys(object),
        object["replica"]?.string == device.replica.description, replicas.insert(device.replica).inserted
      else { return nil }
      devices.append(device)
    }
    var heads: [ReplicaID: [Head]] = [:]
    for member in branches {
      guard let replica = ReplicaID(member.key), let list = Head.list(member.value) else { return nil }
      heads[replica] = list
    }
    (self.devices, self.recovery, self.heads, self.signed) = (devices, recovery, heads, signed)
  }
}

/// Says that its author unlocked the ledger: the others should, too. It decides nothing.
package struct UnlockNotice: Hashable, Sendable {
  /// The SHA-256 of the `set` of the lock that it ended, in canonical form.
  package let lock: Hash256

  package init(lock: Hash256) { self.lock = lock }
}

extension UnlockNotice {
  var set: JSONObject { ["lock": .string(lock.description)] }

  init?(_ set: JSONObject) {
    guard let lock = set["lock"]?.string.flatMap({ Hash256($0) }) else { return nil }
    self.init(lock: lock)
  }
}
