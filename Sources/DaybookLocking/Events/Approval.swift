// Makes a replica a member. It carries the device file's signature: otherwise a member could approve another one's replica
// with a recipient of its own, which would go on reading after that member's revocation.

import DaybookLog
import DaybookModel

package struct Approval: Hashable, Sendable {
  package let keys: PublicKeys
  /// The number and the signature of the device file.
  package let number: UInt64
  package let signature: [UInt8]

  package init(_ file: DeviceFile) {
    (keys, number, signature) = (file.keys, file.number, file.signature)
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

  init?(_ set: JSONObject) {
    guard let keys = PublicKeys(set), let number = PositiveNumber.read(set["n"]),
      let signature = SignedSet.signature(in: set)
    else { return nil }
    (self.keys, self.number, self.signature) = (keys, number, signature)
  }
}
