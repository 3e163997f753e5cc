import Crypto
package import DaybookModel
package import DaybookRecords

/// Records read through the schemas of the registered systems: defaults, former names, presence, delete
/// rules, inverse relations, projections. A pure function of records and registry; it keeps only caches, which are
/// valid for the records that it reads, so these must always be the same.
///
/// A class because the caches fill while it reads; it belongs to the one actor that owns the records.
package final class View {
  package let registry: SchemaRegistry

  /// By kind number; nil: not needed yet.
  private var plans: [PlanOfKind?] = []
  /// How many names the records had when the plans were made: a newer name may be that of a field.
  private var nameCount = -1
  /// How many events the records held when the caches below were last up to date, and how many touches.
  private var eventCount = -1
  private var touchCount = 0
  var presence = PresenceTable()
  /// Those whose presence was marked provisional.
  var provisional: [EntityIndex] = []
  var references: [RelationKey: ReferenceIndex] = [:]
  /// Those whose presence may have changed.
  var forgotten = ForgottenPresence()
  var indexes: [KindID: KindIndex] = [:]
  /// The indexes of the snapshot that the records were read from.
  var kept: SnapshotIndexes?

  /// The moment for which formulas are computed: what begins after it is upcoming. Nil: nothing is, so that equal
  /// records always have the same digest.
  package var moment: Instant?
  /// The time zone that determines the moment's day.
  package var zone = TimeZoneRule.system

  /// The limit for one viewer; nil: everything is shown.
  let limit: ViewLimit?

  package convenience init(registry: SchemaRegistry) { self.init(registry: registry, limit: nil) }

  init(registry: SchemaRegistry, limit: ViewLimit?) { (self.registry, self.limit) = (registry, limit) }

  /// A raw kind has none.
  private struct PlanOfKind { var plan: KindPlan? }

  struct RelationKey: Hashable {
    var owner: String
    var name: String
  }

  /// Call this before any reading: it updates the caches to the records. O(1) if nothing changed, else O(what was
  /// touched and belongs to it); if the records no longer know that, all caches are dropped.
  func refresh(_ records: borrowing Records) {
    if records.nameCount != nameCount {
      nameCount = records.nameCount
      plans.removeAll(keepingCapacity: true)
    }
    guard records.eventCount != eventCount else { return }
    // Not the first time: the records are different ones, or what came is unknown.
    let isFirst = eventCount < 0
    let touches = eventCount < 0 ? nil : records.touches(since: touchCount)
    (eventCount, touchCount) = (records.eventCount, records.touchCount)
    if let touches { return follow(touches, records) }
    forgotten.lose()
    indexes.removeAll()
    if !isFirst { kept = nil }
    references.removeAll(keepingCapacity: true)
    presence.removeAll()
    provisional.removeAll(keepingCapacity: true)
    presence.grow(to: records.entityCount)
  }

  /// The plan of an entity's kind; nil for a raw one.
  func plan(of entity: EntityIndex, _ records: borrowing Records) -> KindPlan? {
    plan(records.kind(of: entity), records)
  }

  func plan(_ kind: KindID, _ records: borrowing Records) -> KindPlan? {
    let place = Int(kind.rawValue)
    if place < plans.count, let known = plans[place] { return known.plan }
    while plans.count <= place { plans.append(nil) }
    let plan = registry[records.name(of: kind)].map {
      KindPlan($0, kind: kind, registry: registry, records)
    }
    plans[place] = PlanOfKind(plan: plan)
    return plan
  }

  /// The plans of all kinds that the records know and that are not raw.
  func allPlans(_ records: borrowing Records) -> [KindPlan] {
    records.kindIDs.compactMap { plan($0, records) }
  }

  func plan(_ kind: String, _ records: borrowing Records) -> KindPlan? {
    records.kind(kind).flatMap { plan($0, records) }
  }

  /// The entity, if anybody ever wrote it.
  package func entity(_ kind: String, _ id: String, in records: borrowing Records) -> EntityIndex? {
    records.entity(kind, id)
  }
}

extension View {
  /// The SHA-256 over everything the view shows: equal records read through equal schemas give equal
  /// digests. Its text is
  ///
  ///     {"schema":"<fingerprint>","view":1}
  ///     {"fields":{…},"id":"0193…","kind":"sam.person","stamp":"<last write>"}
  ///
  /// one line for each existing entity, ascending by the bytes of kind and id, each canonical JSON with an LF; fields
  /// as in a ``Row``, without a moment, so that nothing counts as upcoming. O(everything).
  package func digest(of records: borrowing Records) -> Hash256 {
    let moment = moment
    self.moment = nil
    defer { self.moment = moment }
    refresh(records)
    var hasher = SHA256()
    var writer = JSONWriter()
    let header: JSONObject = ["schema": .string(registry.fingerprint.description), "view": 1]
    writer.write(header)
    writer.write(byte: UInt8(ascii: "\n"))
    for kind in records.kindIDs {
      var ids: [(id: String, entity: EntityIndex)] = []
      for entity in records.entities(of: kind) where shows(entity, records) {
        ids.append((records.id(of: entity), entity))
      }
      ids.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
      for (_, entity) in ids {
        writer.write(json(row(entity, isGone: false, records)))
        writer.write(byte: UInt8(ascii: "\n"))
        if writer.bytes.count >= 1 << 16 {
          hasher.update(data: writer.bytes)
          writer.removeAll()
        }
      }
    }
    hasher.update(data: writer.bytes)
    return Hash256(bytes: Array(hasher.finalize())) ?? Hash256(words: (0, 0, 0, 0))
  }

  private func json(_ row: Row) -> JSONObject {
    [
      "kind": .string(row.kind), "id": .string(row.id),
      "stamp": row.stamp.map { .string($0.description) } ?? .null,
      "fields": .object(JSONObject(row.fields.map { ($0.name, $0.value) })),
    ]
  }
}

extension View {
  /// The field's value.
  func value(_ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records) -> JSONValue {
    switch field.source {
    case .id: return .string(records.id(of: entity))
    case .stored: return stored(entity, field, records)
    case .one(let relation): return reference(entity, relation, records).map { .string($0) } ?? .null
    case .many: return .array(related(entity, field, records).map { .string($0) })
    case .inverse(let relation):
      let ids = related(entity, field, records)
      if relation.schema.isInverseToMany { return .array(ids.map { .string($0) }) }
      return ids.first.map { .string($0) } ?? .null
    case .projection(let formula): return projection(entity, field, formula(), records)
    }
  }

  private func stored(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> JSONValue {
    if let merge = field.merge, let merged = records.merged(entity, field.ids, merge) {
      return merged.isNull && !field.schema.isOptional ? unwritten(entity, field, records) : merged
    }
    guard let winner = records.winner(entity, field.ids) else { return unwritten(entity, field, records) }
    var value = records.json(winner.value)
    if !field.upcasts.isEmpty, let version = records.register(entity, winner.id)?.v {
      for upcast in field.upcasts where version < upcast.before { value = upcast.convert(value) }
    }
    // Null is a value only if the struct's field is optional.
    return value.isNull && !field.schema.isOptional ? unwritten(entity, field, records) : value
  }

  /// What an unwritten field reads as.
  func unwritten(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> JSONValue {
    if !field.hasOneDefault, let provided = provided(entity, records)?[field.schema.name] { return provided }
    switch field.schema.stampDefault {
    case .first?: return .string(records.firstStamp(entity).instant.description)
    case .last?: return .string(records.lastStamp(entity).instant.description)
    case nil: return field.schema.defaultValue
    }
  }

  /// Projections do not read projections: the reader shows them as null, so no formula runs in circles.
  private func projection(
    _ entity: EntityIndex, _ field: FieldPlan, _ formula: ProjectionFormula?, _ records: borrowing Records
  ) -> JSONValue {
    guard let compute = formula?.compute else { return field.schema.defaultValue }
    return withUnsafePointer(to: records) { pointer in
      let reader = EntityReader(view: self, records: pointer, entity: entity)
      return (try? compute(reader)) ?? field.schema.defaultValue
    }
  }
}
