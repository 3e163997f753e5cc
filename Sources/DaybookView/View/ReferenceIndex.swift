import DaybookModel
import DaybookRecords

/// For a to-one relation: who refers to an entity. Made when first asked for, by reading the relation
/// of every entity of its kind.
struct ReferenceIndex {
  private var sourcesByTarget: [EntityIndex: [EntityIndex]] = [:]

  func sources(of target: EntityIndex) -> [EntityIndex] { sourcesByTarget[target] ?? [] }

  mutating func add(_ source: EntityIndex, to target: EntityIndex) {
    sourcesByTarget[target, default: []].append(source)
  }
}

extension View {
  /// Every reference that is stored, of dead entities too. O(entities of the kind) the first time.
  func referenceIndex(_ relation: RelationSchema, _ records: borrowing Records) -> ReferenceIndex {
    let key = RelationKey(owner: relation.owner, name: relation.name)
    if let index = references[key] { return index }
    var index = ReferenceIndex()
    if let kind = records.kind(relation.owner), let target = records.kind(relation.target),
      let field = plan(relation.owner, records)?[relation.name]
    {
      for entity in records.entities(of: kind) {
        if let id = storedReference(entity, field.ids, records), let found = records.entity(target, id) {
          index.add(entity, to: found)
        }
      }
    }
    references[key] = index
    return index
  }

  /// The id that a to-one relation holds, whether or not its target is there.
  func storedReference(_ entity: EntityIndex, _ ids: [FieldID], _ records: borrowing Records) -> String? {
    guard let value = records.winner(entity, ids)?.value, !value.isNull else { return nil }
    return records.withBytes(of: value) { StoredText.string($0) }
  }
}
