public import DaybookModel

/// An entity was written: what ``Ledger/changeSets(touching:as:)`` delivers. Values cross actors, so it carries
/// the id; fetch what you need.
public struct Change: Sendable, Hashable {
  public var kind: String
  public var id: String
  /// What the event intends, such as `upsert`, `link` or `delete`.
  public var op: EventOperation
  /// The event's stamp, which names it in the log.
  public var stamp: Stamp

  /// A change by one event of one entity.
  public init(kind: String, id: String, op: EventOperation, stamp: Stamp) {
    (self.kind, self.id, self.op, self.stamp) = (kind, id, op, stamp)
  }
}
