public import DaybookModel
public import DaybookView

/// What a plan must know of the ledger to reconcile it with a source outside: so that planning is a pure
/// function, and a run that changes nothing writes nothing.
public protocol SyncState: ~Copyable {
  /// The entity that holds this natural key, also one that was deleted or is gone from its source.
  func entity(_ kind: String, key: String) -> SyncedEntity?

  /// The id that a new entity with this natural key gets.
  func newID(_ kind: String, key: String) -> String

  /// All entities of the kind whose `field` holds `value`.
  func entities(_ kind: String, where field: String, equals value: JSONValue) -> [SyncedEntity]

  /// Every entity of the kind that is there, with these fields as its schema reads them: under their present
  /// names, defaults filled in. By id. O(entities of the kind).
  func entities(_ kind: String, reading fields: [String]) -> [SyncedEntity]

  /// The ids that a to-many relation of the entity leads to, in the order of their links, gone ones too.
  func links(_ kind: String, _ id: String, _ relation: String) -> [String]

  /// Whether such an edge was linked (true) or unlinked again (false); nil while nobody did either.
  func isLinked(_ kind: String, _ id: String, _ relation: String, to target: String) -> Bool?

  /// What comes of a field that a source gives another value than the field reads. By default the source's value is
  /// written.
  func verdict(on news: SourceNews) -> SourceVerdict

  /// What comes of a field that a source says as it reads, though it and somebody here are in conflict over it. Either the
  /// source came to say what somebody wrote: its value is written, which ends the conflict. Or an import on another machine,
  /// which did not know what somebody had written, wrote over it: that is restored. By default nothing is written.
  func verdict(onRepeated news: SourceNews) -> SourceVerdict

  /// Whether a field that a source gives another value than it reads stays as it is, since what was written of it is erased.
  /// By default false.
  func leavesOutErased(_ kind: String, _ id: String, _ field: String) -> Bool

  /// Whether one of the fields shows what somebody here wrote, and not a source. By default false.
  func isWrittenHere(_ kind: String, _ id: String, _ fields: [String]) -> Bool

  /// How many entities of the kind refer to each id by the field, whether or not those are there; deleted ones do not
  /// count. O(entities of the kind). By default none.
  func referenceCounts(_ kind: String, _ field: String) -> [String: Int]

  /// The entity that a deleted one turned out to be, and by which rule; nil where it is there, or just deleted. By
  /// default nil.
  func successor(of entity: SyncedEntity, _ kind: String) -> (entity: SyncedEntity, rule: SuccessorRule)?

  /// The fields of a deleted entity that another machine wrote without knowing of the delete. By default none.
  func unseenFields(of deleted: SyncedEntity, _ kind: String) -> Set<String>
}

extension SyncState where Self: ~Copyable {
  /// By default the source's value is written.
  public func verdict(on news: SourceNews) -> SourceVerdict { .writes }

  /// By default nothing is written.
  public func verdict(onRepeated news: SourceNews) -> SourceVerdict { .isKnown }

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

/// An entity as the ledger holds it.
public struct SyncedEntity: Sendable, Equatable {
  public var id: String
  /// False once the user deleted it: then a source's word no longer counts.
  public var isAlive: Bool
  /// False while its source does not have it.
  public var isPresent: Bool
  /// What was written of its fields; those never written are absent.
  public var values: JSONObject

  /// An entity of which the ledger holds these values; by default it was not deleted, and its source has it.
  public init(id: String, isAlive: Bool = true, isPresent: Bool = true, values: JSONObject = [:]) {
    (self.id, self.isAlive, self.isPresent, self.values) = (id, isAlive, isPresent, values)
  }
}
