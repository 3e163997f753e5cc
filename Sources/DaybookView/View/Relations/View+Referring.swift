package import DaybookRecords

extension View {
  /// Those that store a relation to the entity, though they or it be gone, each once, by kind and id: by the relations
  /// that lead to its kind, and by links of raw kinds to its id. O(entities of the kinds that refer), the first time.
  package func referrers(of entity: EntityIndex, in records: borrowing Records) -> [EntityIndex] {
    refresh(records)
    let (kind, id) = (records.name(of: records.kind(of: entity)), records.id(of: entity))
    var found: Set<EntityIndex> = []
    for relation in registry.relations(around: kind) where relation.target == kind && !relation.isToMany {
      found.formUnion(referenceIndex(relation, records).sources(of: entity))
    }
    for edge in records.edges(to: id) {
      let owner = records.name(of: records.kind(of: edge.from))
      let rel = records.name(of: edge.rel)
      let schema = registry[owner]
      let leads = schema?.relations.contains {
        $0.target == kind && schema?.names(of: $0.name).contains(rel) ?? false
      }
      if leads ?? true { found.insert(edge.from) }
    }
    found.remove(entity)
    return sorted(found, records)
  }
}
