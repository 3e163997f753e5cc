import DaybookModel
import DaybookRecords

/// For a to-one relation: which entities refer to an entity. Built when first needed, by reading the relation of every
/// entity of its kind; then updated with each that may have changed.
struct ReferenceIndex {
  let relation: RelationSchema
  let column: ReferenceColumn
}

extension View {
  /// Every reference that is stored, of dead entities too. O(entities of the kind) the first time.
  func referenceIndex(_ relation: RelationSchema, _ records: borrowing Records) -> ReferenceColumn {
    let key = RelationKey(owner: relation.owner, name: relation.name)
    if let index = references[key] { return index.column }
    if let column = keptReferences(relation, records) {
      references[key] = ReferenceIndex(relation: relation, column: column)
      return column
    }
    var ends: [(source: EntityIndex, end: ReferenceEnd)] = []
    if let kind = records.kind(relation.owner), let field = plan(relation.owner, records)?[relation.name],
      !field.ids.isEmpty
    {
      for entity in records.entities(of: kind) {
        if let end = storedEnd(entity, field, relation, records) { ends.append((entity, end)) }
      }
    }
    let column = ReferenceColumn(ends, entityCount: records.entityCount)
    references[key] = ReferenceIndex(relation: relation, column: column)
    return column
  }

  func storedEnd(
    _ source: EntityIndex, _ field: FieldPlan, _ relation: RelationSchema, _ records: borrowing Records
  ) -> ReferenceEnd? {
    guard let value = records.winner(source, field.ids)?.value, !value.isNull else { return nil }
    if let kind = records.kind(relation.target), let target = records.entity(kind, named: value) {
      return .entity(target)
    }
    return storedReference(source, field.ids, records).map { .id($0) }
  }

  /// The id in a to-one relation, whether or not its target exists.
  func storedReference(_ entity: EntityIndex, _ ids: [FieldID], _ records: borrowing Records) -> String? {
    guard let value = records.winner(entity, ids)?.value, !value.isNull else { return nil }
    return records.withBytes(of: value) { StoredText.string($0) }
  }
}
