import DaybookAge
import DaybookLog
package import DaybookModel

// # daybook keyring 1
// # {"ledger":"…","replica":"…","n":3,"former":"…","recipients":["age1…",…],"epochs":[…]}
// AGE-SECRET-KEY-1…
// # sig <base64>

extension Keyring {
  static let title = "# daybook keyring 1"
  static let comment = "# "
  static let signatureMark = "# sig "
  static let signatureLineSizeBytesMax = 128

  /// The plaintext. There is one text for each ring.
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
