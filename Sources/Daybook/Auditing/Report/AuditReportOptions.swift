public import DaybookModel
public import DaybookView

/// What an audit report is about, and what it may show.
public struct AuditReportOptions: Sendable {
  /// The period, inclusive; nil: open. Changes, deletions, dismissals, settled conflicts and reads are those of the
  /// period; integrity, replicas, open conflicts and counts of entities are those of now.
  public var from: Instant?
  /// The period's end, inclusive; nil: open.
  public var to: Instant?
  /// Only these entities, with what belongs to them: for one person's request. The report then has their values, their
  /// history, and what refers to them.
  public var entities: [EntityName] = []
  /// The zone of times and days: `UTC`, or a name of the tz database that this machine knows.
  public var zone = "UTC"
  /// The time that the report states and checks clocks against, so that the same report can be made again; nil: the
  /// ledger's clock.
  public var madeAt: Instant?
  /// How many rows a list may have; further rows are only counted.
  public var rowsMax = 10_000
  /// Which hidden values may be shown; nil: they are masked.
  public var disclosure: Disclosure?

  public init() {}

  /// Values that depend on the time, such as upcoming events, use the report's time.
  var cut: Cut { madeAt.map { Cut.now.viewed(at: $0) } ?? .now }

  /// The rule by which the report counts events.
  func holds(_ instant: Instant) -> Bool {
    if let from, instant < from { return false }
    if let to, instant > to { return false }
    return true
  }

  func zoneOffsets() throws(LedgerError) -> AuditZone {
    guard let offsets = ZoneDirectory.zone(named: zone) else {
      throw LedgerError(.usage, "there is no time zone '\(zone)'", advice: "name one such as Europe/Berlin")
    }
    return AuditZone(name: zone, offsets: offsets)
  }
}
