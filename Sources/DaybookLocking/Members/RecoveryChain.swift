package import DaybookModel

/// The recovery keys of a lock: its own, and those that followed it, each named by the one before.
package struct RecoveryChain: Sendable {
  /// The last is the present one.
  package private(set) var keys: [PublicKeys]
  /// The number of the present one; 0 is the lock's.
  package private(set) var number: UInt64 = 0

  /// - Parameter lock: the hash of the lock.
  package init(_ first: PublicKeys, _ changes: some Sequence<RecoveryChange>, ledger: String, lock: Hash256) {
    keys = [first]
    var byNumber: [UInt64: Set<RecoveryChange>] = [:]
    for change in changes { byNumber[change.number, default: []].insert(change) }
    while let candidates = byNumber[number + 1], let former = keys.last {
      let valid = candidates.filter { $0.isSigned(ledger: ledger, lock: lock, by: former) }
      guard let next = valid.min(by: { $0.signature.lexicographicallyPrecedes($1.signature) }) else { break }
      number = next.number
      keys.append(next.keys)
    }
  }
}
