/// Which entities somebody can mean: the groups in which one is looked for by name and by the beginning of its id, in this
/// order. The first group with a match decides. A whole id always finds its entity, whatever its group, but not before
/// what is there: somebody who types the beginning of an id does not mean a deleted entity that has it as its own.
public struct EntityScope: Sendable, Equatable {
  package enum Group: Sendable {
    /// What a query finds.
    case shown
    /// What is deleted, hidden with its owner, or gone from its source.
    case gone
  }

  package var groups: [Group]
  /// Whether an id counts of which only links were ever written.
  package var takesUnmade = false
  /// Whether a whole id decides though its entity is gone.
  package var isExact = false

  /// Whether a part of a name is too little to say who is meant.
  package var needsWholeName = false

  /// For what reads and changes what is there.
  public static let shown = EntityScope(groups: [.shown])
  /// For what reads the past, in which everything has a place.
  public static let written = EntityScope(groups: [.shown, .gone], takesUnmade: true, isExact: true)
  /// For what takes links back: they may be all that was ever written of their entity.
  public static let linked = EntityScope(groups: [.shown], takesUnmade: true)
  /// For what deletes: the same command a second time must not mean another entity.
  public static let deletable = EntityScope(groups: [.shown], isExact: true, needsWholeName: true)
  /// For what brings back what is gone.
  public static let goneFirst = EntityScope(groups: [.gone, .shown], isExact: true)
}
