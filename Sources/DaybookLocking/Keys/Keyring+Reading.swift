import DaybookAge
import DaybookLog
import DaybookModel

extension Keyring {
  /// Reads a ring's content, for any ledger and any replica. Its signature is not checked.
  package init(content bytes: [UInt8]) throws(LockingError) {
    guard bytes.count <= Self.contentSizeBytesMax else {
      throw LockingError(.keyring, .tooLong(sizeBytesMax: Self.contentSizeBytesMax))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.malformed("it is not text") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.count >= 5, lines.popFirst() == Substring(Self.title), lines.popLast() == "" else {
      throw Self.malformed("it does not begin or end as a keyring of version 1")
    }
    guard let last = lines.popLast(), last.hasPrefix(Self.signatureMark),
      let signature = Base64.bytes(String(last.dropFirst(Self.signatureMark.count))),
      signature.count == Signing.signatureSizeBytes
    else { throw Self.malformed("its last line is not a signature") }
    guard let first = lines.popFirst(), first.hasPrefix(Self.comment),
      let object = (try? JSONParser.parse(String(first.dropFirst(Self.comment.count))))?.object
    else { throw Self.malformed("its second line is not a JSON object") }
    self = try Self.read(object, secrets: lines, signature)
    guard content == bytes else { throw Self.malformed("it is not in the canonical form") }
  }

  static func malformed(_ detail: String) -> LockingError { LockingError(.keyring, .form(detail)) }

  private static func read(
    _ object: JSONObject, secrets: ArraySlice<Substring>, _ signature: [UInt8]
  ) throws(LockingError) -> Keyring {
    guard let ledger = object["ledger"]?.string, LedgerLayout.isLedgerID(ledger) else {
      throw malformed("it names no ledger")
    }
    guard let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
      let number = PositiveNumber.read(object["n"]),
      let former = object["former"]?.string.flatMap({ Hash256($0) })
    else { throw malformed("it lacks its replica, its number or the hash of the former ring") }
    guard (number == 1) == (former == noFormer) else {
      throw malformed("only the first ring of a replica has no former one")
    }
    var recipients: [AgeRecipient] = []
    for item in object["recipients"]?.array ?? [] {
      guard let recipient = item.string.flatMap({ AgeRecipient($0) }) else {
        throw malformed("one of its recipients is not a recipient")
      }
      recipients.append(recipient)
    }
    let entries = object["epochs"]?.array ?? []
    guard !recipients.isEmpty, !entries.isEmpty, entries.count == secrets.count else {
      throw malformed("it does not have recipients, and a secret for each of its epochs")
    }
    var epochs: [EpochKey] = []
    for (entry, secret) in zip(entries, secrets) { epochs.append(try EpochKey(entry, secret)) }
    try requireSound(recipients, epochs)
    return Keyring(
      ledger: ledger, replica: replica, number: number, former: former, recipients: recipients,
      epochs: epochs, signature: signature)
  }
}

extension EpochKey {
  fileprivate init(_ entry: JSONValue, _ line: Substring) throws(LockingError) {
    guard let object = entry.object, let replica = object["replica"]?.string.flatMap({ ReplicaID($0) }),
      let number = PositiveNumber.read(object["epoch"]),
      let recipient = object["recipient"]?.string.flatMap({ AgeRecipient($0) }),
      let names = object["names"]?.string.flatMap({ Base64.bytes($0) }),
      names.count == Self.namesSizeBytes, let head = Waypoint(object["head"])
    else { throw Keyring.malformed("one of its epochs is incomplete") }
    guard let secret = AgeIdentity(secret: String(line)) else {
      throw Keyring.malformed("the secret of epoch \(number) of replica \(replica) is not an age identity")
    }
    guard secret.recipient == recipient else { throw LockingError(.keyring, .secret(replica, number)) }
    self.init(replica: replica, number: number, secret: secret, names: names, head: head)
  }
}
