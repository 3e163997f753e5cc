package import DaybookModel

/// A commit to be written.
package struct CommitDraft: Sendable {
  /// One at least, with this replica's stamps, ascending. The writer numbers them: their `seq` is not read.
  package var events: [Event]
  /// The same as bytes, where there are no `events`.
  package var bodies: EventBodies?
  /// The caller's idempotency key.
  package var key: String?
  /// What the ledger holds of other replicas, where that changed.
  package var seen: Seen

  package init(events: [Event], key: String? = nil, seen: Seen = Seen()) {
    (self.events, self.key, self.seen) = (events, key, seen)
  }

  /// Of events that were written already; they have no key.
  package init(bodies: EventBodies, seen: Seen = Seen()) {
    (events, self.bodies, self.seen) = ([], bodies, seen)
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
  /// Its lines, each with LF, the commit's own last.
  package var lines: [UInt8]
  /// Where each lies in `lines`, and its hash.
  package var leaves: [FrameContent.Leaf]
  package var replica: ReplicaID

  package init(
    commit: Commit, firstSeq: UInt64, firstLeaf: UInt64, lines: [UInt8], leaves: [FrameContent.Leaf],
    replica: ReplicaID
  ) {
    (self.commit, self.firstSeq, self.firstLeaf) = (commit, firstSeq, firstLeaf)
    (self.lines, self.leaves, self.replica) = (lines, leaves, replica)
  }

  package var seqs: ClosedRange<UInt64> { firstSeq...firstSeq + commit.events - 1 }

  /// What a reader will make of it. Parses the lines.
  package func content() -> FrameContent {
    var content = FrameContent(bytes: lines)
    content.leaves = leaves
    content.events.reserveCapacity(leaves.count - 1)
    var cursor = JSONCursor()
    for (index, leaf) in leaves.dropLast().enumerated() {
      let text = lines.span.extracting(leaf.range.start..<leaf.range.end)
      do throws(LineError) {
        let line = try EventLine.parse(text, &cursor)
        content.events.append(FrameContent.EventEntry(line: line, leaf: index))
      } catch {
        preconditionFailure("the writer wrote what no reader takes: \(error)")
      }
    }
    let entry = FrameContent.CommitEntry(
      commit: commit, events: 0..<content.events.count, leaves: 0..<leaves.count)
    content.commits = [entry]
    return content
  }
}
