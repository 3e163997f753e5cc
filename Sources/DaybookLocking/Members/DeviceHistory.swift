package import DaybookModel

// The input of membership: for each held branch its key, and those of its commits that have a device event or a `seen`.

package struct DeviceHistory: Sendable {
  package struct Event: Sendable {
    /// The number of its leaf, from 0.
    package var leaf: UInt64
    package var hash: Hash256
    package var event: DeviceEvent

    package init(leaf: UInt64, hash: Hash256, event: DeviceEvent) {
      (self.leaf, self.hash, self.event) = (leaf, hash, event)
    }
  }

  package struct Commit: Sendable {
    /// The leaves up to it, its own among them.
    package var end: UInt64
    package var seen: Seen
    /// In the order of the tree.
    package var events: [Event]

    package init(end: UInt64, seen: Seen = Seen(), events: [Event] = []) {
      (self.end, self.seen, self.events) = (end, seen, events)
    }
  }

  package struct Branch: Sendable {
    package var replica: ReplicaID
    /// The key that signed it.
    package var publicKey: [UInt8]
    package var origin: Origin?
    /// Ascending; those that it shares with its origin belong to that branch.
    package var commits: [Commit]

    package init(
      replica: ReplicaID, publicKey: [UInt8], origin: Origin? = nil, commits: [Commit] = []
    ) {
      (self.replica, self.publicKey, self.origin, self.commits) = (replica, publicKey, origin, commits)
    }
  }

  /// The place where a branch left another: commits that end before it are in both.
  package struct Origin: Sendable {
    /// A place before the branch's own.
    package var branch: Int
    /// In leaves.
    package var size: UInt64

    package init(branch: Int, size: UInt64) { (self.branch, self.size) = (branch, size) }
  }

  /// Each branch comes after the one that it left.
  package var branches: [Branch]
  package var trees: HeldTrees

  package init(branches: [Branch] = [], trees: HeldTrees = HeldTrees()) {
    (self.branches, self.trees) = (branches, trees)
  }
}

/// The lock event that a machine pinned.
package struct PinnedLock: Sendable {
  package var ledger: String
  package var lock: DeviceLock
  /// Its event's leaf.
  package var leaf: Hash256

  package init(ledger: String, lock: DeviceLock, leaf: Hash256) {
    (self.ledger, self.lock, self.leaf) = (ledger, lock, leaf)
  }
}

extension DeviceHistory {
  /// The sizes at which membership needs the trees of replicas: ``trees`` needs no others.
  package func treesWanted(_ pinned: PinnedLock) -> [ReplicaID: Set<UInt64>] {
    var wanted: [ReplicaID: Set<UInt64>] = [:]
    func want(_ heads: [Head], of replica: ReplicaID) {
      for head in heads { wanted[replica, default: []].formUnion(head.trees.map(\.size)) }
    }
    func want(_ statement: RecoveryStatement) {
      if case .revoke(let revocation) = statement.action { want(revocation.heads, of: statement.replica) }
    }
    for (replica, heads) in pinned.lock.heads { want(heads, of: replica) }
    for commit in branches.lazy.flatMap(\.commits) {
      for entry in commit.seen.entries {
        let sizes = entry.parts.filter { $0.root != nil }.map(\.end)
        if !sizes.isEmpty { wanted[entry.replica, default: []].formUnion(sizes) }
      }
      for event in commit.events {
        switch event.event.action {
        case .revoke(let revocation): want(revocation.heads, of: event.event.replica)
        case .statement(let statement): want(statement)
        case .recovery(let change): for statement in change.statements { want(statement) }
        case .lock, .approve, .epoch, .ring, .unlock: break
        }
      }
    }
    return wanted
  }
}
