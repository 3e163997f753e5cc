import DaybookModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SchemaRegistry {
  /// The schema's own declarations, and how to read the struct's fields.
  static func draft(_ entity: any Entity.Type, _ system: System) throws(LedgerError) -> SchemaDraft {
    func read<Owner: Entity>(_: Owner.Type) throws(LedgerError) -> SchemaDraft {
      try draft(of: Owner.self, system)
    }
    return try read(entity)
  }

  private static func draft<Owner: Entity>(
    of owner: Owner.Type, _ system: System
  ) throws(LedgerError) -> SchemaDraft {
    let schema = Owner.schema
    let kind = schema.kind
    guard kind.hasPrefix(system.name + "."), kind.utf8.count > system.name.utf8.count + 1 else {
      throw .schema(kind, "its name must begin with '\(system.name).'")
    }
    var draft = SchemaDraft(schema: KindSchema(kind: kind, version: schema.version ?? system.version)) {
      () throws(LedgerError) in try fields(of: owner, kind)
    }
    draft.checkStruct = { () throws(LedgerError) in
      try checkNames(of: owner, kind)
      try checkDefaults(of: owner, kind)
    }
    draft.schema.codec = TypedCodec(owner)
    for part in schema.parts { part.apply(&draft) }
    if let problem = draft.problems.first { throw .schema(kind, problem) }
    return draft
  }

  private static func fields<Owner: Entity>(
    of owner: Owner.Type, _ kind: String
  ) throws(LedgerError) -> [FieldSchema] {
    var fields: [FieldSchema]
    let values: JSONObject
    do {
      fields = try ProbeDecoder.fields(of: owner)
      values = try FieldEncoder.json(Owner()).object ?? [:]
    } catch EncodingError.invalidValue(_, let context) {
      let field = context.codingPath.map(\.stringValue).joined(separator: ".")
      throw .schema(kind, "the default of \(field) \(context.debugDescription)")
    } catch {
      throw .schema(kind, "\(error)")
    }
    for index in fields.indices where fields[index].name != "id" {
      fields[index].defaultValue = values[fields[index].name] ?? .null
      if let problem = timeProblem(of: fields[index]) { throw .schema(kind, problem) }
    }
    return fields
  }

  private static func checkNames<Owner: Entity>(of owner: Owner.Type, _ kind: String) throws(LedgerError) {
    let names = Set(PropertyNames.of(owner).properties.map(\.name))
    let fields = (try? ProbeDecoder.fields(of: owner)) ?? []
    if let name = names.symmetricDifference(fields.map(\.name)).min() {
      throw .schema(kind, "\(name) must be stored under the property's own name, and every property stored")
    }
  }

  /// All relations, with the rules that both of their sides declare.
  ///
  /// A relation may lead to a kind of another system, which does not know the relation: then it has no inverse, and no
  /// rule.
  static func relations(
    _ drafts: inout [String: SchemaDraft], isForeign: (String) -> Bool
  ) throws(LedgerError) -> [RelationSchema] {
    let ordered = drafts.sorted { $0.key < $1.key }
    var relations = ordered.flatMap(\.value.relations)
    for (kind, draft) in ordered {
      for rule in draft.inverseRules {
        guard
          let index = relations.firstIndex(where: {
            $0.owner == rule.owner && $0.name == rule.relation && $0.target == kind
          })
        else {
          throw .schema(
            kind, "\(rule.name) is the inverse of \(rule.owner).\(rule.relation), which is not declared")
        }
        if let inverse = relations[index].inverse, inverse != rule.name {
          throw .schema(
            kind, "\(rule.owner).\(rule.relation) names \(inverse) as its inverse, not \(rule.name)")
        }
        relations[index].inverse = rule.name
        relations[index].onTargetDelete = rule.onDelete ?? .nullify
      }
    }
    for relation in relations where drafts[relation.target] == nil {
      guard isForeign(relation.target) else {
        throw .schema(
          relation.owner,
          "\(relation.name) refers to \(relation.target), which is not a kind of these systems")
      }
      if relation.inverse != nil || relation.onDelete != .nullify || relation.onTargetDelete != .nullify {
        throw .schema(
          relation.owner,
          "\(relation.name) leads to another system, so it can have neither an inverse nor a rule")
      }
    }
    for relation in relations {
      guard let inverse = relation.inverse else { continue }
      // A caller that may not see one end may not see the other.
      if drafts[relation.owner]?.sensitive.contains(relation.name) == true {
        drafts[relation.target]?.sensitive.append(inverse)
      } else if drafts[relation.target]?.sensitive.contains(inverse) == true {
        drafts[relation.owner]?.sensitive.append(relation.name)
      }
    }
    return relations
  }

  static func finish(
    _ draft: SchemaDraft, _ all: [RelationSchema]
  ) throws(LedgerError) -> KindSchema {
    var schema = draft.schema
    schema.fields = try draft.fields()
    try schema.provide(draft.provided)
    schema.relations = all.filter { $0.owner == schema.kind }.sorted { $0.name < $1.name }
    schema.inverses = all.filter { $0.target == schema.kind && $0.inverse != nil }
      .sorted { ($0.inverse ?? "", $0.owner) < ($1.inverse ?? "", $1.owner) }
    var ends: [String: Int] = [:]
    for relation in schema.relations { ends[relation.name, default: 0] += 1 }
    for relation in schema.inverses { ends[relation.inverse ?? "", default: 0] += 1 }
    for index in schema.fields.indices {
      let name = schema.fields[index].name
      schema.fields[index].isProjection = schema.projections[name] != nil
      let inputs = schema.derivations.first { $0.field == name }?.inputs ?? []
      schema.fields[index].derivedFrom = inputs.filter { $0 != name }
      schema.fields[index].merge = schema.merges[name]
      schema.fields[index].isSensitive = draft.sensitive.contains(name)
      schema.fields[index].isUnsearched = draft.unsearched.contains(name)
      schema.fields[index].mayBeDay = draft.days.contains(name)
      schema.fields[index].stampDefault = stampDefault(schema.fields[index], draft)
      try check(schema.fields[index], declared: ends[name] ?? 0, schema)
    }
    if let inverse = schema.inverses.first(where: { schema.field($0.inverse ?? "") == nil }) {
      throw .schema(schema.kind, "\(inverse.inverse ?? "") is named as an inverse but is not a property")
    }
    if let problem = schema.mergeProblem { throw .schema(schema.kind, problem) }
    if let problem = schema.providedProblem { throw .schema(schema.kind, problem) }
    if let problem = schema.derivationProblem { throw .schema(schema.kind, problem) }
    if let field = schema.fields.first(where: { $0.mayBeDay && $0.type != .instant }) {
      throw .schema(schema.kind, "\(field.name) is declared as a time that may be a day but is not a time")
    }
    let names = Set(schema.fields.map(\.name))
    if let former = schema.renames.first(where: { names.contains($0.former) }) {
      throw .schema(schema.kind, "\(former.former) is both a former and a current name")
    }
    var code = schema.code.value
    code.settle()
    schema.code = .known(code)
    schema.upcastFields = Set(schema.upcasts.map(\.field)).sorted()
    return schema
  }

  private static func check(
    _ field: FieldSchema, declared: Int, _ schema: KindSchema
  ) throws(LedgerError) {
    let isRelation: Bool
    switch field.type {
    case .one, .many: isRelation = field.name != "id" && !field.isProjection
    default: isRelation = false
    }
    if isRelation && declared == 0 {
      throw .schema(
        schema.kind, "\(field.name) refers to other entities, but no One, Many or Inverse declares it")
    }
    if declared > 1 { throw .schema(schema.kind, "\(field.name) is declared by two relations") }
    if declared > 0 && field.isProjection {
      throw .schema(schema.kind, "\(field.name) is a relation and a projection")
    }
  }

  private static func stampDefault(_ field: FieldSchema, _ draft: SchemaDraft) -> FieldSchema.StampDefault? {
    if let declared = draft.stampDefaults[field.name] { return declared }
    guard field.type == .instant else { return nil }
    switch field.name {
    case "createdAt": return .first
    case "updatedAt", "modifiedAt": return .last
    default: return nil
    }
  }
}
