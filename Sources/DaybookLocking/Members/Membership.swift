package import DaybookModel

// The members, and how far the commits of each branch count: a function only of the events held and of the pinned lock.
// Neither dates nor the order in which files arrive make a difference. Locking.md, "Membership".

package struct Membership: Sendable {
  /// The author of a decision about a device.
  package enum Author: Hashable, Sendable {
    case lock
    case recovery
    case device(ReplicaID)
  }

  package struct Member: Sendable, Equatable {
    package let keys: PublicKeys
    package let approvedBy: Author
    /// The author of its end, if it has one: then nothing more is encrypted for it.
    package internal(set) var endedBy: Author?
  }

  /// Everyone who was ever a member, in order: earlier members decide about later ones.
  package let members: [Member]
  /// The current recovery key, and its number; 0 is the lock's.
  package let recovery: (number: UInt64, keys: PublicKeys)
  private let formerRecoveries: [PublicKeys]
  /// Of each branch of the history, the greatest end of a commit that counts.
  package let ends: [UInt64]
  /// Trees that are named and not held. While there are any, no new member is accepted.
  package let missing: [MissingTree]

  /// O(n log n) in the device events and in what the commits' `seen` name, times the number of a replica's branches
  /// that left one another. Checks of signatures come on top: one for each approval that decides, and one for each
  /// statement and recovery key.
  ///
  /// - Precondition: each branch comes after the one that it left.
  package init(_ pinned: PinnedLock, _ history: DeviceHistory) {
    precondition(
      history.branches.indices.allSatisfy { history.branches[$0].origin?.branch ?? -1 < $0 },
      "a branch lies behind the one that it left")
    var pass = MembershipPass(pinned, history)
    pass.run()
    members = pass.members
    (recovery, formerRecoveries) = (pass.said.recovery, pass.said.formerRecoveries)
    ends = pass.counted
    missing = pass.missing()
  }

  /// Whether a commit counts.
  package func counts(branch: Int, end: UInt64) -> Bool { end <= ends[branch] }

  package func member(_ replica: ReplicaID) -> Member? { members.first { $0.keys.replica == replica } }

  /// The recipients of a ring: the recovery key, and the members without an end.
  package var readers: [PublicKeys] { [recovery.keys] + members.filter { $0.endedBy == nil }.map(\.keys) }

  /// Those who may no longer read: replaced recovery keys, and members with an end. Absence from the readers does not
  /// mean this while something is missing, because the missing part may have accepted them.
  package var shutOut: [PublicKeys] { formerRecoveries + members.filter { $0.endedBy != nil }.map(\.keys) }
}

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
