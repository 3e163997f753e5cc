public import DaybookModel
public import DaybookView

/// What a plan must know about the ledger to reconcile it with an external source: so planning is a pure function, and
/// a run that changes nothing writes nothing.
public protocol SyncState: ~Copyable {
  /// The entity that holds this natural key, even if it was deleted or is gone from its source.
  func entity(_ kind: String, key: String) -> SyncedEntity?

  /// The id that a new entity with this natural key gets.
  func newID(_ kind: String, key: String) -> String

  /// All entities of the kind whose `field` holds `value`.
  func entities(_ kind: String, where field: String, equals value: JSONValue) -> [SyncedEntity]

  /// Every existing entity of the kind, with these fields as its schema reads them: under their present
  /// names, defaults filled in. By id. O(entities of the kind).
  func entities(_ kind: String, reading fields: [String]) -> [SyncedEntity]

  /// The ids that a to-many relation of the entity leads to, in the order of their links, including gone ones.
  func links(_ kind: String, _ id: String, _ relation: String) -> [String]

  /// Whether such an edge was linked (true) or unlinked again (false); nil while nobody did either.
  func isLinked(_ kind: String, _ id: String, _ relation: String, to target: String) -> Bool?

  /// What to do with a field for which a source has another value than it reads as. By default the source's value is
  /// written.
  func verdict(on update: SourceUpdate) -> SourceVerdict

  /// What to do with a field for which a source has the present value although the source and somebody here are in
  /// conflict over it. Either the source has come to the value that somebody wrote: then its value is written, which
  /// ends the conflict. Or an import on another machine, which did not know the local value, overwrote it: then the
  /// local value is restored. By default nothing is written.
  func verdict(onRepeated update: SourceUpdate) -> SourceVerdict

  /// Whether a field for which a source has another value stays as it is, since its written value is erased.
  /// By default false.
  func leavesOutErased(_ kind: String, _ id: String, _ field: String) -> Bool

  /// Whether one of the fields shows what somebody here wrote, and not a source. By default false.
  func isWrittenHere(_ kind: String, _ id: String, _ fields: [String]) -> Bool

  /// How many entities of the kind refer to each id by the field, whether or not those exist; deleted ones do not
  /// count. O(entities of the kind). By default none.
  func referenceCounts(_ kind: String, _ field: String) -> [String: Int]

  /// The entity that a deleted one turned out to be, and by which rule; nil if the entity exists, or was merely
  /// deleted. By default nil.
  func successor(of entity: SyncedEntity, _ kind: String) -> (entity: SyncedEntity, rule: SuccessorRule)?

  /// The fields of a deleted entity that another machine wrote without knowing of the delete. By default none.
  func unseenFields(of deleted: SyncedEntity, _ kind: String) -> Set<String>
}

extension SyncState where Self: ~Copyable {
  /// By default the source's value is written.
  public func verdict(on update: SourceUpdate) -> SourceVerdict { .writes }

  /// By default nothing is written.
  public func verdict(onRepeated update: SourceUpdate) -> SourceVerdict { .isKnown }

  /// By default nothing is left out.
  public func leavesOutErased(_ kind: String, _ id: String, _ field: String) -> Bool { false }

  /// By default no field was written here.
  public func isWrittenHere(_ kind: String, _ id: String, _ fields: [String]) -> Bool { false }

  /// By default none are counted.
  public func referenceCounts(_ kind: String, _ field: String) -> [String: Int] { [:] }

  /// By default nil: nothing turned out to be another entity.
  public func successor(
    of entity: SyncedEntity, _ kind: String
  ) -> (entity: SyncedEntity, rule: SuccessorRule)? { nil }

  /// By default none.
  public func unseenFields(of deleted: SyncedEntity, _ kind: String) -> Set<String> { [] }
}

/// An entity, as the ledger holds it.
public struct SyncedEntity: Sendable, Equatable {
  public var id: String
  /// False once the user deleted it: then a source's values no longer count.
  public var isAlive: Bool
  /// Whether its source has it.
  public var isPresent: Bool
  /// The written values of its fields; fields that were never written are absent.
  public var values: JSONObject

  /// An entity of which the ledger holds these values; by default it was not deleted, and its source has it.
  public init(id: String, isAlive: Bool = true, isPresent: Bool = true, values: JSONObject = [:]) {
    (self.id, self.isAlive, self.isPresent, self.values) = (id, isAlive, isPresent, values)
  }
}
