public import DaybookModel
public import DaybookView

/// What an audit report is about, and what it may show.
public struct AuditReportOptions: Sendable {
  /// The period, inclusive; nil: open. What was changed, deleted, dismissed, settled and read is of the period;
  /// integrity, replicas, open conflicts and counts of entities are as they are now.
  public var from: Instant?
  /// The period's end, inclusive; nil: open.
  public var to: Instant?
  /// Only these, with what belongs to them: one person's request. Their values, their history, and what refers to
  /// them are in the report then.
  public var entities: [EntityName] = []
  /// The zone of times and days: `UTC`, or a name of the tz database that this machine knows.
  public var zone = "UTC"
  /// The time that the report states and checks clocks against, so that a report can be made again; nil: the ledger's
  /// clock.
  public var madeAt: Instant?
  /// How long a list may be; what is beyond is counted.
  public var rowsMax = 10_000
  /// What may be shown; nil: hidden values are masked.
  public var disclosure: Disclosure?

  public init() {}

  /// Values that depend on the time, such as what is to come, speak of the report's.
  var cut: Cut { madeAt.map { Cut.now.told(at: $0) } ?? .now }

  /// Everything that is counted is counted by this.
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
