public import DaybookModel

/// How far an erasure is.
public struct ErasureStatus: Sendable {
  /// Of the entity of the kind `daybook.erasure`.
  public var id: String
  public var kind: String
  /// The id of the entity whose values are erased.
  public var entity: String
  /// The entity that the command named, where it erased others with it: their erasures are withdrawn together.
  public var root: EntityName?
  /// The fields that are erased, by the names that they are stored under; empty: all.
  public var fields: [String] = []
  /// How many lines of the log it erases something of, as far as their erase events are here.
  public var lines = 0
  /// Who asked; nil where the event names nobody.
  public var by: String?
  /// The reason that was given; nil: none.
  public var why: String?
  /// When it was asked for: the time of the request's stamp, by the asking machine's clock.
  public var askedAt: Instant
  /// The replica that asked.
  public var replica: ReplicaID
  /// Whether nothing of it is erased any more.
  public var isWithdrawn = false
  /// Since when this machine holds all of its erase events; nil until it has looked.
  public var since: Instant?
  /// The replicas whose machines have no text of it left, and the others that still write.
  public var done: [ReplicaID] = []
  /// The replicas that still write and whose machines may still hold texts of it; empty once it is done or withdrawn.
  public var open: [ReplicaID] = []
  /// The replicas of revoked devices, which do not learn of it: nobody knows what they still have.
  public var shutOut: [ReplicaID] = []
  /// What was written of the entity and is not erased: later, or without having seen the erasure.
  public var later = 0
}
