package import DaybookRecords

extension View {
  /// What would be hidden with the entity if it were deleted, by the relations that are stored, whether or not any of it
  /// is there, and so on; by kind and id. O(what is found), and O(entities of the kinds that refer) the first time.
  package func belongings(of entity: EntityIndex, in records: borrowing Records) -> [EntityIndex] {
    refresh(records)
    var found: Set<EntityIndex> = [entity]
    var pending = [entity]
    while let next = pending.popLast() {
      guard let plan = plan(of: next, records), !plan.owned.isEmpty else { continue }
      for other in ends(of: next, plan.owned, records).entities where found.insert(other).inserted {
        pending.append(other)
      }
    }
    found.remove(entity)
    return sorted(found, records)
  }

  /// Those that the viewer may see, by kind and id.
  func sorted(_ entities: Set<EntityIndex>, _ records: borrowing Records) -> [EntityIndex] {
    var named: [(kind: String, id: String, entity: EntityIndex)] = []
    for entity in entities where allows(entity, records) {
      named.append((records.name(of: records.kind(of: entity)), records.id(of: entity), entity))
    }
    return named.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }.map(\.entity)
  }
}
