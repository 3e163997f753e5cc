public import DaybookModel

extension AuditReport {
  /// The conflicts of the ledger, or of the entities that the report is limited to.
  public struct Conflicts: Codable, Sendable, Equatable {
    /// Those that are open now, by kind and id.
    public var open = Page<Conflict>()
    /// Those that somebody settled in the period, by the stamp of the settling write.
    public var settled = Page<Conflict>()
  }

  /// Writes of several machines that disagree and whose authors had not seen each other's.
  public struct Conflict: Codable, Sendable, Equatable {
    /// 12 hexadecimal digits.
    public var id: String
    /// The cause's raw value, such as `field` or `revived`: see ``EntityConflict/Cause``.
    public var cause: String
    /// The cause in words.
    public var meaning: String
    /// The entity that the conflict is about; ``sides`` name the others.
    public var entity: EntityName
    /// The field, the relation, or several fields joined by `+`; nil where the conflict is about the entity as a
    /// whole.
    public var field: String?
    /// A link's target.
    public var to: String?
    /// What shows first.
    public var sides: [Side]
    /// The write that settled it; nil while it is open.
    public var settledBy: Side?
  }

  /// One of the writes of a conflict.
  public struct Side: Codable, Sendable, Equatable {
    /// The entity that was written.
    public var entity: EntityName
    /// The field or relation that was written; nil where the write set whether the entity exists.
    public var field: String?
    /// The id of a link's target; nil for anything but a link.
    public var to: String?
    /// The field's value; otherwise whether the entity exists or is linked.
    public var value: JSONValue
    /// The author that the write names; nil: none.
    public var by: String?
    /// The time of the write's stamp, by the writing machine's clock.
    public var time: AuditTime
    /// The write's stamp, which names its event in the log.
    public var stamp: String
    /// The replica that wrote it, 16 hexadecimal digits; nil in a viewer's report.
    public var replica: String?
    /// What that replica's machine is called; nil in a viewer's report, and where the replica's first event is not
    /// here.
    public var replicaName: String?
  }
}
