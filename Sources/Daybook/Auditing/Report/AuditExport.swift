public import DaybookModel

/// What a ledger holds on some entities, for programs: what one person may ask to have. Unlike a report it is
/// whole: nothing in it is cut off. Made by ``Ledger/auditExport(_:as:)``; the form is stable, and described in
/// <doc:AuditReport>.
public struct AuditExport: Codable, Sendable, Equatable {
  /// The form's version.
  public var version = 1
  /// The ledger's id.
  public var ledger: String
  /// The clock that it was made by.
  public var madeAt: AuditTime
  /// What was asked about.
  public var subjects: [EntityName]
  /// The period of the events, inclusive; nil: open. Rows are as they read now.
  public var from: AuditTime?
  /// The end of the events' period, inclusive; nil: open.
  public var to: AuditTime?
  /// As whom the ledger was read.
  public var viewer: String?
  /// Whether hidden values are here as they are; else they read ``Disclosure/mask``, so many of them.
  public var reveals: Bool
  /// How many values in the rows and events read ``Disclosure/mask``; 0 where ``reveals`` is true.
  public var maskedValues: Int
  /// By subject, then the entity itself, what belongs to it, and what refers to any of these.
  public var rows: [Row] = []
  /// Of all of them, by stamp: as `daybook log` shows them.
  public var events: [JSONObject] = []

  /// One entity as it reads now, with every field that its schema has.
  public struct Row: Codable, Sendable, Equatable {
    public var kind: String
    public var id: String
    /// `subject`, `belongs` or `refers`.
    public var role: String
    /// Deleted, hidden with its owner, or gone from its source.
    public var isGone: Bool
    /// Of the last write.
    public var stamp: String?
    /// The values by field name, defaults included, as the ledger reads now. A large value is a reference, `{"$blob":
    /// …}`.
    public var fields: JSONObject
    /// The fields of which what was written last is erased; they read as if nobody had written them.
    public var erased: [String] = []
  }
}
