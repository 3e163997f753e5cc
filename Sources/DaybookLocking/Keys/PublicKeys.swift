package import DaybookAge
import DaybookLog
package import DaybookModel

/// The public half of a device's keys, or of the recovery key: one verifies signatures, the other is a recipient of
/// encrypted files.
package struct PublicKeys: Hashable, Sendable {
  /// The public signing key, 32 bytes.
  package let key: [UInt8]
  package let recipient: AgeRecipient

  /// Nil unless the key has 32 bytes and the recipient is not a point of low order.
  package init?(key: [UInt8], recipient: AgeRecipient) {
    guard key.count == Signing.publicKeySizeBytes, !recipient.isLowOrder else { return nil }
    (self.key, self.recipient) = (key, recipient)
  }

  /// The replica that signs with the key.
  package var replica: ReplicaID { Signing.replicaID(ofPublicKey: key) }
  package var keyText: String { Base64.text(key) }
}

extension PublicKeys {
  /// The keys in the members `key` and `recipient` of an object.
  init?(_ object: JSONObject) {
    guard let key = object["key"]?.string.flatMap({ Base64.bytes($0) }),
      let recipient = object["recipient"]?.string.flatMap({ AgeRecipient($0) })
    else { return nil }
    self.init(key: key, recipient: recipient)
  }

  var json: JSONObject { ["key": .string(keyText), "recipient": .string(recipient.description)] }
}
