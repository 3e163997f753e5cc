// The next recovery key, named by the one before it.

import DaybookLog
package import DaybookModel

package struct RecoveryChange: SignedKeys, Hashable, Sendable {
  package let keys: PublicKeys
  /// From 1.
  package let number: UInt64
  /// 64 bytes, by the former recovery key.
  package let signature: [UInt8]
}

extension RecoveryChange {
  /// - Parameter lock: the leaf of the lock event.
  package init(
    ledger: String, lock: Hash256, number: UInt64, next: PublicKeys, former: RecoveryKey
  ) throws {
    precondition(number >= 1 && number <= UInt64(Int64.max), "numbers begin at 1")
    let signature = try former.signing.sign(Self.message(ledger, lock, number, next))
    self.init(keys: next, number: number, signature: signature)
  }

  private static func message(
    _ ledger: String, _ lock: Hash256, _ number: UInt64, _ keys: PublicKeys
  ) -> [UInt8] {
    Array("daybook-recovery1\n\(ledger)\n\(lock)\n\(number)\n\(keys.recipient)\n\(keys.keyText)\n".utf8)
  }

  /// Whether the holder of the former recovery key made it for this lock.
  package func isSigned(ledger: String, lock: Hash256, by former: PublicKeys) -> Bool {
    Signing.verify(signature, Self.message(ledger, lock, number, keys), publicKey: former.key)
  }
}
