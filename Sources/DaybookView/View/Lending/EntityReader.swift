public import DaybookModel
import DaybookRecords

/// What a projection's formula reads: one entity, and those it is related to, as the view shows them.
/// Good only while the formula runs, which is why it cannot be copied.
public struct EntityReader: ~Copyable {
  let view: View
  let records: UnsafePointer<Records>
  let entity: EntityIndex

  init(view: View, records: UnsafePointer<Records>, entity: EntityIndex) {
    (self.view, self.records, self.entity) = (view, records, entity)
  }

  public var kind: String { records.pointee.name(of: records.pointee.kind(of: entity)) }
  public var id: String { records.pointee.id(of: entity) }

  /// The moment of which formulas speak; nil where nothing is to come.
  public var moment: Instant? { view.moment }

  /// Whether an instant field holds what has begun by that moment; true where it holds nothing.
  ///
  /// - Parameter isAllDay: whether the field means a day, by its midnight in UTC, which begins when the moment's own day
  ///   does where the ledger is read (``LedgerOptions/zone`` in Daybook).
  public func hasBegun(_ field: String, isAllDay: Bool = false) -> Bool {
    guard let moment = view.moment, let time = value(field).string.flatMap({ Instant($0) }) else {
      return true
    }
    guard isAllDay else { return time <= moment }
    return time.milliseconds.floored(by: 86_400_000) <= view.zone.day(at: moment).daysSince1970
  }

  /// Whether output masks the field: see ``Disclosure``.
  public func hides(_ field: String) -> Bool { view.registry.hides(field, of: kind) }

  /// The field as it reads; null for one that is unknown or itself a projection.
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

  /// Reads those at the other end that are there, in order.
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
