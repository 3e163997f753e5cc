import DaybookModel

/// The events of a history by their authors and by the devices that they are about.
struct SaidEvents {
  struct Place: Hashable {
    var branch: Int
    /// Of the commit.
    var end: UInt64
    var leaf: UInt64
    var hash: Hash256
  }

  struct SaidRevocation {
    var place: Place
    var heads: [Head]
  }

  struct SaidApproval {
    var place: Place
    var approval: Approval
  }

  /// The part of a commit's `seen` about one replica.
  struct Sight {
    /// Of the commit.
    var end: UInt64
    var parts: [Seen.Part]
  }

  /// By the replica that is revoked, then by the author.
  private(set) var revocations: [ReplicaID: [ReplicaID: [SaidRevocation]]] = [:]
  /// By the author, in the order of its tree.
  private(set) var approvals: [ReplicaID: [SaidApproval]] = [:]
  /// By the replica that was held, then by the branch of the commits; ascending.
  private(set) var sights: [ReplicaID: [Int: [Sight]]] = [:]
  /// The changes of the recovery key, valid or not, with the commits that carry them.
  private(set) var recoveryChanges: [RecoveryChange: [Place]] = [:]
  /// The statements of recovery keys, valid or not.
  private(set) var statements: Set<RecoveryStatement> = []

  init(_ history: DeviceHistory) {
    for (branch, content) in history.branches.enumerated() {
      for commit in content.commits {
        for entry in commit.seen.entries {
          sights[entry.replica, default: [:]][branch, default: []].append(
            Sight(end: commit.end, parts: entry.parts))
        }
        for event in commit.events {
          let place = Place(branch: branch, end: commit.end, leaf: event.leaf, hash: event.hash)
          switch event.event.action {
          case .approve(let approval):
            approvals[content.replica, default: []].append(SaidApproval(place: place, approval: approval))
          case .revoke(let revocation):
            revocations[event.event.replica, default: [:]][content.replica, default: []].append(
              SaidRevocation(place: place, heads: revocation.heads))
          case .statement(let statement): statements.insert(statement)
          case .recovery(let change): recoveryChanges[change, default: []].append(place)
          case .lock, .epoch, .ring, .unlock: break
          }
        }
      }
    }
    for author in approvals.keys {
      approvals[author]?.sort {
        ($0.place.leaf, $0.place.hash) < ($1.place.leaf, $1.place.hash)
      }
    }
  }
}
