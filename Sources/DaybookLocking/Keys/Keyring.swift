import Crypto
package import DaybookAge
package import DaybookLog
package import DaybookModel

// A replica's keyring: the epochs that it lets the members read, its own and those of others that it may pass on. Its file
// is encrypted for the device key of every member and for the recovery key; its content is text that `age -i` takes.

package struct Keyring: Sendable {
  package let ledger: String
  package let replica: ReplicaID
  /// From 1.
  package let number: UInt64
  /// The hash of the content of the previous ring; zeros for the first ring.
  package let former: Hash256
  /// The readers: the members and the recovery key, each once.
  package let recipients: [AgeRecipient]
  /// At least one.
  package let epochs: [EpochKey]
  /// 64 bytes, by the replica.
  package let signature: [UInt8]

  /// Room for thousands of epochs.
  package static let contentSizeBytesMax = 4 << 20
  /// The maximum size of the file: its header has at most 1 MiB.
  package static let fileSizeBytesMax = 6 << 20
  static let noFormer = Hash256(words: (0, 0, 0, 0))

  /// The place of a ring among a replica's rings.
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

extension Keyring {
  /// Its file, for its recipients. Two calls give different bytes: keep those whose hash an event names.
  ///
  /// - Parameter random: returns this many random bytes.
  package func file(
    random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(LockingError) -> (name: LockingFileName, bytes: [UInt8]) {
    do {
      let bytes = try AgeFile.encrypt(content, to: recipients, random: random)
      return (LockingFileName(.keyring, number, file: bytes.span), bytes)
    } catch { throw LockingError(.keyring, .age(error)) }
  }

  /// What a reader knows about a replica's ring before opening it.
  package struct Expectation: Sendable {
    package var ledger: String
    package var replica: ReplicaID
    /// Of the replica.
    package var publicKey: [UInt8]
    /// The newest ring that the replica's log names, where the log is known.
    package var announced: RingNotice?
    /// The greatest number that was accepted before.
    package var numberTaken: UInt64

    package init(
      ledger: String, replica: ReplicaID, publicKey: [UInt8], announced: RingNotice? = nil,
      numberTaken: UInt64 = 0
    ) {
      (self.ledger, self.replica, self.publicKey) = (ledger, replica, publicKey)
      (self.announced, self.numberTaken) = (announced, numberTaken)
    }
  }

  /// Opens a file of a replica's folder and makes all possible checks.
  package init(
    file bytes: [UInt8], named name: LockingFileName, expected: Expectation, identities: [AgeIdentity]
  ) throws(LockingError) {
    guard bytes.count <= Self.fileSizeBytesMax else {
      throw LockingError(.keyring, .tooLong(sizeBytesMax: Self.fileSizeBytesMax))
    }
    guard name.kind == .keyring, name.matches(bytes.span) else { throw LockingError(.keyring, .name) }
    if let announced = expected.announced {
      guard announced.number == name.number, announced.file == Hash256.of(bytes.span) else {
        throw LockingError(.keyring, .notInLog)
      }
    }
    guard name.number >= expected.numberTaken else {
      throw LockingError(.keyring, .older(than: expected.numberTaken))
    }
    let content: [UInt8]
    do { content = try AgeFile.decrypt(bytes, with: identities) } catch {
      throw LockingError(.keyring, .age(error))
    }
    try self.init(content: content)
    guard ledger == expected.ledger else { throw LockingError(.keyring, .ledger(ledger)) }
    guard replica == expected.replica else { throw LockingError(.keyring, .replica(replica)) }
    guard number == name.number else { throw LockingError(.keyring, .number(number)) }
    guard isSigned(by: expected.publicKey) else { throw LockingError(.keyring, .signature) }
  }
}

// # daybook keyring 1
// # {"ledger":"…","replica":"…","n":3,"former":"…","recipients":["age1…",…],"epochs":[…]}
// AGE-SECRET-KEY-1…
// # sig <base64>

extension Keyring {
  static let title = "# daybook keyring 1"
  static let comment = "# "
  static let signatureMark = "# sig "
  static let signatureLineSizeBytesMax = 128

  /// The plaintext. Each ring has exactly one text.
  package var content: [UInt8] { unsigned + Array("\(Self.signatureMark)\(Base64.text(signature))\n".utf8) }

  /// Named by the next ring.
  package var contentHash: Hash256 { Hash256.of(content.span) }

  var unsigned: [UInt8] { Self.unsigned(ledger, replica, number, former, recipients, epochs) }

  static func unsigned(
    _ ledger: String, _ replica: ReplicaID, _ number: UInt64, _ former: Hash256,
    _ recipients: [AgeRecipient], _ epochs: [EpochKey]
  ) -> [UInt8] {
    var json = JSONWriter()
    json.open("ledger", first: true)
    json.write(ledger)
    json.open("replica")
    json.write(replica.description)
    json.open("n")
    json.write(number)
    json.open("former")
    json.write(former.description)
    json.open("recipients")
    json.write(.array(recipients.map { .string($0.description) }))
    json.open("epochs")
    json.write(byte: UInt8(ascii: "["))
    for (index, epoch) in epochs.enumerated() {
      if index > 0 { json.write(byte: UInt8(ascii: ",")) }
      epoch.write(to: &json)
    }
    json.write(byte: UInt8(ascii: "]"))
    json.write(byte: UInt8(ascii: "}"))
    let secrets = epochs.map { $0.secret.secret + "\n" }.joined()
    return Array("\(title)\n\(comment)".utf8) + json.bytes + Array("\n\(secrets)".utf8)
  }
}

extension EpochKey {
  /// All but the secret.
  fileprivate func write(to json: inout JSONWriter) {
    json.open("replica", first: true)
    json.write(replica.description)
    json.open("epoch")
    json.write(number)
    json.open("recipient")
    json.write(recipient.description)
    json.open("names")
    json.write(Base64.text(names))
    json.open("head")
    json.write(head.json)
    json.write(byte: UInt8(ascii: "}"))
  }
}
