/// The remains of a mistaken write: an entity that nobody meant to make, or a link to one that was never made.
public struct Orphan: Sendable, Equatable {
  public enum Cause: String, Sendable {
    /// Its id is the beginning of another's, as lists show it.
    case shortID = "short-id"
    /// Its id is another's name or address.
    case name
    /// It was made, but has neither fields nor links.
    case empty
    /// Its relation leads to an entity that was never made.
    case dangling
  }

  public var cause: Cause
  /// The entity, or the one that stores the link.
  public var kind: String
  public var id: String
  /// The relation of a dangling link.
  public var relation: String?
  public var target: EntityName?
  /// The entity that was probably meant.
  public var meant: EntityName?
  /// Whether the id is the value of a hidden field of `meant`, which output must not tell.
  public var isMeantHidden = false

  package init(
    _ cause: Cause, _ name: EntityName, relation: String? = nil, target: EntityName? = nil,
    meant: EntityName? = nil
  ) {
    (self.cause, kind, id) = (cause, name.kind, name.id)
    (self.relation, self.target, self.meant) = (relation, target, meant)
  }
}
