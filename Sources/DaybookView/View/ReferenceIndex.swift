import DaybookModel
import DaybookRecords

/// For a to-one relation: who refers to an entity. Made when first asked for, by reading the relation
/// of every entity of its kind; then told of each that may have changed.
struct ReferenceIndex {
  /// What a source refers to: an entity, or the id of one that nobody has made yet.
  enum End: Equatable {
    case entity(EntityIndex)
    case id(String)
  }

  let relation: RelationSchema
  private var sourcesByTarget: [EntityIndex: [EntityIndex]] = [:]
  private var sourcesByID: [String: [EntityIndex]] = [:]
  private var ends: [EntityIndex: End] = [:]

  init(_ relation: RelationSchema) { self.relation = relation }

  func sources(of target: EntityIndex) -> [EntityIndex] { sourcesByTarget[target] ?? [] }

  /// Notes what a source refers to now; gives what it referred to before. O(sources of the old target).
  @discardableResult
  mutating func set(_ source: EntityIndex, _ end: End?) -> End? {
    let old = ends[source]
    guard old != end else { return old }
    ends[source] = end
    switch old {
    case .entity(let target): Self.remove(source, from: &sourcesByTarget, target)
    case .id(let id): Self.remove(source, from: &sourcesByID, id)
    case nil: break
    }
    switch end {
    case .entity(let target): sourcesByTarget[target, default: []].append(source)
    case .id(let id): sourcesByID[id, default: []].append(source)
    case nil: break
    }
    return old
  }

  /// An entity was made: those that referred to its id refer to it.
  mutating func resolve(_ id: String, _ target: EntityIndex) {
    guard let sources = sourcesByID.removeValue(forKey: id) else { return }
    for source in sources { ends[source] = .entity(target) }
    sourcesByTarget[target, default: []] += sources
  }

  private static func remove<Key>(
    _ source: EntityIndex, from table: inout [Key: [EntityIndex]], _ key: Key
  ) {
    guard let place = table[key]?.firstIndex(of: source) else { return }
    table[key]?.remove(at: place)
    if table[key]?.isEmpty == true { table[key] = nil }
  }
}

extension View {
  /// Every reference that is stored, of dead entities too. O(entities of the kind) the first time.
  func referenceIndex(_ relation: RelationSchema, _ records: borrowing Records) -> ReferenceIndex {
    let key = RelationKey(owner: relation.owner, name: relation.name)
    if let index = references[key] { return index }
    var index = ReferenceIndex(relation)
    if let kind = records.kind(relation.owner), let field = plan(relation.owner, records)?[relation.name] {
      for entity in records.entities(of: kind) {
        index.set(entity, storedEnd(entity, field, relation, records))
      }
    }
    references[key] = index
    return index
  }

  func storedEnd(
    _ source: EntityIndex, _ field: FieldPlan, _ relation: RelationSchema, _ records: borrowing Records
  ) -> ReferenceIndex.End? {
    guard let id = storedReference(source, field.ids, records) else { return nil }
    return records.entity(relation.target, id).map { .entity($0) } ?? .id(id)
  }

  /// The id that a to-one relation holds, whether or not its target is there.
  func storedReference(_ entity: EntityIndex, _ ids: [FieldID], _ records: borrowing Records) -> String? {
    guard let value = records.winner(entity, ids)?.value, !value.isNull else { return nil }
    return records.withBytes(of: value) { StoredText.string($0) }
  }
}
