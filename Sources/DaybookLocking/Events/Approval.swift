// Makes a replica a member. It carries the device file's signature: otherwise a member could approve another one's replica
// with a recipient of its own, which would go on reading after that member's revocation.

import DaybookLog
import DaybookModel

package struct Approval: SignedKeys, Hashable, Sendable {
  package let keys: PublicKeys
  /// The number and the signature of the device file.
  package let number: UInt64
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
