package import DaybookRecords

extension View {
  /// The owners that an entity can reach over cascade edges and that are deleted or gone from their source
  /// themselves, the nearest first; equally near ones by kind and id. O(owners).
  package func goneOwners(of entity: EntityIndex, in records: borrowing Records) -> [EntityIndex] {
    refresh(records)
    var gone: [EntityIndex] = []
    var seen: Set<EntityIndex> = [entity]
    var level = [entity]
    while !level.isEmpty {
      var next: [EntityIndex] = []
      for one in level {
        guard let plan = plan(of: one, records), !plan.owners.isEmpty else { continue }
        next += ends(of: one, plan.owners, records).entities.filter { seen.insert($0).inserted }
      }
      var found: [(name: (String, String), entity: EntityIndex)] = []
      for owner in next where records.life(of: owner).isGone {
        found.append(((records.name(of: records.kind(of: owner)), records.id(of: owner)), owner))
      }
      gone += found.sorted { $0.name < $1.name }.map(\.entity)
      level = next
    }
    return gone
  }
}

/// A relation that hides one end when the other is deleted, as it is stored.
package struct CascadeRelation: Sendable {
  /// The kind that stores it, the names under which it may be stored, and the kind that it leads to.
  package let owner: String
  package let names: [String]
  package let target: String
  package let isToMany: Bool
  /// Whether deleting the entity that stores it hides the target, and whether deleting the target hides that entity.
  package let hidesTarget: Bool
  package let hidesOwner: Bool
}

extension SchemaRegistry {
  /// The cascade relations that are stored by the kinds of a kind's system, which alone can lead to it.
  ///
  /// - Parameter isErasing: whether to include relations of entities that are about their targets, and are erased
  ///   with them.
  package func cascades(around kind: String, isErasing: Bool = false) -> [CascadeRelation] {
    relations(around: kind).compactMap { relation in
      let down = relation.onDelete == .cascade
      let up = relation.onTargetDelete == .cascade || isErasing && relation.isAbout
      guard down || up else { return nil }
      return CascadeRelation(
        owner: relation.owner, names: self[relation.owner]?.names(of: relation.name) ?? [relation.name],
        target: relation.target, isToMany: relation.isToMany, hidesTarget: down, hidesOwner: up)
    }
  }
}

extension View {
  /// What would be hidden with the entity if it were deleted, by the stored relations, recursively, whether or not
  /// those entities exist; by kind and id. O(what is found), and O(entities of the kinds that refer) the first time.
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

  /// The entities that the viewer may see, by kind and id.
  func sorted(_ entities: Set<EntityIndex>, _ records: borrowing Records) -> [EntityIndex] {
    var named: [(kind: String, id: String, entity: EntityIndex)] = []
    for entity in entities where allows(entity, records) {
      named.append((records.name(of: records.kind(of: entity)), records.id(of: entity), entity))
    }
    return named.sorted { ($0.kind, $0.id) < ($1.kind, $1.id) }.map(\.entity)
  }
}

extension View {
  /// The entities that store a relation to the entity, even if they or it are gone, each once, by kind and id: by the
  /// relations that lead to its kind, and by links of raw kinds to its id. O(entities of the kinds that refer), the
  /// first time.
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
