// `device-<n>-<32 hex>.json` identifies the device that asks for approval: the replica's key, its machine's recipient,
// and a signature. It contains no name, and grants no rights.

package import DaybookAge
package import DaybookLog
package import DaybookModel

package struct DeviceFile: Hashable, Sendable {
  package let ledger: String
  /// From 1.
  package let number: UInt64
  package let keys: PublicKeys
  /// 64 bytes, by `keys.key`.
  package let signature: [UInt8]

  package var replica: ReplicaID { keys.replica }

  /// A reader may refuse a larger file.
  package static let sizeBytesMax = 4 << 10
  private static let version: Int64 = 1

  /// - Precondition: `number` is at least 1.
  package init(
    ledger: String, number: UInt64, recipient: AgeRecipient, key: SigningKey
  ) throws(LockingError) {
    precondition(number >= 1 && number <= UInt64(Int64.max), "numbers begin at 1")
    guard let keys = PublicKeys(key: key.publicKey, recipient: recipient) else {
      throw LockingError(.deviceFile, .recipient(recipient))
    }
    let message = Self.message(ledger: ledger, number: number, keys)
    guard let signature = try? key.sign(message) else { throw LockingError(.deviceFile, .signature) }
    (self.ledger, self.number, self.keys, self.signature) = (ledger, number, keys, signature)
  }

  /// The text that is signed.
  private static func message(ledger: String, number: UInt64, _ keys: PublicKeys) -> [UInt8] {
    Array("daybook-device1\n\(ledger)\n\(keys.replica)\n\(number)\n\(keys.recipient)\n".utf8)
  }

  /// Whether the holder of the signing key chose this recipient.
  static func isSigned(
    _ signature: [UInt8], ledger: String, number: UInt64, _ keys: PublicKeys
  ) -> Bool {
    signature.count == Signing.signatureSizeBytes
      && Signing.verify(
        signature, message(ledger: ledger, number: number, keys), publicKey: keys.key)
  }
}

extension DeviceFile {
  /// The file, one line with LF. There is one text for each file.
  package var bytes: [UInt8] {
    var json = JSONWriter(capacity: 512)
    json.open("device", first: true)
    json.write(Self.version)
    json.open("ledger")
    json.write(ledger)
    json.open("replica")
    json.write(replica.description)
    json.open("n")
    json.write(number)
    json.open("key")
    json.write(keys.keyText)
    json.open("recipient")
    json.write(keys.recipient.description)
    json.open("sig")
    json.write(Base64.text(signature))
    json.write(byte: UInt8(ascii: "}"))
    json.write(byte: UInt8(ascii: "\n"))
    return json.bytes
  }

  package var name: LockingFileName { LockingFileName(.device, number, file: bytes.span) }

  /// Reads a file of a replica's folder.
  package init(
    _ bytes: [UInt8], named name: LockingFileName, ledger: String, replica: ReplicaID
  ) throws(LockingError) {
    try self.init(bytes)
    guard self.ledger == ledger else { throw LockingError(.deviceFile, .ledger(self.ledger)) }
    guard self.replica == replica else { throw LockingError(.deviceFile, .replica(self.replica)) }
    guard name.kind == .device, name.number == number else {
      throw LockingError(.deviceFile, .number(number))
    }
    guard name.matches(bytes.span) else { throw LockingError(.deviceFile, .name) }
  }

  /// Reads a file of any ledger and any replica.
  package init(_ bytes: [UInt8]) throws(LockingError) {
    func malformed(_ detail: String) -> LockingError { LockingError(.deviceFile, .form(detail)) }
    guard bytes.count <= Self.sizeBytesMax else {
      throw LockingError(.deviceFile, .tooLong(sizeBytesMax: Self.sizeBytesMax))
    }
    guard let object = (try? JSONParser.parse(bytes))?.object else {
      throw malformed("it is not a JSON object")
    }
    guard object["device"]?.int == Self.version else { throw malformed("its version is not \(Self.version)") }
    guard let ledger = object["ledger"]?.string, LedgerLayout.isLedgerID(ledger) else {
      throw malformed("it names no ledger")
    }
    guard let number = PositiveNumber.read(object["n"]) else { throw malformed("it has no number") }
    guard let recipient = object["recipient"]?.string.flatMap({ AgeRecipient($0) }) else {
      throw malformed("it names no recipient")
    }
    guard let key = object["key"]?.string.flatMap({ Base64.bytes($0) }),
      key.count == Signing.publicKeySizeBytes
    else { throw malformed("it has no key") }
    guard let keys = PublicKeys(key: key, recipient: recipient) else {
      throw LockingError(.deviceFile, .recipient(recipient))
    }
    guard object["replica"]?.string == keys.replica.description else { throw LockingError(.deviceFile, .key) }
    guard let signature = object["sig"]?.string.flatMap({ Base64.bytes($0) }),
      Self.isSigned(signature, ledger: ledger, number: number, keys)
    else { throw LockingError(.deviceFile, .signature) }
    (self.ledger, self.number, self.keys, self.signature) = (ledger, number, keys, signature)
    guard self.bytes == bytes else { throw malformed("it is not in the canonical form") }
  }
}
