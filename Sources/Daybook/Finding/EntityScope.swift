/// Which entities a text can mean: the groups that are searched by name and by the beginning of an id, in this order.
/// The first group with a match decides. A whole id always finds its entity, whatever its group, but only after
/// existing entities: somebody who types the beginning of an id does not mean a deleted entity whose whole id it is.
public struct EntityScope: Sendable, Equatable {
  /// Entities that are searched together.
  public enum Group: Sendable {
    /// What a query finds.
    case shown
    /// Entities that are deleted, hidden with their owner, or gone from their source.
    case gone
  }

  /// The groups to search, in this order; a later one only where the earlier ones have no match.
  public var groups: [Group]
  /// Whether an id counts if only links to or from it were ever written.
  public var takesUnmade = false
  /// Whether a whole id decides even if its entity is gone.
  public var isExact = false

  /// Whether it is not enough, for choosing an entity, to match part of its name or that it alone of several is in use.
  public var needsWholeName = false

  /// For commands that read and change existing entities.
  public static let shown = EntityScope(groups: [.shown])
  /// For commands that read the past, which includes deleted entities.
  public static let written = EntityScope(groups: [.shown, .gone], takesUnmade: true, isExact: true)
  /// For commands that remove links: perhaps nothing else was ever written about the entity.
  public static let linked = EntityScope(groups: [.shown], takesUnmade: true)
  /// For commands that delete: repeating the command must not find another entity.
  public static let deletable = EntityScope(groups: [.shown], isExact: true, needsWholeName: true)
  /// For commands that restore deleted entities.
  public static let goneFirst = EntityScope(groups: [.gone, .shown], isExact: true)
}
