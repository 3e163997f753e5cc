public import DaybookModel

/// What a calendar's entries are in one system, for a ``CalendarReconciliation``.
public protocol CalendarTarget: SendableMetatype {
  /// The kind whose entities they are. It has the fields `sourceComponent` and `sourceComponentData`.
  static var kind: String { get }

  /// The natural key of the entity that ``CalendarItem/eventIdentifier`` names.
  static func key(_ eventIdentifier: String) -> String

  /// The natural key of an entity; nil for one that does not come from a calendar.
  static func key(of entity: SyncedEntity) -> String?

  /// When an entity begins.
  static func start(of entity: SyncedEntity) -> CalendarItem.Moment?

  /// Makes the target of one plan; here it reads what it needs from the ledger for all entries.
  init(_ state: borrowing some SyncState & ~Copyable)

  /// How to keep an entity that its calendar no longer has but that somebody here wrote about; nil: it is removed.
  mutating func keeping(
    _ entity: SyncedEntity, in state: borrowing some SyncState & ~Copyable
  ) -> RetainedEntity?

  /// The ids of the entities that others here belong to, whether or not they exist.
  mutating func wanted(in state: borrowing some SyncState & ~Copyable) -> Set<String>

  /// The fields that an entry has for its entity.
  mutating func entry(
    of item: CalendarTargetItem, in state: borrowing some SyncState & ~Copyable
  ) throws -> EntitySync.Entry

  /// Entities that the entries so far refer to and the ledger does not have: they are written first.
  func preceding(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)]
}

extension CalendarTarget {
  /// By default nil: the entity is removed.
  public mutating func keeping(
    _ entity: SyncedEntity, in state: borrowing some SyncState & ~Copyable
  ) -> RetainedEntity? { nil }

  /// By default none: nothing keeps an entity that its calendar no longer has.
  public mutating func wanted(in state: borrowing some SyncState & ~Copyable) -> Set<String> { [] }

  /// By default none.
  public func preceding(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)] { [] }
}

/// An entry with the entity that it is.
public struct CalendarTargetItem {
  /// The entry as the calendar has it; of a recurring one a single occurrence.
  public var item: CalendarItem
  /// The natural key that ``CalendarTarget/key(_:)`` gives the entry.
  public var key: String
  /// The id, also of an entity that is only being made.
  public var id: String
  /// The entity as the ledger holds it; nil for a new one.
  public var present: SyncedEntity?
  /// The calendar that the entry comes from.
  public var source: SyncSource
}

/// An entity that stays although its calendar no longer has it.
public struct RetainedEntity: Sendable {
  /// The mutation that records it.
  public var fields: JSONObject
  /// Which entity it is and why it stays, as the import reports it.
  public var remark: String

  /// An entity that stays, with what is written and reported about it.
  public init(fields: JSONObject, remark: String) { (self.fields, self.remark) = (fields, remark) }
}
