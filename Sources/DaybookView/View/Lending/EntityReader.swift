public import DaybookModel
import DaybookRecords

/// What a projection's formula reads: one entity, and those it is related to, as the view shows them. Valid only while
/// the formula runs, which is why it cannot be copied.
public struct EntityReader: ~Copyable {
  let view: View
  let records: UnsafePointer<Records>
  let entity: EntityIndex

  init(view: View, records: UnsafePointer<Records>, entity: EntityIndex) {
    (self.view, self.records, self.entity) = (view, records, entity)
  }

  public var kind: String { records.pointee.name(of: records.pointee.kind(of: entity)) }
  public var id: String { records.pointee.id(of: entity) }

  /// The moment for which formulas are computed; nil: nothing counts as upcoming.
  public var moment: Instant? { view.moment }

  /// Whether an instant field has begun by that moment; true if it is empty.
  ///
  /// - Parameter isAllDay: whether the field means a day, stored as its midnight in UTC; it begins when that day
  ///   begins in the zone where the ledger is read (``LedgerOptions/zone`` in Daybook).
  public func hasBegun(_ field: String, isAllDay: Bool = false) -> Bool {
    guard let moment = view.moment, let time = value(field).string.flatMap({ Instant($0) }) else {
      return true
    }
    guard isAllDay else { return time <= moment }
    return time.milliseconds.floored(by: 86_400_000) <= view.zone.day(at: moment).daysSince1970
  }

  /// Whether output masks the field: see ``Disclosure``.
  public func hides(_ field: String) -> Bool { view.registry.hides(field, of: kind) }

  /// The field's value; null for a field that is unknown or itself a projection.
  public func value(_ field: String) -> JSONValue {
    guard let plan = view.plan(of: entity, records.pointee)?[field] else { return .null }
    if case .projection = plan.source { return .null }
    return view.value(entity, plan, records.pointee)
  }

  /// The ids at the other end of a relation or an inverse, in order.
  public func related(_ relation: String) -> [String] {
    guard let plan = view.plan(of: entity, records.pointee)?[relation] else { return [] }
    return view.related(entity, plan, records.pointee)
  }

  /// How many entities are at the other end.
  public func count(_ relation: String) -> Int { entities(relation).count }

  /// Reads the existing entities at the other end, in order.
  public func map<Value>(
    _ relation: String, _ transform: (borrowing EntityReader) throws -> Value
  ) rethrows -> [Value] {
    var values: [Value] = []
    for other in entities(relation) {
      values.append(try transform(EntityReader(view: view, records: records, entity: other)))
    }
    return values
  }

  private func entities(_ relation: String) -> [EntityIndex] {
    guard let plan = view.plan(of: entity, records.pointee)?[relation] else { return [] }
    return view.relatedEntities(entity, plan, records.pointee)
  }
}

/// Which of the machines that write a ledger are known to hold an entity's present state.
public struct Holding: Sendable, Equatable {
  /// The machines that wrote everything that it shows, or had seen it when they last wrote. Ascending.
  public var holders: [ReplicaID]
  /// The machines of which that is not known: they may lack it, or hold it and have written nothing since.
  public var others: [ReplicaID]

  /// Both lists ascending, without a replica in common.
  public init(holders: [ReplicaID] = [], others: [ReplicaID] = []) {
    (self.holders, self.others) = (holders, others)
  }

  /// Whether only one machine writes the ledger.
  public var isAlone: Bool { holders.count + others.count <= 1 }
  /// Whether every machine is known to hold it.
  public var isComplete: Bool { others.isEmpty }
}

extension EntityReader {
  /// Which machines hold what the entity shows, without retired ones. The answer is the same on every machine
  /// that holds the same events. O(fields × machines).
  public var holding: Holding {
    var holding = Holding()
    for (replica, isHolding) in records.pointee.holding(entity) where !isRetired(replica) {
      if isHolding { holding.holders.append(replica) } else { holding.others.append(replica) }
    }
    return holding
  }

  /// Whether several machines wrote a field without having seen one another's value, and nobody has decided since.
  public var hasConflict: Bool {
    guard let plan = view.plan(of: entity, records.pointee) else { return false }
    return plan.fields.contains { field in
      guard case .stored = field.source, field.merge == nil, field.schema.derivedFrom.isEmpty,
        !field.ids.isEmpty
      else { return false }
      let values = records.pointee.heads(entity, field.ids).map { records.pointee.json($0.write.value) }
      return values.dropFirst().contains { $0 != values[0] }
    }
  }

  private func isRetired(_ replica: ReplicaID) -> Bool {
    guard let entity = records.pointee.entity("daybook.replica", "\(replica)"),
      let field = records.pointee.field("retiredAt"), let value = records.pointee.value(entity, field)
    else { return false }
    return !value.isNull
  }
}

extension EntityReader {
  /// The time of the entity's first write, whatever it wrote.
  public var firstWritten: Instant { records.pointee.firstStamp(entity).instant }

  /// Reads those of a kind that have a relation to the entity, in the order of their links: for the opposite direction
  /// of a relation without an inverse.
  public func mapReferring<Value>(
    _ kind: String, by relation: String, _ transform: (borrowing EntityReader) throws -> Value
  ) rethrows -> [Value] {
    let way: RelationPlan
    switch view.plan(kind, records.pointee)?[relation]?.source {
    case .one(let plan), .many(let plan): way = plan
    default: return []
    }
    var values: [Value] = []
    for other in view.sources(entity, way, records.pointee) {
      values.append(try transform(EntityReader(view: view, records: records, entity: other)))
    }
    return values
  }
}

// What this side wrote to an entity and what a server holds of it, for code that synchronises the two.

extension EntityReader {
  /// The stamp of the entity's first write, whatever it wrote.
  public var firstStamp: Stamp { records.pointee.firstStamp(entity) }

  /// The stamp of a field's write on this side, while no server has acknowledged it; nil if there is none.
  public func pendingStamp(_ field: String) -> Stamp? {
    guard let field = records.pointee.field(field), records.pointee.isPending(entity, field) else {
      return nil
    }
    return records.pointee.localRegister(entity, field)?.stamp
  }

  /// Whether this side wrote the field and no server has acknowledged it yet.
  public func isPending(_ field: String) -> Bool { pendingStamp(field) != nil }

  /// Since when a server has held its present value of a field; nil if it holds none.
  public func serverTime(_ field: String) -> ServerTime? {
    records.pointee.field(field).flatMap { records.pointee.serverRegister(entity, $0)?.server }
  }

  /// A server's value of a field, even if a local value shows.
  public func serverValue(_ field: String) -> JSONValue? {
    guard let field = records.pointee.field(field), let write = records.pointee.serverRegister(entity, field)
    else { return nil }
    return records.pointee.json(write.value)
  }

  /// Whether a server has the entity, and since when it has stated that, even if a local write shows; nil if no server
  /// has.
  public var serverPresence: (isPresent: Bool, since: ServerTime)? {
    guard let write = records.pointee.serverPresence(entity), let since = write.server else { return nil }
    return (write.value.isTrue, since)
  }

  /// The stamp of the delete that hides the entity; nil if none does.
  public var deletion: Stamp? {
    isDeleted ? records.pointee.aliveRegister(entity)?.stamp : nil
  }

  /// The stamp of this side's last write about the entity's existence, while no server has acknowledged it.
  public var pendingPresence: Stamp? { records.pointee.pendingPresence(entity) }

  /// Whether a server has acknowledged a write to the entity.
  public func isAcknowledged(_ stamp: Stamp) -> Bool {
    records.pointee.acknowledged(entity, stamp.replica).map { $0 >= stamp } ?? false
  }
}
