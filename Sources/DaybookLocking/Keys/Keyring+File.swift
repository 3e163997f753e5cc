package import DaybookAge
import DaybookLog
package import DaybookModel

extension Keyring {
  /// Its file, for its recipients. Two calls give different bytes: keep those whose hash an event names.
  ///
  /// - Parameter random: gives so many random bytes.
  package func file(
    random: (_ count: Int) -> [UInt8] = AgeRandom.bytes
  ) throws(LockingError) -> (name: LockingFileName, bytes: [UInt8]) {
    do {
      let bytes = try AgeFile.encrypt(content, to: recipients, random: random)
      return (LockingFileName(.keyring, number, file: bytes.span), bytes)
    } catch { throw LockingError(.keyring, .age(error)) }
  }

  /// A reader's knowledge of a replica's ring before it opens it.
  package struct Expectation: Sendable {
    package var ledger: String
    package var replica: ReplicaID
    /// Of the replica.
    package var publicKey: [UInt8]
    /// The newest ring that the replica's log names, where the log is known.
    package var announced: RingNotice?
    /// The greatest number that was taken before.
    package var numberTaken: UInt64

    package init(
      ledger: String, replica: ReplicaID, publicKey: [UInt8], announced: RingNotice? = nil,
      numberTaken: UInt64 = 0
    ) {
      (self.ledger, self.replica, self.publicKey) = (ledger, replica, publicKey)
      (self.announced, self.numberTaken) = (announced, numberTaken)
    }
  }

  /// Opens a file of a replica's folder and checks all that can be checked.
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
