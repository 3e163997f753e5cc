package import DaybookModel

/// The events of a commit that is to be written, as bytes: each line's canonical text behind its number, and its
/// stamp apart. The writer puts stamp and number in front.
package struct EventBodies: Sendable {
  package struct Entry: Sendable {
    package var stamp: Stamp
    /// Where the event ends in `bytes`; it begins where the one before ends.
    package var end: Int
  }

  /// Of all events: `,"op":…}` each.
  package var bytes: [UInt8] = []
  package private(set) var entries: [Entry] = []

  package init() {}

  /// Of events as values. Their numbers are not read.
  package init(_ events: [Event]) {
    bytes.reserveCapacity(events.count * 256)
    entries.reserveCapacity(events.count)
    for event in events { append(event) }
  }

  package var count: Int { entries.count }

  package mutating func append(_ event: Event) {
    var writer = EventLineWriter()
    writer.writeBody(event, to: &bytes)
    end(event.stamp)
  }

  /// What `bytes` got since the last event is one.
  package mutating func end(_ stamp: Stamp) { entries.append(Entry(stamp: stamp, end: bytes.count)) }

  package mutating func reserve(_ count: Int) {
    bytes.reserveCapacity(count * 288)
    entries.reserveCapacity(count)
  }
}
