package import DaybookModel

/// The recovery keys of a lock: its own, and those that followed it, each named by the one before; and their statements
/// that count.
package struct RecoveryChain: Sendable {
  /// The current key.
  package private(set) var present: PublicKeys
  /// The keys before it.
  package private(set) var former: [PublicKeys] = []
  /// The changes that led to the current key, in their order.
  package private(set) var changes: [RecoveryChange] = []
  /// In the order in which they apply.
  package private(set) var statements: [RecoveryStatement] = []
  /// The statements by the current key.
  package private(set) var presentStatements: Set<RecoveryStatement> = []

  /// The number of the current key; 0 is the lock's.
  package var number: UInt64 { UInt64(changes.count) }

  /// - Parameter preferred: of several valid changes with one number, the one that counts, given the statements of the
  ///   keys before the one that signs them.
  init(
    _ pinned: PinnedLock, _ said: SaidEvents,
    preferred: ([RecoveryChange], _ settled: [RecoveryStatement]) -> RecoveryChange?
  ) {
    present = pinned.lock.recovery
    var settled: Set<RecoveryStatement> = []
    let byNumber = Dictionary(grouping: said.recoveryChanges.keys, by: \.number)
    while let candidates = byNumber[number + 1] {
      let valid = candidates.filter { [present] in
        $0.isSigned(ledger: pinned.ledger, lock: pinned.leaf, by: present)
      }
      let next = valid.count < 2 ? valid.first : preferred(valid, Self.ordered(settled))
      guard let next else { break }
      settled.formUnion(next.statements.filter { $0.isSigned(ledger: pinned.ledger, by: present) })
      former.append(present)
      changes.append(next)
      present = next.keys
    }
    let open = said.statements.subtracting(settled)
    presentStatements = open.filter { [present] in $0.isSigned(ledger: pinned.ledger, by: present) }
    statements = Self.ordered(settled.union(presentStatements))
  }

  private static func ordered(_ statements: Set<RecoveryStatement>) -> [RecoveryStatement] {
    statements.sorted {
      $0.number != $1.number
        ? $0.number < $1.number : $0.signature.lexicographicallyPrecedes($1.signature)
    }
  }

  /// Whether the current key's own statement makes a device a member.
  package func approves(_ replica: ReplicaID) -> Bool {
    presentStatements.contains { statement in
      if case .approve = statement.action { statement.replica == replica } else { false }
    }
  }

  /// What shows a device that a recovery key revoked it; nil if none did.
  package func proof(that replica: ReplicaID, wasRevokedIn ledger: String) -> RecoveryProof? {
    let last = statements.last { statement in
      if case .revoke = statement.action { statement.replica == replica } else { false }
    }
    guard let last,
      let key = (former + [present]).firstIndex(where: { last.isSigned(ledger: ledger, by: $0) })
    else { return nil }
    return RecoveryProof(last, Array(changes.prefix(key)))
  }

  /// Whether the keys and statements that are held do not contradict a proof. The finder of a former paper could make
  /// one that does.
  package func admits(_ proof: RecoveryProof) -> Bool {
    statements.contains(proof.statement) || proof.changes.starts(with: changes)
  }

  /// The keys that may have followed a lock's own, whichever changes count.
  ///
  /// - Parameter lock: the hash of the lock.
  package static func reachable(
    from first: PublicKeys, _ changes: [RecoveryChange], ledger: String, lock: Hash256
  ) -> Set<PublicKeys> {
    let byNumber = Dictionary(grouping: changes, by: \.number)
    var (all, latest, number): (Set<PublicKeys>, Set<PublicKeys>, UInt64) = ([first], [first], 1)
    while let candidates = byNumber[number], !latest.isEmpty {
      latest = Set(
        candidates.filter { change in
          latest.contains { change.isSigned(ledger: ledger, lock: lock, by: $0) }
        }.map(\.keys))
      all.formUnion(latest)
      number += 1
    }
    return all
  }
}
