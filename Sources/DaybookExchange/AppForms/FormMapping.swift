import Daybook

/// An app's object, with those nested in it, as entities.
struct FormMapping {
  let schemas: SchemaRegistry
  /// The ledger's ids of entities that have other ids in the document, by `<kind> <id>`.
  var aliases: [String: String] = [:]

  /// Deeper than any of the apps nests its objects.
  private static let depthMax = 8

  /// - Parameter id: the object's id from its place, such as the key of a map.
  /// - Throws: the object's error; then nothing of the object is imported.
  func entities(_ object: JSONObject, as kind: String, id: String? = nil) throws(ValueProblem)
    -> [ImportedEntity]
  {
    try entities(object, kind, id: id, owner: nil, depth: 0)
  }

  private func entities(
    _ object: JSONObject, _ kind: String, id: String?, owner: (field: String, id: String)?, depth: Int
  ) throws(ValueProblem) -> [ImportedEntity] {
    guard let schema = schemas[kind] else {
      throw ValueProblem(what: "has a kind that this ledger does not have: \(kind)")
    }
    guard depth < Self.depthMax else { throw ValueProblem(what: "is nested too deeply") }
    var entity = ImportedEntity(kind, try name(object, schema, id))
    if let owner { entity.fields[owner.field] = .string(owner.id) }
    var nested: [ImportedEntity] = []
    for member in object where !Self.idNames.contains(member.key) && member.key != schema.idAlias {
      do throws(ValueProblem) {
        try take(
          member, into: &entity, &nested, schema, isShadowed: isShadowed(member.key, object, schema), depth)
      } catch {
        throw ValueProblem(what: "\(kind).\(member.key) \(error.what)")
      }
    }
    settle(&entity, schema)
    return [entity] + nested
  }

  /// Default values that the first event writes all the same: those that would otherwise be computed, and one that
  /// creates an entity without other values.
  private func settle(_ entity: inout ImportedEntity, _ schema: KindSchema) {
    for field in schema.fields where !field.derivedFrom.isEmpty {
      entity.initial[field.name] = entity.fields[field.name]
    }
    let isPlain = entity.fields.allSatisfy { $0.value == schema.field($0.key)?.defaultValue }
    guard isPlain, entity.initial.isEmpty else { return }
    let maker = schema.fields.first { field in
      guard !field.isProjection, field.name != "id", field.name != schema.key?.field else { return false }
      return switch field.type {
      case .string, .bool, .int, .double, .enumeration: true
      default: false
      }
    }
    if let maker { entity.initial[maker.name] = entity.fields[maker.name] ?? maker.defaultValue }
  }

  private static let idNames: Set<String> = ["id", "_id", "_kind", "_stamp"]

  /// A former name is ignored if the present one is there too.
  private func isShadowed(_ name: String, _ object: JSONObject, _ schema: KindSchema) -> Bool {
    schema.renames.contains { $0.former == name && object[$0.name].map { !$0.isNull } == true }
  }

  private func take(
    _ member: JSONObject.Member, into entity: inout ImportedEntity, _ nested: inout [ImportedEntity],
    _ schema: KindSchema, isShadowed: Bool, _ depth: Int
  ) throws(ValueProblem) {
    guard !isShadowed else { return }
    switch FormField(name: member.key, of: schema) {
    case nil: entity.fields[member.key] = member.value
    case .computed: return
    case .field(let field):
      // A time that was never set reads as the time of the first or last write.
      if member.value.isNull, field.stampDefault != nil { return }
      let value = schema.upcast(member.value, of: field.name)
      let (stored, blob) = try FormValue.stored(value, field)
      entity.fields[field.name] = stored
      if let blob { entity.blobs.append(blob) }
    case .one(let field):
      guard case .one(let target) = field.type else { return }
      if entity.fields[field.name] != nil, member.value.isNull { return }
      entity.fields[field.name] =
        try reference(member.value, target, &nested, depth).map { .string($0) } ?? .null
    case .many(let relation):
      for value in try FormValue.list(member.value) ?? [] {
        guard let id = try reference(value, relation.target, &nested, depth) else { continue }
        entity.links.append(.init(relation.name, to: id))
      }
    case .inverse(let relation):
      try takeOthers(member.value, of: relation, entity, &nested, depth)
    }
  }

  /// The id of what a value refers to: the value itself, or the id of an object, which is imported too.
  private func reference(
    _ value: JSONValue, _ kind: String, _ nested: inout [ImportedEntity], _ depth: Int
  ) throws(ValueProblem) -> String? {
    if value.isNull { return nil }
    if let id = value.string { return id.isEmpty ? nil : aliases["\(kind) \(id)"] ?? id }
    guard let object = value.object else { throw ValueProblem(what: "must be an id or an object") }
    // An object with nothing but its id is a reference.
    if object.count == 1, let id = object["id"]?.string { return aliases["\(kind) \(id)"] ?? id }
    let others = try entities(object, kind, id: nil, owner: nil, depth: depth + 1)
    guard let first = others.first, case .id(let id) = first.name else {
      throw ValueProblem(what: "needs an id in each object")
    }
    nested += others
    return id
  }

  /// Imports what the other end of a relation stores: a list or a map of objects. Ids alone are skipped: the other
  /// entities name their owner themselves.
  private func takeOthers(
    _ value: JSONValue, of relation: RelationSchema, _ entity: ImportedEntity,
    _ nested: inout [ImportedEntity],
    _ depth: Int
  ) throws(ValueProblem) {
    guard case .id(let owner) = entity.name else { return }
    var objects: [(id: String?, object: JSONObject)] = []
    if let map = value.object, map.allSatisfy({ $0.value.object != nil }) {
      objects = map.map { ($0.key, $0.value.object ?? [:]) }
    } else {
      objects = (try FormValue.list(value) ?? []).compactMap { $0.object }.map { (nil, $0) }
    }
    for (id, object) in objects {
      // In a list without ids, an object's position is its id.
      let others = try entities(
        object, relation.owner, id: id, owner: relation.isToMany ? nil : (relation.name, owner),
        depth: depth + 1)
      guard var first = others.first else { continue }
      if relation.isToMany { first.links.append(.init(relation.name, to: owner)) }
      nested += [first] + others.dropFirst()
    }
  }

  /// The id: the object's own, or from its place; else derived from its natural key; else from its content.
  private func name(
    _ object: JSONObject, _ schema: KindSchema, _ place: String?
  ) throws(ValueProblem) -> ImportedEntity.Name {
    let said = (["id", "_id"] + [schema.idAlias].compactMap { $0 }).lazy.compactMap { object[$0] }
      .first { !$0.isNull }
    if let id = said?.string ?? said?.int.map({ String($0) }) ?? place {
      guard (1...200).contains(id.utf8.count) else {
        throw ValueProblem(what: "has an id that is empty or too long")
      }
      return .id(aliases["\(schema.kind) \(id)"] ?? id)
    }
    if let key = schema.key, let value = object[key.field]?.string, !value.isEmpty { return .key(value) }
    let text = JSONValue.array([.string(schema.kind), .object(object)]).description
    return .id(DataValue.uuid(of: text))
  }
}

extension KindSchema {
  /// A value of an earlier version, converted to the present one; present values are unchanged.
  fileprivate func upcast(_ value: JSONValue, of field: String) -> JSONValue {
    upcasts.filter { $0.field == field }.reduce(value) { $1.convert($0) }
  }
}
