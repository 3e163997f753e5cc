public import DaybookModel
import DaybookRecords

extension EntityReader {
  /// The time of the entity's first write, whatever it wrote.
  public var firstWritten: Instant { records.pointee.firstStamp(entity).instant }

  /// Reads those of a kind that have a relation to the entity, in the order of their links: the way back
  /// where the relation has no inverse.
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
