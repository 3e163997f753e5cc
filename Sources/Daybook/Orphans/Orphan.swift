/// What a mistaken write left behind: an entity that nobody meant to make, or a link to one that was never made.
public struct Orphan: Sendable, Equatable {
  public enum Cause: String, Sendable {
    /// Its id is the beginning of another's, as lists show it.
    case shortID = "short-id"
    /// Its id is another's name or address.
    case name
    /// Nothing was ever written of it but that it is there.
    case empty
    /// A relation that leads to what was never made.
    case dangling
  }

  public var cause: Cause
  /// The entity, or the one that stores the link.
  public var kind: String
  public var id: String
  /// Of a dangling link.
  public var relation: String?
  public var target: EntityName?
  /// The entity that was probably meant.
  public var meant: EntityName?

  package init(
    _ cause: Cause, _ name: EntityName, relation: String? = nil, target: EntityName? = nil,
    meant: EntityName? = nil
  ) {
    (self.cause, kind, id) = (cause, name.kind, name.id)
    (self.relation, self.target, self.meant) = (relation, target, meant)
  }
}
