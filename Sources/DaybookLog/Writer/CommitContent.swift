package import DaybookModel

/// What two commits must have in common to be the same under one idempotency key: the mutations, as
/// they were asked for. Stamps, numbers and salts are the writer's, and differ each time; so may `at`
/// and `over`, which depend on what the ledger held.
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

  /// Of a commit that was read.
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
