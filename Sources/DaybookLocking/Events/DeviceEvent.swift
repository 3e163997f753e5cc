// The content of an event of the kind `daybook.device`. The parts that count stand in its `set`; it writes no register.

package import DaybookAge
package import DaybookModel

package struct DeviceEvent: Hashable, Sendable {
  /// The replica that it speaks of.
  package let replica: ReplicaID
  package let action: Action

  package enum Action: Hashable, Sendable {
    case lock(DeviceLock)
    case approve(Approval)
    case revoke(Revocation)
    case recovery(RecoveryChange)
    case epoch(EpochNotice)
    case ring(RingNotice)
    case statement(RecoveryStatement)
    case unlock(UnlockNotice)
  }

  package static let kind = "daybook.device"

  package init(_ replica: ReplicaID, _ action: Action) { (self.replica, self.action) = (replica, action) }
}

/// How far a replica counts.
package struct Revocation: Hashable, Sendable {
  /// Of each of its branches that counts up to somewhere.
  package let heads: [Head]

  package init(heads: [Head]) { self.heads = heads }
}

/// Announces an epoch of the author's.
package struct EpochNotice: Hashable, Sendable {
  /// From 1.
  package let number: UInt64
  package let recipient: AgeRecipient

  package init(number: UInt64, recipient: AgeRecipient) {
    (self.number, self.recipient) = (number, recipient)
  }
}

/// Names a ring of the author's.
package struct RingNotice: Hashable, Sendable {
  /// From 1.
  package let number: UInt64
  /// The SHA-256 of the ring's file.
  package let file: Hash256

  package init(number: UInt64, file: Hash256) { (self.number, self.file) = (number, file) }
}
