import DaybookModel
package import DaybookRecords

/// What merging brought about that no single machine would have written. Both sides stay as they are until
/// somebody resolves it; registers that were written at once are the records' own conflicts.
package struct ViewConflict: Sendable, Equatable {
  package enum Cause: Sendable, Equatable {
    /// Entities of one kind with the same values in fields that must be unique.
    case unique(fields: [String], values: [String])
    /// A deleted entity and one that its delete rule says must not have been there any more.
    case denied(relation: String)
  }

  package struct Entity: Sendable, Hashable {
    package var kind: String
    package var id: String
  }

  package var cause: Cause
  /// Ascending by id; of a denied delete first the deleted one.
  package var entities: [Entity]
}

extension View {
  /// By kind, then by cause. O(entities of the kinds with unique fields or denying rules).
  package func conflicts(in records: borrowing Records) -> [ViewConflict] {
    refresh(records)
    var found: [ViewConflict] = []
    for schema in registry.kinds {
      for fields in schema.uniques { found += shared(fields, schema, records) }
      for relation in schema.relations where relation.onDelete == .deny || relation.onTargetDelete == .deny {
        found += denied(relation, records)
      }
    }
    return found
  }

  private func shared(
    _ fields: [String], _ schema: KindSchema, _ records: borrowing Records
  ) -> [ViewConflict] {
    guard let plan = plan(schema.kind, records) else { return [] }
    var holders: [[String]: [String]] = [:]
    for entity in records.entities(of: plan.kind) where shows(entity, records) {
      var values = JSONObject()
      for name in fields { values[name] = plan[name].map { value(entity, $0, records) } }
      guard let key = schema.uniqueValue(of: fields, { values[$0] ?? .null }), !key.contains("") else {
        continue
      }
      holders[key, default: []].append(records.id(of: entity))
    }
    return holders.filter { $0.value.count > 1 }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { values, ids in
        ViewConflict(
          cause: .unique(fields: fields, values: values),
          entities: ids.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            .map { ViewConflict.Entity(kind: schema.kind, id: $0) })
      }
  }

  /// The relation's ends of which one was deleted though the other is there.
  private func denied(_ relation: RelationSchema, _ records: borrowing Records) -> [ViewConflict] {
    guard let plan = plan(relation.owner, records), let field = plan[relation.name] else { return [] }
    var found: [ViewConflict] = []
    for owner in records.entities(of: plan.kind) {
      let isDeleted = records.life(of: owner).isDeleted
      guard isDeleted ? relation.onDelete == .deny : relation.onTargetDelete == .deny && shows(owner, records)
      else { continue }
      for id in storedTargets(owner, field, records) {
        guard let target = records.entity(relation.target, id) else { continue }
        let isConflict = isDeleted ? shows(target, records) : records.life(of: target).isDeleted
        guard isConflict else { continue }
        let ends = [
          ViewConflict.Entity(kind: relation.owner, id: records.id(of: owner)),
          ViewConflict.Entity(kind: relation.target, id: id),
        ]
        found.append(
          ViewConflict(
            cause: .denied(relation: isDeleted ? relation.name : relation.inverse ?? relation.name),
            entities: isDeleted ? ends : ends.reversed()))
      }
    }
    return found.sorted {
      $0.entities.map(\.id).lexicographicallyPrecedes($1.entities.map(\.id))
    }
  }

  /// What a relation holds, whether or not it is there.
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
