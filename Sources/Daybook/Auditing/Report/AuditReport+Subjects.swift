public import DaybookModel

extension AuditReport {
  /// An entity that was asked about, with what the ledger holds of it.
  public struct Subject: Codable, Sendable, Equatable {
    /// The kind and the id that were asked about.
    public var entity: EntityName
    /// The entity first, then what belongs to it, then what refers to any of them. Empty if nobody ever wrote it.
    public var parts = Page<Part>()
    /// The authors who wrote it or what belongs to it in the period; the busiest first.
    public var authors = Page<AuthorChanges>()
    /// What was done to it and to what belongs to it, in the period, by stamp; of an erasure's events, only the first.
    public var history = Page<HistoryStep>()
  }

  /// One entity as it reads now.
  public struct Part: Codable, Sendable, Equatable {
    /// `subject`, `belongs` or `refers`.
    public var role: String
    /// The entity that these values are of.
    public var entity: EntityName
    /// Whether it is deleted, hidden with its owner, or gone from its source; its values are listed all the same.
    public var isGone: Bool
    /// The time of its last write's stamp, by the writing machine's clock.
    public var lastWrite: AuditTime?
    /// Its last write's stamp, which names the event in the log.
    public var lastStamp: String?
    /// The fields that hold a value, in the schema's order.
    public var fields: [Field]
    /// The fields whose last written value is erased.
    public var erased: [String] = []
  }

  /// A field that holds a value, with the write that the value comes from.
  public struct Field: Codable, Sendable, Equatable {
    /// The field's present name in the schema.
    public var name: String
    /// The value as it reads now; ``Disclosure/mask`` where it is hidden.
    public var value: JSONValue
    /// Who wrote it; nil where the value does not come from a single write: a default, a list of links, a computed
    /// value.
    public var by: String?
    /// The time of the write's stamp; nil where the value does not come from a single write.
    public var time: AuditTime?
    /// The write's stamp; nil where the value does not come from a single write.
    public var stamp: String?
  }

  /// What one event wrote to one entity.
  public struct HistoryStep: Codable, Sendable, Equatable {
    /// The entity that the event was about: the subject, or what belongs to it.
    public var entity: EntityName
    /// The event's operation by name: `upsert`, `delete`, …
    public var operation: String
    /// The time of the event's stamp, by the writing machine's clock.
    public var time: AuditTime
    /// The event's stamp, which names it in the log.
    public var stamp: String
    /// The author that the event names; nil: none.
    public var by: String?
    /// The reason that the event gives; nil: none.
    public var why: String?
    /// The replica that wrote it, 16 hexadecimal digits; nil in a viewer's report.
    public var replica: String?
    /// What that replica's machine is called; nil in a viewer's report, and where the replica's first event is not
    /// here.
    public var replicaName: String?
    /// What the event wrote, whether or not it shows now; empty where the log holds no value of it.
    public var changes: [HistoryChange]
    /// The fields that the event wrote and whose values are erased.
    public var erased: [String] = []
  }

  /// One field, link or state that an event wrote.
  public struct HistoryChange: Codable, Sendable, Equatable {
    /// A field or a relation; `alive` or `present` where it is about the entity as a whole.
    public var what: String
    /// A link's target.
    public var to: String?
    /// What was written: a field's value, or whether the entity is linked, exists, or is present in its source.
    public var value: JSONValue
  }
}
