package import DaybookModel

/// A commit to be written.
package struct CommitDraft: Sendable {
  /// One event at least, with this replica's stamps, ascending. The writer numbers them.
  package var bodies: EventBodies
  /// The caller's idempotency key.
  package var key: String?
  /// What the ledger holds of other replicas, where that changed.
  package var seen: Seen

  package init(_ bodies: EventBodies, key: String? = nil, seen: Seen = Seen()) {
    (self.bodies, self.key, self.seen) = (bodies, key, seen)
  }

  /// Of events as values. Their `seq` is not read.
  package init(events: [Event], key: String? = nil, seen: Seen = Seen()) {
    self.init(EventBodies(events), key: key, seen: seen)
  }
}

/// What became of a draft. Drafts of one group are independent of one another.
package enum AppendOutcome: Sendable {
  case written(WrittenCommit)
  /// The same content was committed under the same key before; nothing was written. The number is
  /// known where the commit is this replica's and not sealed yet.
  case held(commit: UInt64?)
  /// Nothing was written of it.
  case refused(LedgerError)

  package var written: WrittenCommit? {
    if case .written(let commit) = self { commit } else { nil }
  }
}

/// A commit as it is in the log.
package struct WrittenCommit: Sendable {
  package var commit: Commit
  /// The seq of its first event.
  package var firstSeq: UInt64
  /// The tree index of its first leaf.
  package var firstLeaf: UInt64
  /// What a reader makes of it: its lines, each with LF, the commit's own last.
  package var content: FrameContent
  package var replica: ReplicaID

  package var seqs: ClosedRange<UInt64> { firstSeq...firstSeq + commit.events - 1 }
}
