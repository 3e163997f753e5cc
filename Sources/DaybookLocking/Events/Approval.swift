import DaybookLog
import DaybookModel

// Makes a replica a member. It carries the device file's signature: otherwise a member could approve another one's replica
// with a recipient of its own, which would go on reading after that member's revocation.

package struct Approval: Hashable, Sendable {
  package let keys: PublicKeys
  /// The number of the device file, from 1.
  package let number: UInt64
  /// The device file's, 64 bytes.
  package let signature: [UInt8]
}

extension Approval {
  package init(_ file: DeviceFile) {
    self.init(keys: file.keys, number: file.number, signature: file.signature)
  }

  /// Whether the holder of the replica's key chose the recipient.
  package func isSigned(ledger: String) -> Bool {
    DeviceFile.isSigned(signature, ledger: ledger, number: number, keys)
  }
}

extension Approval {
  var set: JSONObject {
    var set = keys.json
    set["n"] = .int(Int64(clamping: number))
    set[SignedSet.key] = .string(Base64.text(signature))
    return set
  }

  /// Nil where a part is missing or has another form.
  init?(_ set: JSONObject) {
    guard let keys = PublicKeys(set), let number = PositiveNumber.read(set["n"]),
      let signature = SignedSet.signature(in: set)
    else { return nil }
    self.init(keys: keys, number: number, signature: signature)
  }
}
