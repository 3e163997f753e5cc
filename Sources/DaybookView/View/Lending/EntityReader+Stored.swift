// What is stored for an entity, whether or not it shows: for code that updates stored entities.

import DaybookModel
import DaybookRecords

extension EntityReader {
  /// Whether a query finds it.
  public var isShown: Bool { view.shows(entity, records.pointee) }

  /// Whether anything but edges was written about it.
  public var isMade: Bool {
    view.isMade(entity, records.pointee.life(of: entity), records.pointee) || isDeleted
  }

  /// Whether it has neither fields nor links itself. A cleared field does not count.
  public var isBare: Bool {
    records.pointee.edges(from: entity).isEmpty
      && records.pointee.fields(of: entity).allSatisfy { field in
        records.pointee.value(entity, field)?.isNull ?? true
      }
  }

  /// Whether a source or a server ever stated whether it has the entity.
  public var hasSource: Bool {
    records.pointee.presentRegister(entity) != nil || serverPresence != nil
  }

  /// Whether the value that a field would show is erased.
  public func isErased(_ field: String) -> Bool {
    let ids = view.registry[kind]?.names(of: field) ?? [field]
    return records.pointee.isErased(entity, ids.compactMap { records.pointee.field($0) })
  }

  /// Whether the write that counts is a delete; an entity that a cascade or its source hides is not deleted.
  public var isDeleted: Bool { records.pointee.life(of: entity).isDeleted }

  /// Whether its source still has it.
  public var isPresent: Bool { records.pointee.life(of: entity).isPresent }

  /// Whether a stored list is empty, determined without reading it.
  public func isEmptyList(_ field: String) -> Bool {
    guard let plan = view.plan(of: entity, records.pointee)?[field], plan.isPlain,
      plan.merge == nil || !records.pointee.isContested(entity, any: plan.ids)
    else { return value(field).array?.isEmpty ?? true }
    guard let id = plan.ids.first, let stored = records.pointee.value(entity, id) else { return true }
    return stored.count <= 2 || stored.isNull
  }

  /// The first id of an existing entity at the other end of a relation; nil if there is none.
  public func firstRelated(_ relation: String) -> String? { related(relation).first }

  /// The ids in a relation that the entity stores, in the order of their links, whether or not the targets exist.
  public func storedTargets(_ relation: String) -> [String] {
    guard let kind = view.plan(of: entity, records.pointee) else {
      // For a raw kind, the values are used as written.
      guard let rel = records.pointee.field(relation) else { return [] }
      return records.pointee.edges(from: entity, rel: rel).map(\.to)
    }
    guard let plan = kind[relation] else { return [] }
    switch plan.source {
    case .one(let one): return view.storedReference(entity, one.ids, records.pointee).map { [$0] } ?? []
    case .many(let many):
      guard let rel = many.ids.first else { return [] }
      return records.pointee.edges(from: entity, rel: rel).map(\.to)
    case .id, .stored, .inverse, .projection: return []
    }
  }

  /// Whether an edge was linked (true) or unlinked again (false); nil while nobody did either.
  public func isLinked(_ relation: String, to target: String) -> Bool? {
    guard let rel = records.pointee.field(relation) else { return nil }
    return records.pointee.edgeRegister(entity, rel, to: target).map { $0.value.isTrue }
  }

  /// The ids of the entities of a kind that store an edge of this relation to the entity, even if they or it are gone.
  public func storedSources(of relation: String, kind: String) -> [String] {
    let held = records.pointee.edges(to: id, rel: records.pointee.field(relation))
    guard records.pointee.field(relation) != nil, let kind = records.pointee.kind(kind) else { return [] }
    return held.filter { records.pointee.kind(of: $0.from) == kind }.map { records.pointee.id(of: $0.from) }
  }

  /// The ids of the entities of a kind that hold the entity in a to-one relation, sorted, even if they or it are gone.
  public func storedReferrers(of relation: String, kind: String) -> [String] {
    guard let schema = view.registry[kind]?.relations.first(where: { $0.name == relation }) else { return [] }
    return view.referenceIndex(schema, records.pointee).sources(of: entity).map { records.pointee.id(of: $0) }
      .sorted()
  }

  /// Reads the entities of a kind with these ids that anybody ever wrote, even if they are gone.
  public func mapStored<Value>(
    _ kind: String, _ ids: [String], _ transform: (borrowing EntityReader) throws -> Value
  ) rethrows -> [(id: String, value: Value)] {
    var values: [(id: String, value: Value)] = []
    for id in ids {
      guard let other = records.pointee.entity(kind, id) else { continue }
      values.append((id, try transform(EntityReader(view: view, records: records, entity: other))))
    }
    return values
  }
}
