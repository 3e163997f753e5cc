package import DaybookModel
package import DaybookRecords

/// Records read through the schemas of the registered systems: defaults, former names, presence, delete
/// rules, inverse relations, projections. A pure function of records and registry; what it keeps are
/// caches, good for the records it is asked about, which must always be the same ones.
///
/// A class because the caches fill while it reads; it belongs to the one actor that owns the records.
package final class View {
  package let registry: SchemaRegistry

  /// By kind number; nil: not asked for yet.
  private var plans: [PlanOfKind?] = []
  /// How many names the records had when the plans were made: a name met since may be a field's.
  private var nameCount = -1
  /// How many events the records held when the caches below were last right, and how many touches.
  private var eventCount = -1
  private var touchCount = 0
  var presence = PresenceTable()
  /// Those whose presence was marked provisional.
  var provisional: [EntityIndex] = []
  var references: [RelationKey: ReferenceIndex] = [:]
  /// Those whose presence may have changed.
  var forgotten = ForgottenPresence()
  var indexes: [KindID: KindIndex] = [:]
  /// Those of the snapshot that the records were read from.
  var kept: SnapshotIndexes?

  /// The moment of which formulas speak: what begins after it is to come. Nil: nothing is, so that equal records have
  /// one digest whenever it is made.
  package var moment: Instant?
  /// In which zone the moment's day is found.
  package var zone = TimeZoneRule.system

  /// What one viewer sees; nil: everything.
  let limit: ViewLimit?

  package convenience init(registry: SchemaRegistry) { self.init(registry: registry, limit: nil) }

  init(registry: SchemaRegistry, limit: ViewLimit?) { (self.registry, self.limit) = (registry, limit) }

  /// A raw kind has none.
  private struct PlanOfKind { var plan: KindPlan? }

  struct RelationKey: Hashable {
    var owner: String
    var name: String
  }

  /// To be called first by whatever reads: brings the caches up to the records. O(1) when nothing changed,
  /// else O(what was touched and belongs to it); where the records do not keep that, all caches are dropped.
  func refresh(_ records: borrowing Records) {
    if records.nameCount != nameCount {
      nameCount = records.nameCount
      plans.removeAll(keepingCapacity: true)
    }
    guard records.eventCount != eventCount else { return }
    // Not the first time: the records are others, or nobody knows what came.
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

  /// The entity, if anything was ever written of it.
  package func entity(_ kind: String, _ id: String, in records: borrowing Records) -> EntityIndex? {
    records.entity(kind, id)
  }
}
