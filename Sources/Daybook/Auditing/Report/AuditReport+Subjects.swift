public import DaybookModel

extension AuditReport {
  /// An entity that was asked about, with what the ledger holds of it.
  public struct Subject: Codable, Sendable, Equatable {
    public var entity: EntityName
    /// The entity first, then what belongs to it, then what refers to any of them. None where nothing was
    /// ever written of it.
    public var parts = Listing<Part>()
    /// Who wrote it and what belongs to it, in the period; the busiest first.
    public var authors = Listing<AuthorChanges>()
    /// What was done to it and to what belongs to it, in the period, by stamp; of the events of an erasure the first.
    public var history = Listing<HistoryStep>()
  }

  /// One entity as it reads now.
  public struct Part: Codable, Sendable, Equatable {
    /// `subject`, `belongs` or `refers`.
    public var role: String
    public var entity: EntityName
    /// Deleted, hidden with its owner, or gone from its source; its values are here all the same.
    public var isGone: Bool
    public var lastWrite: AuditTime?
    public var lastStamp: String?
    /// In the schema's order; those alone that hold something.
    public var fields: [Field]
    /// The fields of which what was written last is erased.
    public var erased: [String] = []
  }

  public struct Field: Codable, Sendable, Equatable {
    public var name: String
    public var value: JSONValue
    /// Who wrote it, and when; nil where that is not one write: a default, a list of links, what is worked out.
    public var by: String?
    public var time: AuditTime?
    public var stamp: String?
  }

  /// What one event wrote of one entity.
  public struct HistoryStep: Codable, Sendable, Equatable {
    public var entity: EntityName
    public var operation: String
    public var time: AuditTime
    public var stamp: String
    public var by: String?
    public var why: String?
    public var replica: String?
    public var replicaName: String?
    public var changes: [HistoryChange]
    /// The fields that the event wrote and of which the values are erased.
    public var erased: [String] = []
  }

  public struct HistoryChange: Codable, Sendable, Equatable {
    /// A field or a relation; `alive` or `present` where it is about the entity as a whole.
    public var what: String
    /// A link's target.
    public var to: String?
    /// What was written: a field's value, or whether it is linked, there, or with its source.
    public var value: JSONValue
  }
}
