// Deletes that a rule forbids but that nobody refused: their author did not know of the entity that forbids them.

import DaybookModel
import DaybookRecords

extension View {
  /// O(deleted entities and what refers to them), and O(entities of a kind that refers) the first time.
  func deniedConflicts(_ records: borrowing Records) -> [ViewConflict] {
    let relations = registry.kinds.flatMap(\.relations).filter {
      $0.onDelete == .deny || $0.onTargetDelete == .deny
    }
    if relations.isEmpty { return [] }
    var found: [ViewConflict] = []
    records.forEachDeleted { entity in
      let kind = records.name(of: records.kind(of: entity))
      for relation in relations {
        if relation.onDelete == .deny, relation.owner == kind {
          found += denied(owner: entity, relation, records)
        }
        if relation.onTargetDelete == .deny, relation.target == kind {
          found += denied(target: entity, relation, records)
        }
      }
    }
    return found
  }

  /// The owner is deleted although entities that it refers to exist.
  private func denied(
    owner: EntityIndex, _ relation: RelationSchema, _ records: borrowing Records
  ) -> [ViewConflict] {
    guard let field = plan(of: owner, records)?[relation.name] else { return [] }
    return storedTargets(owner, field, records).compactMap { id in
      guard let target = shown(relation.target, id, records) else { return nil }
      return denied(
        owner, against: target, relation.name, reference(from: owner, to: id, field, records), records)
    }
  }

  /// The target is deleted although entities that refer to it exist.
  private func denied(
    target: EntityIndex, _ relation: RelationSchema, _ records: borrowing Records
  ) -> [ViewConflict] {
    guard let plan = plan(relation.owner, records), let field = plan[relation.name] else { return [] }
    let id = records.id(of: target)
    var owners: [EntityIndex] = []
    if relation.isToMany {
      guard let rel = field.ids.first else { return [] }
      for edge in records.edges(to: id, rel: rel) where records.kind(of: edge.from) == plan.kind {
        owners.append(edge.from)
      }
    } else {
      owners = referenceIndex(relation, records).sources(of: target)
    }
    return owners.compactMap { owner in
      guard shows(owner, records) else { return nil }
      let side = reference(from: owner, to: id, field, records)
      return denied(target, against: owner, relation.inverse ?? relation.name, side, records)
    }
  }

  private func denied(
    _ deleted: EntityIndex, against other: EntityIndex, _ relation: String, _ side: ViewConflict.Side?,
    _ records: borrowing Records
  ) -> ViewConflict? {
    guard let side, let delete = records.aliveRegister(deleted) else { return nil }
    return ViewConflict(
      cause: .denied(relation: relation), entities: [named(deleted, records), named(other, records)],
      what: relation, sides: [self.side(deleted, .alive, delete, records), side], isGone: true)
  }

  /// The write that makes one entity refer to another.
  private func reference(
    from owner: EntityIndex, to id: String, _ field: FieldPlan, _ records: borrowing Records
  ) -> ViewConflict.Side? {
    if case .many = field.source {
      return field.ids.first.flatMap { rel in
        records.edgeRegister(owner, rel, to: id).map { self.side(owner, .edge(rel, to: id), $0, records) }
      }
    }
    guard let write = records.shown(owner, field.ids), let winner = records.winner(owner, field.ids) else {
      return nil
    }
    return side(owner, .field(winner.id), write, records)
  }

  /// The targets of a relation, whether or not they exist.
  private func storedTargets(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> [String] {
    switch field.source {
    case .one(let relation): return storedReference(entity, relation.ids, records).map { [$0] } ?? []
    case .many(let relation):
      guard let rel = relation.ids.first else { return [] }
      return records.edges(from: entity, rel: rel).map(\.to)
    default: return []
    }
  }
}
