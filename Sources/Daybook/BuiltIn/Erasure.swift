public import DaybookView

/// What somebody asked to be erased; who, when and why are its event's author, stamp and reason. The erase events name it.
public struct Erasure: Entity {
  public var id = ID()
  /// The kind and the id of the entity whose values are erased.
  public var of = ""
  /// The id of that entity; ``of`` is its kind.
  public var entity = ""
  /// The fields that are erased; empty: all.
  public var fields: [String] = []
  /// The kind and the id of the entity that the command named, where it erased others with it; it tells which erasures are
  /// withdrawn together.
  public var rootOf = ""
  /// The id of that entity; empty where the erasure stands for itself.
  public var root = ""
  /// How many lines of the log it erases something of.
  public var lines = 0

  public init() {}

  public static let schema = Schema("daybook.erasure") {}
}
