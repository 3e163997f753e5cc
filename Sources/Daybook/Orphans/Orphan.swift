/// The remains of a mistaken write: an entity that nobody meant to make, or a link to one that was never made.
public struct Orphan: Sendable, Equatable {
  /// Why an entity or a link counts as the remains of a mistake.
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

  /// Why it counts as one.
  public var cause: Cause
  /// The entity, or the one that stores the link.
  public var kind: String
  public var id: String
  /// The relation of a dangling link.
  public var relation: String?
  /// The kind and id that a dangling link leads to; nil for an entity.
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
