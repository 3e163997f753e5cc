import DaybookLog
import DaybookModel

/// Everything that was written in a simulated world, by whom, and what each author had seen: what the merged
/// ledger is held against.
struct WrittenHistory {
  struct Written {
    var event: Event
    var key: EventKey
    /// Who wrote it: one run of a replica's numbering on one computer.
    var writer: Writer
    /// Its place among the writer's events.
    var index: Int
    /// What had been said by then of what the writer held of others.
    var seen: Int
  }

  struct Writer: Hashable {
    var replica: ReplicaID
    var computer: Int
  }

  private(set) var events: [Written] = []
  private(set) var keys: [EventKey: Int] = [:]
  private var counts: [Writer: Int] = [:]
  /// What each writer has said it had seen, at each of its commits.
  private var seen: [Set<EventKey>] = []
  private var lastSeen: [Writer: Int] = [:]
  /// The writer whose numbering a clone goes on with, and how many events they share.
  private var origins: [Writer: (writer: Writer, count: Int)] = [:]

  /// Takes up a commit that was acknowledged. `held` is what its author's program had read.
  mutating func note(_ written: [Event], by writer: Writer, held: Set<EventKey>) {
    guard !written.isEmpty else { return }
    var now = lastSeen[writer].map { seen[$0] } ?? []
    // Its own it has seen by their places.
    now.formUnion(held.filter { $0.replica != writer.replica })
    seen.append(now)
    lastSeen[writer] = seen.count - 1
    for event in written {
      let key = EventKey(event)
      keys[key] = events.count
      events.append(
        Written(
          event: event, key: key, writer: writer, index: counts[writer, default: 0], seen: seen.count - 1))
      counts[writer, default: 0] += 1
    }
  }

  /// `clone` goes on with the numbering of `writer` as an earlier history had it.
  mutating func split(_ writer: Writer, into clone: Writer, asOf earlier: WrittenHistory) {
    let count = earlier.counts[writer, default: 0]
    origins[clone] = (writer, count)
    counts[clone] = count
    lastSeen[clone] = earlier.lastSeen[writer]
  }

  func contains(_ key: EventKey) -> Bool { keys[key] != nil }

  /// Whether the author of one write had seen the other.
  func saw(_ author: Written, _ other: Written) -> Bool {
    var writer = author.writer
    var count = author.index
    while true {
      if writer == other.writer { if other.index < count { return true } else { break } }
      guard let origin = origins[writer] else { break }
      (writer, count) = (origin.writer, min(count, origin.count))
    }
    return seen[author.seen].contains(other.key)
  }
}
