public import DaybookModel

/// One event of the log, with its place.
public struct LogEntry: Sendable {
  /// The event as its line reads; erased values are not in it.
  public var event: Event
  /// The replica that wrote it.
  public var replica: ReplicaID
  /// The number of its commit within the replica.
  public var commit: UInt64
  /// The file it was read from, relative to the ledger.
  public var file: String
  /// The line as it is in the log, without LF.
  public var line: [UInt8]

  package init(event: Event, replica: ReplicaID, commit: UInt64, file: String, line: [UInt8]) {
    (self.event, self.replica, self.commit) = (event, replica, commit)
    (self.file, self.line) = (file, line)
  }
}

/// Which events to list; every condition that is set must hold.
public struct LogFilter: Sendable {
  public var kind: String?
  /// One of several kinds.
  public var kinds: Set<String> = []
  public var id: String?
  /// What the events intend, such as `delete`; nil: any operation.
  public var op: EventOperation?
  /// The author that the events name, compared exactly; nil: any or none.
  public var by: String?
  /// The replica that wrote them; nil: any.
  public var replica: ReplicaID?
  /// Inclusive bounds on the stamps.
  public var since: Instant?
  /// The latest stamp's time, inclusive; nil: open.
  public var until: Instant?
  /// A text in the reason; case and accents do not count.
  public var why: String?
  /// A text anywhere in the line, compared byte for byte.
  public var text: String?
  /// The number of events to list, the last ones; nil: all.
  public var limit: Int?

  public init() {}
}

/// An entity was written: what ``Ledger/changeSets(touching:as:)`` delivers. Values cross actors, so it carries
/// the id; fetch what you need.
public struct Change: Sendable, Hashable {
  public var kind: String
  public var id: String
  /// What the event intends, such as `upsert`, `link` or `delete`.
  public var op: EventOperation
  /// The event's stamp, which names it in the log.
  public var stamp: Stamp

  /// A change by one event of one entity.
  public init(kind: String, id: String, op: EventOperation, stamp: Stamp) {
    (self.kind, self.id, self.op, self.stamp) = (kind, id, op, stamp)
  }
}
