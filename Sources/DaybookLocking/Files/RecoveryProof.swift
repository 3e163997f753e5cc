package import DaybookModel

/// Shows a device without the log that the recovery key revoked it: the statement, and the changes from the key that
/// the device's lock names to the key that signed it.
package struct RecoveryProof: Hashable, Sendable {
  package let statement: RecoveryStatement
  /// In their order.
  package let changes: [RecoveryChange]

  package init(_ statement: RecoveryStatement, _ changes: [RecoveryChange]) {
    (self.statement, self.changes) = (statement, changes)
  }

  /// Whether it revokes a device by a recovery key of a lock.
  ///
  /// - Parameters:
  ///   - lock: the hash of the lock.
  ///   - first: the recovery key that the lock names.
  package func revokes(_ replica: ReplicaID, ledger: String, lock: Hash256, first: PublicKeys) -> Bool {
    guard statement.replica == replica, case .revoke = statement.action else { return false }
    var key = first
    for (index, change) in changes.enumerated() {
      guard change.number == UInt64(index + 1), change.isSigned(ledger: ledger, lock: lock, by: key) else {
        return false
      }
      key = change.keys
    }
    return statement.isSigned(ledger: ledger, by: key)
  }
}

extension RecoveryProof {
  var json: JSONObject {
    ["recovery": .array(changes.map { .object($0.set) }), "statement": .object(statement.set)]
  }

  init?(_ json: JSONObject) {
    guard let statement = json["statement"]?.object.flatMap({ RecoveryStatement($0) }),
      let list = json["recovery"]?.array
    else { return nil }
    let changes = list.compactMap { $0.object.flatMap { RecoveryChange($0) } }
    guard changes.count == list.count else { return nil }
    self.init(statement, changes)
  }
}
