public import DaybookModel

/// The devices of a locked ledger, and its recovery key. All of this throws `refused` for a ledger that is not locked.
///
///     for device in try await ledger.devices.list() where device.status == .waiting {
///       print(device.fingerprint ?? [], try await ledger.devices.offer(to: device.replica))
///     }
public struct LedgerDevices: Sendable {
  let ledger: Ledger
}

extension Ledger {
  /// The devices that can read a locked ledger.
  public nonisolated var devices: LedgerDevices { LedgerDevices(ledger: self) }
}

extension LedgerDevices {
  /// The devices of a locked ledger: members in the order in which one decides about another, then those that ask for
  /// approval.
  ///
  /// - Throws: ``LedgerError`` with code `refused` for a ledger that is not locked.
  public func list() async throws -> [Device] {
    try await ledger.listDevices()
  }

  /// The device that `text` means: its id or the beginning of it, or its name. If several have the same name, the only
  /// one that was not revoked.
  public func device(matching text: String) async throws -> Device {
    try await ledger.device(matching: text)
  }
}

// MARK: Members

extension LedgerDevices {
  /// Offers a device that asks for approval what it needs to show its words, and returns the words: its screen must
  /// show the same before you approve it. Takes a second or more.
  ///
  /// A member gets an offer, too: it may have left the lock, or lost its state.
  ///
  /// - Throws: ``LedgerError``: `not-found` where no such device asks, `refused` where it was revoked.
  public func offer(to replica: ReplicaID) async throws -> [String] {
    try await ledger.offer(to: replica)
  }

  /// Makes a device a member: all that it wrote counts, and it can read everything. Compare its words first.
  ///
  /// - Parameters:
  ///   - replica: the device's replica; `not-found` where its device file is not here, `refused` where it was revoked.
  ///   - despiteMissing: approves it although something that others held is missing here, which might be its
  ///     revocation.
  public func approve(_ replica: ReplicaID, despiteMissing: Bool = false) async throws {
    try await ledger.approve(replica, despiteMissing: despiteMissing)
  }

  /// Ends a device's membership: its commits that this machine holds count, later ones do not; what is written from now
  /// on is not encrypted for it. It keeps what it could read.
  ///
  /// - Throws: ``LedgerError`` with code `refused` for this device itself, and for a device that comes before it in
  ///   the order.
  public func revoke(_ replica: ReplicaID) async throws {
    try await ledger.revoke(replica)
  }

  /// Revokes a device with the recovery key, even one that no other device may revoke.
  public func revoke(_ replica: ReplicaID, with recovery: RecoverySecret) async throws {
    try await ledger.revoke(replica, with: recovery)
  }
}

// MARK: The recovery key

extension LedgerDevices {
  /// Whether a key is the present recovery key.
  public func accepts(_ recovery: RecoverySecret) async throws -> Bool {
    try await ledger.accepts(recovery)
  }

  /// Replaces the recovery key by a new one: the former key opens nothing that is written from now on. Its writers
  /// encrypt all files in the folder anew, as after a revocation.
  ///
  /// - Throws: ``LedgerError`` with code `refused` where `former` is not the present recovery key.
  public func replaceRecovery(_ former: RecoverySecret, by next: RecoverySecret) async throws {
    try await ledger.replaceRecovery(former, by: next)
  }
}
