import DaybookModel
import DaybookRecords

/// For a to-one relation: who refers to an entity. Made when first asked for, by reading the relation
/// of every entity of its kind; then told of each that may have changed.
///
/// The sources of one target are a chain through arrays by entity number, which fill in a tenth of the time
/// that dictionaries of arrays take: whoever asks first waits for it.
struct ReferenceIndex {
  /// What a source refers to: an entity, or the id of one that nobody has made yet.
  enum End: Equatable {
    case entity(EntityIndex)
    case id(String)
  }

  /// Entity numbers plus 1; 0 is none.
  private struct Link {
    var target: UInt32 = 0
    var next: UInt32 = 0
  }

  let relation: RelationSchema
  /// By source.
  private var links: [Link] = []
  /// By target, the first source.
  private var heads: [UInt32] = []
  private var sourcesByID: [String: [EntityIndex]] = [:]
  private var idBySource: [EntityIndex: String] = [:]

  init(_ relation: RelationSchema) { self.relation = relation }

  /// In no particular order.
  func sources(of target: EntityIndex) -> [EntityIndex] {
    guard Int(target.rawValue) < heads.count else { return [] }
    var sources: [EntityIndex] = []
    var next = heads[Int(target.rawValue)]
    while next != 0 {
      sources.append(EntityIndex(rawValue: next - 1))
      next = links[Int(next - 1)].next
    }
    return sources
  }

  private func end(of source: EntityIndex) -> End? {
    if Int(source.rawValue) < links.count, links[Int(source.rawValue)].target != 0 {
      return .entity(EntityIndex(rawValue: links[Int(source.rawValue)].target - 1))
    }
    return idBySource.isEmpty ? nil : idBySource[source].map { .id($0) }
  }

  /// Notes what a source refers to now; gives what it referred to before. O(sources of the old target).
  @discardableResult
  mutating func set(_ source: EntityIndex, _ end: End?) -> End? {
    let old = self.end(of: source)
    guard old != end else { return old }
    switch old {
    case .entity(let target): unlink(source, from: target)
    case .id(let id):
      idBySource[source] = nil
      sourcesByID[id]?.removeAll { $0 == source }
      if sourcesByID[id]?.isEmpty == true { sourcesByID[id] = nil }
    case nil: break
    }
    switch end {
    case .entity(let target): link(source, to: target)
    case .id(let id):
      idBySource[source] = id
      sourcesByID[id, default: []].append(source)
    case nil: break
    }
    return old
  }

  /// An entity was made: those that referred to its id refer to it.
  mutating func resolve(_ id: String, _ target: EntityIndex) {
    if sourcesByID.isEmpty { return }
    guard let sources = sourcesByID.removeValue(forKey: id) else { return }
    for source in sources {
      idBySource[source] = nil
      link(source, to: target)
    }
  }

  private mutating func link(_ source: EntityIndex, to target: EntityIndex) {
    let (from, to) = (Int(source.rawValue), Int(target.rawValue))
    if from >= links.count {
      links.append(contentsOf: repeatElement(Link(), count: from + 1 - links.count))
    }
    if to >= heads.count { heads.append(contentsOf: repeatElement(0, count: to + 1 - heads.count)) }
    links[from] = Link(target: target.rawValue + 1, next: heads[to])
    heads[to] = source.rawValue + 1
  }

  private mutating func unlink(_ source: EntityIndex, from target: EntityIndex) {
    let (from, to) = (Int(source.rawValue), Int(target.rawValue))
    let next = links[from].next
    links[from] = Link()
    guard heads[to] != source.rawValue + 1 else {
      heads[to] = next
      return
    }
    var place = Int(heads[to]) - 1
    while links[place].next != source.rawValue + 1 { place = Int(links[place].next) - 1 }
    links[place].next = next
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
    guard let value = records.winner(source, field.ids)?.value, !value.isNull else { return nil }
    if let kind = records.kind(relation.target), let target = records.entity(kind, named: value) {
      return .entity(target)
    }
    return storedReference(source, field.ids, records).map { .id($0) }
  }

  /// The id that a to-one relation holds, whether or not its target is there.
  func storedReference(_ entity: EntityIndex, _ ids: [FieldID], _ records: borrowing Records) -> String? {
    guard let value = records.winner(entity, ids)?.value, !value.isNull else { return nil }
    return records.withBytes(of: value) { StoredText.string($0) }
  }
}
