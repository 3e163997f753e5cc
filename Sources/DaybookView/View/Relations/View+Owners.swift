package import DaybookRecords

extension View {
  /// The owners that an entity can reach over cascade edges and that are deleted or gone from their source
  /// themselves, the nearest first; of equally near ones by kind and id. O(owners).
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

/// A relation that takes one end along when the other is deleted, as it is stored.
package struct CascadeRelation: Sendable {
  /// The kind that stores it, the names under which it may be stored, and the kind that it leads to.
  package let owner: String
  package let names: [String]
  package let target: String
  package let isToMany: Bool
  /// Whether the target goes with the one that stores it, and the one that stores it with the target.
  package let hidesTarget: Bool
  package let hidesOwner: Bool
}

extension SchemaRegistry {
  /// The cascade relations that are stored by the kinds of a kind's system, which alone can lead to it.
  ///
  /// - Parameter isErasing: also those of entities that are about their targets, and are erased with them.
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
