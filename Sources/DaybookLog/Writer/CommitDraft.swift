package import DaybookModel

/// A commit to be written.
package struct CommitDraft: Sendable {
  /// At least one event, with this replica's stamps, ascending. The writer numbers them.
  package var bodies: EventBodies
  /// The caller's idempotency key.
  package var key: String?
  /// What the ledger holds of other replicas, where that changed.
  package var seen: Seen

  package init(_ bodies: EventBodies, key: String? = nil, seen: Seen = Seen()) {
    (self.bodies, self.key, self.seen) = (bodies, key, seen)
  }

  /// A draft of events given as values. Their `seq` is not read.
  package init(events: [Event], key: String? = nil, seen: Seen = Seen()) {
    self.init(EventBodies(events), key: key, seen: seen)
  }
}

/// The outcome of a draft. Drafts of one group are independent of one another.
package enum AppendOutcome: Sendable {
  case written(WrittenCommit)
  /// The same content was committed under the same key before; nothing was written. The number is
  /// known where the commit is this replica's and not sealed yet.
  case held(commit: UInt64?)
  /// Refused: nothing of it was written.
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
  /// The content as a reader parses it: its lines, each with LF, the commit's own last.
  package var content: FrameContent
  package var replica: ReplicaID

  package var seqs: ClosedRange<UInt64> { firstSeq...firstSeq + commit.events - 1 }
}

/// What two commits must have in common to be the same under one idempotency key: the requested mutations. Stamps,
/// numbers and salts are the writer's, and differ each time; so may `at` and `over`, which depend on what the ledger
/// held.
package enum CommitContent {
  package static func hash(of events: some Sequence<Event>) -> Hash256 {
    var bytes: [UInt8] = []
    for event in events {
      let stamp = Stamp(time: 0, replica: ReplicaID(rawValue: 0))
      bytes += EventLineWriter.line(Event(stamp: stamp, seq: 0, mutation: event.mutation))
      bytes.append(0x0a)
    }
    return Hash256.of(bytes.span)
  }

  /// The content of a commit that was read.
  package static func hash(of entry: FrameContent.CommitEntry, in content: FrameContent) -> Hash256 {
    let span = content.bytes.span
    return hash(
      of: content.events[entry.events].map { event in
        let range = content.leaves[event.leaf].range
        return event.line.event(span.extracting(range.start..<range.end))
      })
  }
}

/// A commit that used an idempotency key.
package struct KeyedCommit: Sendable, Equatable {
  package var number: UInt64
  package var content: Hash256
}
