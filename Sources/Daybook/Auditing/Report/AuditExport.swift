public import DaybookModel

/// What a ledger holds on some entities, in a form for programs: for example, for a person's request for their data.
/// Unlike a report, it is complete: no list is cut off. Made by ``LedgerAudit/export(_:as:)``; the form is stable, and
/// described in <doc:AuditReport>.
public struct AuditExport: Codable, Sendable, Equatable {
  /// The form's version.
  public var version = 1
  /// The ledger's id.
  public var ledger: String
  /// The clock that it was made by.
  public var madeAt: AuditTime
  /// The entities that were asked about.
  public var subjects: [EntityName]
  /// The period of the events, inclusive; nil: open. Rows have their present values.
  public var from: AuditTime?
  /// The end of the events' period, inclusive; nil: open.
  public var to: AuditTime?
  /// The viewer as whom the ledger was read.
  public var viewer: String?
  /// Whether hidden values are shown; if not, they read ``Disclosure/mask``, and ``maskedValues`` counts them.
  public var reveals: Bool
  /// How many values in the rows and events read ``Disclosure/mask``; 0 where ``reveals`` is true.
  public var maskedValues: Int
  /// Ordered by subject; for each, the entity itself, what belongs to it, and what refers to any of these.
  public var rows: [Row] = []
  /// The events of all of them, by stamp, as `daybook log` shows them.
  public var events: [JSONObject] = []

  /// One entity as it reads now, with every field that its schema has.
  public struct Row: Codable, Sendable, Equatable {
    public var kind: String
    public var id: String
    /// `subject`, `belongs` or `refers`.
    public var role: String
    /// Deleted, hidden with its owner, or gone from its source.
    public var isGone: Bool
    /// The stamp of the last write.
    public var stamp: String?
    /// The values by field name, defaults included, as the ledger shows them now. A large value is a reference,
    /// `{"$blob": …}`.
    public var fields: JSONObject
    /// The fields whose last written value is erased; they read as if nobody had written them.
    public var erased: [String] = []
  }
}
