package import DaybookModel

extension DeviceHistory {
  /// The sizes at which membership asks for the trees of replicas: ``trees`` needs no others.
  package func treesWanted(_ pinned: PinnedLock) -> [ReplicaID: Set<UInt64>] {
    var wanted: [ReplicaID: Set<UInt64>] = [:]
    func want(_ heads: [Head], of replica: ReplicaID) {
      for head in heads { wanted[replica, default: []].formUnion(head.trees.map(\.size)) }
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
        case .statement(let statement):
          if case .revoke(let revocation) = statement.action { want(revocation.heads, of: statement.replica) }
        case .lock, .approve, .recovery, .epoch, .ring, .unlock: break
        }
      }
    }
    return wanted
  }
}
