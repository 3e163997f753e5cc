public import DaybookModel

/// An entity was written: what ``Ledger/changes(to:)`` delivers. Values cross actors, so it carries
/// the id; fetch what you need.
public struct Change: Sendable, Hashable {
  public var kind: String
  public var id: String
  public var op: EventOperation
  public var stamp: Stamp

  public init(kind: String, id: String, op: EventOperation, stamp: Stamp) {
    (self.kind, self.id, self.op, self.stamp) = (kind, id, op, stamp)
  }
}
