package import DaybookModel

/// A tree of a member's branch that is not held, but is named by an author who counts. While there is one, no new
/// member is accepted: the missing part may contain a revocation.
package struct MissingTree: Hashable, Sendable {
  package let replica: ReplicaID
  package let tree: Waypoint
  package let namedBy: Membership.Author

  package init(replica: ReplicaID, tree: Waypoint, namedBy: Membership.Author) {
    (self.replica, self.tree, self.namedBy) = (replica, tree, namedBy)
  }
}

extension MembershipPass {
  /// The trees that the lock, the recovery key or the members name and that are not held. The reader of the files finds
  /// gaps within branches.
  func missing() -> [MissingTree] {
    var missing: Set<MissingTree> = []
    func note(_ tree: Waypoint, of replica: ReplicaID, by author: Membership.Author) {
      guard isMember(replica), history.trees[replica, tree].isEmpty else { return }
      missing.insert(MissingTree(replica: replica, tree: tree, namedBy: author))
    }
    for (replica, heads) in pinned.lock.heads {
      for head in heads { note(head.trees[0], of: replica, by: .lock) }
    }
    for (replica, revocation) in recoveryRevocations {
      for head in revocation.heads { note(head.trees[0], of: replica, by: .recovery) }
    }
    for (replica, authors) in said.revocations {
      for (author, all) in authors {
        for revocation in all where isSaid(revocation.place) {
          for head in revocation.heads { note(head.trees[0], of: replica, by: .device(author)) }
        }
      }
    }
    for (replica, branches) in said.sights {
      for (branch, sights) in branches where history.branches[branch].replica != replica {
        for sight in sights where sight.end <= authority[branch] {
          for part in sight.parts {
            guard let root = part.root else { continue }
            let tree = Waypoint(size: part.end, root: root)
            note(tree, of: replica, by: .device(history.branches[branch].replica))
          }
        }
      }
    }
    return missing.sorted { $0.order < $1.order }
  }
}

extension MissingTree {
  /// By the replica and the tree; the lock before the recovery key, and both before devices.
  fileprivate var order: (ReplicaID, UInt64, Hash256, Int, UInt64) {
    let author: (Int, UInt64) =
      switch namedBy {
      case .lock: (0, 0)
      case .recovery: (1, 0)
      case .device(let replica): (2, replica.rawValue)
      }
    return (replica, tree.size, tree.root, author.0, author.1)
  }
}
