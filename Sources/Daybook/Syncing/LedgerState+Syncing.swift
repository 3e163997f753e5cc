import DaybookLog
public import DaybookModel
import DaybookRecords
public import DaybookView

/// The position of a caller that knows everything written so far, within one reading of the ledger.
public struct TouchMark: Sendable {
  fileprivate let reading: ReadingToken
  fileprivate let count: Int
}

/// One reading of a ledger: equal to nothing but itself.
final class ReadingToken: Sendable {}

extension LedgerState {
  /// The kinds that the ledger was opened with.
  public var schemas: SchemaRegistry { holders.schemas }

  /// The moment for which formulas are computed: that of the reading.
  public var moment: Instant? { holders.view?.moment }
  /// In which zone the moment's day is found.
  public var zone: TimeZoneRule { holders.view?.zone ?? .system }

  /// Lends one entity as its schema reads it; nil if it does not exist and `includesGone` is not set.
  public func read<Value>(
    _ kind: String, _ id: String, includesGone: Bool = false,
    _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    try holders.view?.read(kind, id, includesGone: includesGone, in: records, body)
  }

  /// Lends every entity of a kind, in no particular order.
  public func forEach(
    _ kind: String, includesGone: Bool = false, _ body: (borrowing EntityReader) throws -> Void
  ) rethrows {
    try holders.view?.forEach(kind, includesGone: includesGone, in: records, body)
  }

  /// The ids of the entities of a kind that store an edge of this relation to an id, even if they are gone, and whether
  /// or not anybody ever made the target.
  public func storedSources(of relation: String, kind: String, to id: String) -> [String] {
    guard let rel = records.field(relation), let kind = records.kind(kind) else { return [] }
    return records.edges(to: id, rel: rel).filter { records.kind(of: $0.from) == kind }
      .map { records.id(of: $0.from) }
  }

  /// Marks what was written up to here, for ``touched(since:)``. It holds only until the ledger is read anew. O(1).
  public var touchMark: TouchMark { TouchMark(reading: token, count: records.touchCount) }

  /// The ids of entities that were written since, by kind; nil if that is not known: the ledger was read anew, or
  /// too much was written.
  public func touched(since mark: TouchMark) -> [String: Set<String>]? {
    guard mark.reading === token, let touches = records.touches(since: mark.count) else { return nil }
    var found: [String: Set<String>] = [:]
    for touch in touches {
      found[records.name(of: records.kind(of: touch.entity)), default: []].insert(
        records.id(of: touch.entity))
    }
    return found
  }
}

extension LedgerState: SyncState {
  /// The entity that holds this natural key, as normalized by its kind; it may be deleted or gone. Nil where there is
  /// none, or the kind has no natural key.
  public func entity(_ kind: String, key: String) -> SyncedEntity? {
    guard let schema = holders.schemas[kind], let natural = schema.key else { return nil }
    return holder(of: key, schema, natural).map { synced($0) }
  }

  /// The id that every machine derives from this natural key; the key itself for a kind that has none.
  public func newID(_ kind: String, key: String) -> String {
    guard let schema = holders.schemas[kind], let natural = schema.key else { return key }
    return MutationPlanner.derivedID(of: natural.normalizer.normalized(key), schema, natural, records)
  }

  /// All entities that store this value in the field, deleted and gone ones too, by id. O(entities of the kind).
  public func entities(_ kind: String, where field: String, equals value: JSONValue) -> [SyncedEntity] {
    guard let id = records.kind(kind), let field = records.field(field) else { return [] }
    var found: [SyncedEntity] = []
    records.forEachEntity(of: id) { entity in
      guard read(entity, field) == value else { return }
      found.append(synced(entity))
    }
    return found.sorted { $0.id < $1.id }
  }

  /// Every entity of the kind that shows, with these fields as its schema reads them, by id. O(entities of the kind).
  public func entities(_ kind: String, reading fields: [String]) -> [SyncedEntity] {
    var found: [SyncedEntity] = []
    forEach(kind) { entity in
      let values = JSONObject(fields.map { ($0, entity.value($0)) })
      found.append(SyncedEntity(id: entity.id, values: values))
    }
    return found.sorted { $0.id < $1.id }
  }

  /// The ids that a to-many relation leads to, in the order of their links, including gone ones; empty for an unknown
  /// entity.
  public func links(_ kind: String, _ id: String, _ relation: String) -> [String] {
    read(kind, id, includesGone: true) { $0.storedTargets(relation) } ?? []
  }

  /// Whether such an edge was linked (true) or unlinked again (false); nil while nobody did either.
  public func isLinked(_ kind: String, _ id: String, _ relation: String, to target: String) -> Bool? {
    read(kind, id, includesGone: true) { $0.isLinked(relation, to: target) } ?? nil
  }

  /// What a register shows; for a merged field, the merged value.
  func read(_ entity: EntityIndex, _ field: FieldID) -> JSONValue? {
    if records.isContested(entity, field),
      let schema = holders.schemas[records.name(of: records.kind(of: entity))],
      schema.merges[records.name(of: field)] != nil
    {
      return schema.reading(records.name(of: field), of: entity, records)
    }
    return records.value(entity, field).map { records.json($0) }
  }

  /// The entity with this id, even if it was deleted or is gone from its source; nil if nobody ever wrote it.
  public func entity(_ kind: String, id: String) -> SyncedEntity? {
    records.entity(kind, id).map { synced($0) }
  }

  /// Follows deleted entities to the first one that is not deleted; nil where the entity itself is not deleted, and
  /// where the kind declares no successor or the chain ends or is circular.
  public func successor(
    of entity: SyncedEntity, _ kind: String
  ) -> (entity: SyncedEntity, rule: SuccessorRule)? {
    guard !entity.isAlive, let rule = schemas[kind]?.successor else { return nil }
    var next = entity
    // Two machines may each have merged one of two people into the other.
    var met: Set<String> = [entity.id]
    while !next.isAlive {
      guard let id = next.values[rule.field]?.string, met.insert(id).inserted,
        let found = self.entity(kind, id: id)
      else { return nil }
      next = found
    }
    return (next, rule)
  }

  /// The fields of a deleted entity that another machine wrote without knowing of the delete, by their stored names.
  public func unseenFields(of deleted: SyncedEntity, _ kind: String) -> Set<String> {
    guard let entity = records.entity(kind, deleted.id),
      let hidden = records.hiddenWrites(of: entity, by: entity, records.precedence)
    else { return [] }
    return Set(
      hidden.writes.compactMap { write in
        if case .field(let id) = write.register { records.name(of: id) } else { nil }
      })
  }

  private func synced(_ entity: EntityIndex) -> SyncedEntity {
    let life = records.life(of: entity)
    var values = JSONObject()
    for field in records.fields(of: entity) {
      values[records.name(of: field)] = read(entity, field)
    }
    return SyncedEntity(
      id: records.id(of: entity), isAlive: life.isAlive, isPresent: life.isPresent, values: values)
  }
}
