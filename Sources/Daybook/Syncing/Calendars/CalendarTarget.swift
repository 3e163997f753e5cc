public import DaybookModel

/// What a calendar's entries are in one system, for a ``CalendarReconciliation``.
public protocol CalendarTarget: SendableMetatype {
  /// The kind whose entities they are.
  static var kind: String { get }

  /// The natural key of the entity that ``CalendarItem/eventIdentifier`` names.
  static func key(_ eventIdentifier: String) -> String

  /// The same of an entity; nil of one that is no calendar's.
  static func key(of entity: SyncedEntity) -> String?

  /// When an entity begins.
  static func start(of entity: SyncedEntity) -> CalendarItem.Moment?

  init(_ state: borrowing some SyncState & ~Copyable)

  /// What an entry says of its entity.
  mutating func entry(
    of item: CalendarTargetItem, in state: borrowing some SyncState & ~Copyable
  ) throws -> EntitySync.Entry

  /// What the entries so far refer to and the ledger does not have: written before them.
  func preceding(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)]
}

extension CalendarTarget {
  public func preceding(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)] { [] }
}

/// An entry with the entity that it is.
public struct CalendarTargetItem {
  public var item: CalendarItem
  public var key: String
  /// Also of an entity that is only being made.
  public var id: String
  /// As the ledger holds it; nil of a new one.
  public var present: SyncedEntity?
  public var source: SyncSource
}
