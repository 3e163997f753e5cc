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
  /// The recovery keys and their statements.
  package let recovery: RecoveryChain
  /// Of each branch of the history, the greatest end of a commit that counts.
  package let ends: [UInt64]
  /// Trees that are named and not held. While there are any, no new member is accepted.
  package let missing: [MissingTree]

  /// O(n log n) in the device events and in what the commits' `seen` name, times the number of a replica's branches
  /// that left one another; once more for each number under which several recovery keys follow. Checks of signatures
  /// come on top: one for each approval that decides, and one for each statement and recovery key.
  ///
  /// - Precondition: each branch comes after the one that it left.
  package init(_ pinned: PinnedLock, _ history: DeviceHistory) {
    precondition(
      history.branches.indices.allSatisfy { history.branches[$0].origin?.branch ?? -1 < $0 },
      "a branch lies behind the one that it left")
    let said = SaidEvents(history)
    recovery = RecoveryChain(pinned, said) { changes, settled in
      MembershipPass(pinned, history, said, settled).preferred(changes)
    }
    let pass = MembershipPass(pinned, history, said, recovery.statements)
    members = pass.members
    ends = pass.counted
    missing = pass.missing()
  }

  /// Whether a commit counts.
  package func counts(branch: Int, end: UInt64) -> Bool { end <= ends[branch] }

  package func member(_ replica: ReplicaID) -> Member? { members.first { $0.keys.replica == replica } }

  /// Whether a device is a member by the current recovery key alone. Another holder of that key could replace it in the
  /// device's place.
  package func restsOnPaper(_ replica: ReplicaID) -> Bool {
    var author = Membership.Author.device(replica)
    while case .device(let next) = author {
      guard let member = member(next) else { return false }
      if member.approvedBy == .recovery { return recovery.approves(next) }
      author = member.approvedBy
    }
    return false
  }

  /// The recipients of a ring: the recovery key, and the members without an end.
  package var readers: [PublicKeys] { [recovery.present] + members.filter { $0.endedBy == nil }.map(\.keys) }

  /// Those who may no longer read: replaced recovery keys, and members with an end. Absence from the readers does not
  /// mean this while something is missing, because the missing part may have accepted them.
  package var shutOut: [PublicKeys] { recovery.former + members.filter { $0.endedBy != nil }.map(\.keys) }
}
