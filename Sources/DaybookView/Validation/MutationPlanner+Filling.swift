import DaybookModel
package import DaybookRecords

extension MutationPlanner {
  /// An edge named by its inverse becomes one of the side that stores it; a to-one relation's edge
  /// becomes a write of its field. Returns the schema of the kind that the mutation is then of.
  func resolveRelation(
    _ mutation: inout Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay
  ) throws(LedgerError) -> KindSchema {
    guard mutation.op == .link || mutation.op == .unlink, let name = mutation.rel else { return schema }
    guard let to = mutation.to, !to.isEmpty else {
      throw LedgerError(.badData, "\(mutation.op.rawValue) of \(schema.kind).\(name) needs 'to'")
    }
    if to == Disclosure.mask, schema.hides(name) { throw .masked(schema, name) }
    if let relation = schema.relations.first(where: { $0.name == name }) {
      if !relation.isToMany { try writeReference(&mutation, relation, of: schema, records, overlay) }
      return schema
    }
    guard let relation = schema.inverses.first(where: { $0.inverse == name }),
      let owner = schemas[relation.owner]
    else {
      throw LedgerError(
        .badData, "\(schema.kind) has no relation '\(name)'",
        advice: schema.relationNames.isEmpty
          ? nil : "there are: \(schema.relationNames.joined(separator: ", "))")
    }
    (mutation.kind, mutation.id, mutation.to) = (relation.owner, to, mutation.id)
    (mutation.rel, mutation.v) = (relation.name, nil)
    if !relation.isToMany { try writeReference(&mutation, relation, of: owner, records, overlay) }
    return owner
  }

  private func writeReference(
    _ mutation: inout Mutation, _ relation: RelationSchema, of schema: KindSchema,
    _ records: borrowing Records, _ overlay: CommitOverlay
  ) throws(LedgerError) {
    var set = mutation.set ?? [:]
    if mutation.op == .link {
      set[relation.name] = mutation.to.map { .string($0) }
    } else {
      let present = Self.value(
        relation.name, of: schema, overlay[mutation.kind, mutation.id],
        records.entity(mutation.kind, mutation.id), records, held: .asTheyRead)
      guard let to = mutation.to, present == .string(to) else {
        let target = schema.hides(relation.name) ? Disclosure.mask : mutation.to ?? ""
        throw LedgerError(.notFound, "\(mutation.kind) \(mutation.id) has no \(relation.name) \(target)")
      }
      set[relation.name] = .null
    }
    mutation.set = set
    (mutation.rel, mutation.to) = (nil, nil)
  }

  /// What dismissing and restoring write.
  func fillIn(
    _ mutation: inout Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay,
    _ stamp: Stamp
  ) throws(LedgerError) {
    switch mutation.op {
    case .dismiss:
      guard let rule = schema.dismissal else {
        throw LedgerError(
          .refused, "a \(schema.kind) cannot be dismissed", advice: "delete it, or change its fields")
      }
      var set = mutation.set ?? [:]
      if set[rule.field] == nil { set[rule.field] = rule.dismissed.json(stamp) }
      mutation.set = set
    case .restore:
      guard let rule = schema.dismissal else { return }
      let present = Self.value(
        rule.field, of: schema, overlay[mutation.kind, mutation.id],
        records.entity(mutation.kind, mutation.id), records, held: .asTheyRead)
      let isDismissed: Bool
      switch rule.dismissed {
      case .now: isDismissed = !present.isNull
      case .value(let value): isDismissed = present == value
      }
      guard isDismissed else { return }
      var set = mutation.set ?? [:]
      if set[rule.field] == nil { set[rule.field] = rule.restored.json(stamp) }
      mutation.set = set
    default: return
    }
  }

  /// Checks the fields' names and brings their values to the stored form.
  func storeValues(
    _ mutation: inout Mutation, _ schema: KindSchema, isResolving: Bool = false
  ) throws(LedgerError) {
    guard var set = mutation.set else { return }
    for member in set {
      if member.value.holdsMask, schema.hides(member.key) { throw .masked(schema, member.key) }
      guard let field = schema.field(member.key) else {
        if keepsUnknownFields || schema.renames.contains(where: { $0.former == member.key }) { continue }
        throw LedgerError(
          .badData, "\(schema.kind) has no field '\(member.key)'",
          advice: Suggestion.advice(for: member.key, among: schema.fields.map(\.name))
            ?? "daybook schema show \(schema.kind) lists its fields")
      }
      if field.isProjection {
        // What a source says of it is its own count, not the view's.
        if mutation.op == .sync {
          set[member.key] = nil
          continue
        }
        throw LedgerError(.refused, "\(schema.kind).\(field.name) is computed and cannot be written")
      }
      if field.name == "id" {
        throw LedgerError(.refused, "\(schema.kind).id cannot be written: an entity keeps its id")
      }
      if schema.inverses.contains(where: { $0.inverse == field.name }) {
        throw LedgerError(
          .refused, "\(schema.kind).\(field.name) is stored by the other side", advice: "use link and unlink")
      }
      do throws(ValueProblem) {
        // Null has no effect on a relation to many; an import may carry it.
        if case .many = field.type, member.value.isNull, isResolving || keepsUnknownFields { continue }
        if case .many = field.type { _ = try field.type.stored(member.value) }
        set[member.key] = schema.keyed(try field.stored(member.value), field.name)
      } catch {
        throw LedgerError(.badData, "\(schema.kind).\(field.name) \(field.refusal(member.value, error))")
      }
    }
    mutation.set = set
  }

  /// An id from the natural key, where none was given.
  mutating func resolveID(
    _ mutation: inout Mutation, _ schema: KindSchema, _ records: borrowing Records
  ) throws(LedgerError) {
    guard mutation.id.isEmpty else { return }
    guard let key = schema.key, let text = mutation.set?[key.field]?.string else {
      throw LedgerError(
        .badData, "a \(schema.kind) needs an id",
        advice: schema.key.map { "or a value of its key, \($0.field)" })
    }
    let value = key.normalizer.normalized(text)
    guard !value.isEmpty else {
      throw LedgerError(.badData, "\(schema.kind).\(key.field) is the key and must not be empty")
    }
    if let holder = uniques.holders(of: [value], in: [key.field], of: schema, besides: nil, records).first {
      mutation.id = holder
      return
    }
    mutation.id = Self.derivedID(of: value, schema, key, records)
  }

  /// The id that the key's value gives: derived again, with the stamp of the write that took the value
  /// away, where the entity of the first derivation has another one now.
  package static func derivedID(
    of value: String, _ schema: KindSchema, _ key: NaturalKey, _ records: borrowing Records
  ) -> String {
    var id = NaturalKey.id(of: schema.kind, normalized: value)
    for _ in 0..<derivationsMax {
      guard let entity = records.entity(schema.kind, id), let field = records.field(key.field),
        let write = records.register(entity, field),
        let held = records.json(write.value).string, key.normalizer.normalized(held) != value
      else { return id }
      id = NaturalKey.id(of: schema.kind, normalized: value, since: write.stamp)
    }
    return id
  }

  private static let derivationsMax = 64
}

extension DismissalRule.Value {
  func json(_ stamp: Stamp) -> JSONValue {
    switch self {
    case .value(let value): value
    case .now: .string(stamp.instant.description)
    }
  }
}

extension KindSchema {
  /// The relations it stores and those it reads by their inverse names, ascending.
  package var relationNames: [String] { (relations.map(\.name) + inverses.compactMap(\.inverse)).sorted() }
}

extension LedgerError {
  /// Masked output, fed back.
  fileprivate static func masked(_ schema: KindSchema, _ field: String) -> LedgerError {
    LedgerError(
      .refused, "\(schema.kind).\(field) is hidden, and '\(Disclosure.mask)' only stands for its value",
      advice: "leave the field out, or write the value, which --reveal shows")
  }
}

extension FieldSchema {
  /// Why it does not take the value; of a hidden field nothing of what was given.
  fileprivate func refusal(_ value: JSONValue, _ problem: ValueProblem) -> String {
    isSensitive ? "must be \(type), not \(Disclosure.mask)" : "\(problem.what), not \(value.shortened)"
  }
}

extension JSONValue {
  /// For messages.
  var shortened: String {
    let text = description
    return text.utf8.count <= 60 ? text : String(text.prefix(57)) + "…"
  }
}
