// A replica's keyring: the epochs that it lets the members read, its own and those of others that it may pass on. Its file
// is encrypted for the device key of every member and for the recovery key; its content is text that `age -i` takes.

import Crypto
package import DaybookAge
package import DaybookLog
package import DaybookModel

package struct Keyring: Sendable {
  package let ledger: String
  package let replica: ReplicaID
  /// From 1.
  package let number: UInt64
  /// The hash of the content of the ring before it; of the first one, zeros.
  package let former: Hash256
  /// The readers: the members and the recovery key, each once.
  package let recipients: [AgeRecipient]
  /// At least one.
  package let epochs: [EpochKey]
  /// 64 bytes, by the replica.
  package let signature: [UInt8]

  /// Room for thousands of epochs.
  package static let contentSizeBytesMax = 4 << 20
  /// Of the file: its header has at most 1 MiB.
  package static let fileSizeBytesMax = 6 << 20
  static let noFormer = Hash256(words: (0, 0, 0, 0))

  /// Which of a replica's rings one is.
  package struct Place: Sendable {
    let number: UInt64
    /// Of its content.
    let hash: Hash256

    package init(_ number: UInt64, _ hash: Hash256) { (self.number, self.hash) = (number, hash) }
  }

  /// The ring that follows `former`, or a replica's first.
  package init(
    ledger: String, after former: Place? = nil, recipients: [AgeRecipient], epochs: [EpochKey],
    key: SigningKey
  ) throws(LockingError) {
    precondition(!recipients.isEmpty && !epochs.isEmpty, "a ring is for somebody, and of something")
    precondition((former?.number ?? 0) < UInt64(Int64.max), "rings are numbered up to 2⁶³ − 1")
    (self.ledger, self.recipients, self.epochs, replica) = (ledger, recipients, epochs, key.replica)
    number = (former?.number ?? 0) + 1
    self.former = former?.hash ?? Self.noFormer
    try Self.requireSound(recipients, epochs)
    let unsigned = Self.unsigned(ledger, replica, number, self.former, recipients, epochs)
    let message = Self.message(ledger, replica, number, unsigned)
    guard unsigned.count <= Self.contentSizeBytesMax - Self.signatureLineSizeBytesMax else {
      throw LockingError(.keyring, .tooLong(sizeBytesMax: Self.contentSizeBytesMax))
    }
    guard let signature = try? key.sign(message) else { throw LockingError(.keyring, .signature) }
    self.signature = signature
  }

  /// From its parts, as they were read.
  init(
    ledger: String, replica: ReplicaID, number: UInt64, former: Hash256, recipients: [AgeRecipient],
    epochs: [EpochKey], signature: [UInt8]
  ) {
    (self.ledger, self.replica, self.number, self.former) = (ledger, replica, number, former)
    (self.recipients, self.epochs, self.signature) = (recipients, epochs, signature)
  }

  /// Requires each recipient and each epoch once, and no recipient of low order.
  static func requireSound(_ recipients: [AgeRecipient], _ epochs: [EpochKey]) throws(LockingError) {
    var readers: Set<AgeRecipient> = []
    for recipient in recipients {
      guard readers.insert(recipient).inserted else {
        throw LockingError(.keyring, .duplicateRecipient(recipient))
      }
      if recipient.isLowOrder { throw LockingError(.keyring, .recipient(recipient)) }
    }
    var numbers: [ReplicaID: Set<UInt64>] = [:]
    for epoch in epochs where !numbers[epoch.replica, default: []].insert(epoch.number).inserted {
      throw LockingError(.keyring, .duplicateEpoch(epoch.replica, epoch.number))
    }
  }

  /// The text that is signed.
  ///
  /// - Parameter unsigned: all bytes before the line of the signature.
  static func message(
    _ ledger: String, _ replica: ReplicaID, _ number: UInt64, _ unsigned: [UInt8]
  ) -> [UInt8] {
    Array("daybook-keyring1\n\(ledger)\n\(replica)\n\(number)\n\(Hash256.of(unsigned.span))\n".utf8)
  }

  /// Whether the holder of a replica's signing key made it.
  package func isSigned(by publicKey: [UInt8]) -> Bool {
    Signing.replicaID(ofPublicKey: publicKey) == replica
      && Signing.verify(signature, Self.message(ledger, replica, number, unsigned), publicKey: publicKey)
  }

  /// Whether it is the next one after another.
  package func follows(_ other: Keyring) -> Bool {
    replica == other.replica && ledger == other.ledger && number - 1 == other.number
      && former == other.contentHash
  }
}
