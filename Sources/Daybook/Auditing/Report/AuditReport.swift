/// An auditor's report on a ledger: whether its files are sound, who wrote them and when, what was changed, deleted and
/// decided, and how the report was made. Made by ``LedgerAudit/report(_:as:)``.
///
/// A pure function of the files, of the options, of the time that ``About/madeAt`` states and, where
/// ``Verdict/usesMemory`` says so, of what this machine remembers from earlier readings. So two people get the same
/// report from the same files. All times are in one zone, which ``About/zone`` names. Lists are cut off at
/// ``AuditReportOptions/rowsMax`` and state how many rows there are in all.
public struct AuditReport: Codable, Sendable, Equatable {
  /// The form's version: a reader of a higher one than it knows should say so.
  public var version = 1
  /// Which ledger, when and with which options the report was made.
  public var about: About
  /// Whether the files are sound, independent of the period and of the entities asked about.
  public var verdict: Verdict
  /// Ascending by id. Empty for a viewer, who may not see who else writes.
  public var replicas: [Replica] = []
  /// What was written in the period, in numbers.
  public var changes = Changes()
  /// For every kind that was ever written, how many entities there are now; by name.
  public var entities: [KindCount] = []
  /// Conflicts that are open now, and those that were settled in the period.
  public var conflicts = Conflicts()
  /// What was deleted and dismissed in the period, by stamp.
  public var removals = Page<Removal>()
  /// What was erased in the period, by time.
  public var erasures = Page<Erasure>()
  /// Who read what, where the ledger records it, in the period.
  public var accesses = Accesses()
  /// What was asked about; empty in a report on the whole ledger.
  public var subjects: [Subject] = []

  /// Where the report comes from.
  public struct About: Codable, Sendable, Equatable {
    /// The ledger's id, a UUID, the same in every copy.
    public var ledger: String
    /// When the ledger was created, by its first machine's clock.
    public var createdAt: AuditTime
    /// SHA-256 of the records, 64 hexadecimal digits: equal sets of events give equal digests.
    public var digest: String?
    /// The clock that the report was made by.
    public var madeAt: AuditTime
    /// Such as `0.1.0`.
    public var software: String
    /// The zone of all times and days: `UTC`, or a name of the tz database.
    public var zone: String
    /// The period's bounds, inclusive; nil: open.
    public var from: AuditTime?
    /// The period's end, inclusive; nil: open.
    public var to: AuditTime?
    /// The entities it is limited to; empty for the whole ledger.
    public var entities: [EntityName] = []
    /// The viewer as whom the ledger was read: the report omits what this viewer may not see.
    public var viewer: String?
    /// Whether hidden values are shown; if not, they read ``Disclosure/mask``.
    public var reveals = false
    /// How many values are masked.
    public var maskedValues = 0
  }

  /// A list that may be cut off.
  public struct Page<Item: Codable & Sendable & Equatable>: Codable, Sendable, Equatable {
    /// How many there are.
    public var total = 0
    /// The first of them, or all.
    public var items: [Item] = []

    /// A list of at most `max` items. ``total`` counts all of them.
    public init(_ items: [Item] = [], max: Int = .max) {
      total = items.count
      self.items = items.count > max ? Array(items.prefix(max)) : items
    }
  }

  /// How many entities of one kind there are now, of those that were ever written.
  public struct KindCount: Codable, Sendable, Equatable {
    public var kind: String
    /// How many a query finds.
    public var shown: Int
    /// How many are deleted, hidden with an owner, or gone from their source.
    public var gone: Int
  }
}
