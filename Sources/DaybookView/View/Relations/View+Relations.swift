import DaybookModel
package import DaybookRecords

extension View {
  /// The ids at the other end of a relation or an inverse, in the order of their links, without those that are gone;
  /// targets that nobody ever made are included. A to-one relation has none or one.
  package func related(
    _ entity: EntityIndex, _ name: String, in records: borrowing Records
  ) -> [String] {
    refresh(records)
    guard let field = plan(of: entity, records)?[name] else { return [] }
    return related(entity, field, records)
  }

  func related(_ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records) -> [String] {
    switch field.source {
    case .one(let relation): return reference(entity, relation, records).map { [$0] } ?? []
    case .many(let relation): return targets(entity, relation, records)
    case .inverse(let relation): return sources(entity, relation, records).map { records.id(of: $0) }
    case .id, .stored, .projection: return []
    }
  }

  /// The entities at the other end, without dangling ids.
  func relatedEntities(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> [EntityIndex] {
    switch field.source {
    case .one(let relation):
      let id = reference(entity, relation, records)
      return id.flatMap { shown(relation.schema.target, $0, records) }.map { [$0] } ?? []
    case .many(let relation):
      var found: [EntityIndex] = []
      for id in targets(entity, relation, records) {
        if let target = shown(relation.schema.target, id, records) { found.append(target) }
      }
      return found
    case .inverse(let relation): return sources(entity, relation, records)
    case .id, .stored, .projection: return []
    }
  }

  func shown(_ kind: String, _ id: String, _ records: borrowing Records) -> EntityIndex? {
    guard let entity = records.entity(kind, id), shows(entity, records) else { return nil }
    return entity
  }

  /// The id of a to-one relation; nil while its target is gone.
  func reference(
    _ entity: EntityIndex, _ relation: RelationPlan, _ records: borrowing Records
  ) -> String? {
    guard let id = storedReference(entity, relation.ids, records) else { return nil }
    return isGone(relation.schema.target, id, records) ? nil : id
  }

  func isGone(_ kind: String, _ id: String, _ records: borrowing Records) -> Bool {
    guard let target = records.entity(kind, id) else { return false }
    return isDead(target, records)
  }

  private func targets(
    _ entity: EntityIndex, _ relation: RelationPlan, _ records: borrowing Records
  ) -> [String] {
    guard let rel = relation.ids.first else { return [] }
    var ids: [String] = []
    for edge in records.edges(from: entity, rel: rel)
    where !isGone(relation.schema.target, edge.to, records) { ids.append(edge.to) }
    return ids
  }

  /// The existing entities that store a relation to an entity.
  func sources(
    _ entity: EntityIndex, _ relation: RelationPlan, _ records: borrowing Records
  ) -> [EntityIndex] {
    guard !isDead(entity, records), let owner = records.kind(relation.schema.owner) else { return [] }
    var found: [EntityIndex] = []
    if relation.schema.isToMany {
      guard let rel = relation.ids.first else { return [] }
      for edge in records.edges(to: records.id(of: entity), rel: rel)
      where records.kind(of: edge.from) == owner && shows(edge.from, records) { found.append(edge.from) }
      return found
    }
    var writes: [(source: EntityIndex, write: RegisterWrite)] = []
    for source in referenceIndex(relation.schema, records).sources(of: entity) where shows(source, records) {
      guard let ids = plan(of: source, records)?[relation.schema.name]?.ids,
        let id = records.winner(source, ids)?.id, let write = records.register(source, id)
      else { continue }
      writes.append((source, write))
    }
    writes.sort { left, right in
      if left.write.order != right.write.order { return left.write.order < right.write.order }
      if left.write.stamp != right.write.stamp { return left.write.stamp < right.write.stamp }
      return left.write.leafHash != right.write.leafHash
        ? left.write.leafHash < right.write.leafHash
        : records.id(of: left.source) < records.id(of: right.source)
    }
    return writes.map(\.source)
  }
}
