import DaybookAge
import DaybookLocking
import DaybookModel
import DaybookReplication

/// Who is a member of a locked ledger, according to one reading.
struct LockedMembers {
  var members: Membership
  var counting: Counting
  /// The replicas with commits that do not count.
  var withheld: Set<ReplicaID>
  var lock: PinnedLock
  var history: DeviceHistory
  /// Members with missing commits, and up to which leaf. While there are any, no new device is approved.
  var missing: [(replica: ReplicaID, size: UInt64)]

  /// The epochs that members announced in commits that count, by number; of one number the first.
  var announced: [ReplicaID: [UInt64: AgeRecipient]] {
    var announced: [ReplicaID: [UInt64: AgeRecipient]] = [:]
    for (place, branch) in history.branches.enumerated() where members.member(branch.replica) != nil {
      for commit in branch.commits where members.counts(branch: place, end: commit.end) {
        for event in commit.events {
          guard case .epoch(let notice) = event.event.action, event.event.replica == branch.replica,
            announced[branch.replica]?[notice.number] == nil
          else { continue }
          announced[branch.replica, default: [:]][notice.number] = notice.recipient
        }
      }
    }
    return announced
  }

  /// The members that recorded an unlocking of the ledger; ascending.
  var unlocked: [ReplicaID] {
    authors { if case .unlock(let notice) = $0 { notice.lock == lock.leaf } else { false } }
  }

  /// The members that locked the ledger after the lock that is pinned here; ascending. Locks that its maker held were over
  /// by then.
  var lockedAnew: [ReplicaID] {
    authors(
      behind: { replica in lock.lock.heads[replica]?.flatMap(\.trees).map(\.size).max() ?? 0 },
      saying: { if case .lock(let other) = $0 { other != lock.lock } else { false } })
  }

  /// The members with such an event in commits that count and that end behind a place.
  private func authors(
    behind start: (ReplicaID) -> UInt64 = { _ in 0 }, saying isSaid: (DeviceEvent.Action) -> Bool
  ) -> [ReplicaID] {
    var authors: Set<ReplicaID> = []
    for (place, branch) in history.branches.enumerated() where members.member(branch.replica) != nil {
      let start = start(branch.replica)
      for commit in branch.commits where commit.end > start && members.counts(branch: place, end: commit.end)
      {
        if commit.events.contains(where: { isSaid($0.event.action) }) { authors.insert(branch.replica) }
      }
    }
    return authors.sorted()
  }

  /// Whether everything is held that the maker of an epoch held when it announced the epoch: then it is known whom the
  /// epoch shuts out.
  ///
  /// - Parameter isWhole: whether a replica is held without a gap up to a size.
  func mayPassOn(_ epoch: EpochKey, _ isWhole: (ReplicaID, UInt64) -> Bool) -> Bool {
    let branches = history.trees[epoch.replica, epoch.head]
    guard !branches.isEmpty, isWhole(epoch.replica, epoch.head.size) else { return false }
    return branches.allSatisfy { branch in
      history.branches[branch].commits.lazy.filter { $0.end <= epoch.head.size }.allSatisfy { commit in
        commit.seen.entries.allSatisfy { entry in
          entry.parts.allSatisfy { part in
            guard let root = part.root else { return isWhole(entry.replica, part.end) }
            return !history.trees[entry.replica, Waypoint(size: part.end, root: root)].isEmpty
          }
        }
      }
    }
  }
}
