public import DaybookModel

extension AuditReport {
  public struct Conflicts: Codable, Sendable, Equatable {
    /// That wait for somebody to decide, now, by kind and id.
    public var open = Listing<Conflict>()
    /// That somebody settled in the period, by the stamp of the write that did.
    public var settled = Listing<Conflict>()
  }

  /// Writes of several machines that had not seen one another and disagree.
  public struct Conflict: Codable, Sendable, Equatable {
    /// 12 hexadecimal digits.
    public var id: String
    public var cause: String
    /// The cause in words.
    public var meaning: String
    public var entity: EntityName
    public var field: String?
    /// A link's target.
    public var to: String?
    /// What shows first.
    public var sides: [Side]
    /// The write that settled it; nil while it is open.
    public var settledBy: Side?
  }

  public struct Side: Codable, Sendable, Equatable {
    public var entity: EntityName
    public var field: String?
    public var to: String?
    /// The value; else whether the entity is there, or linked.
    public var value: JSONValue
    public var by: String?
    public var time: AuditTime
    public var stamp: String
    public var replica: String?
    public var replicaName: String?
  }
}
