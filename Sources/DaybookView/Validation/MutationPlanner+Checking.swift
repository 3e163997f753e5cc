import DaybookModel
import DaybookRecords

extension MutationPlanner {
  /// Uniqueness, the rules of the schema, and delete rules that refuse.
  mutating func check(
    _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay,
    held: HeldFields, isResolving: Bool
  ) throws(LedgerError) {
    switch mutation.op {
    case .dismiss, .delete: try checkExists(mutation, records, overlay)
    case .restore where !isResolving: try checkExists(mutation, records, overlay)
    default: break
    }
    switch mutation.op {
    case .delete:
      // A delete that is confirmed takes nothing away that is there.
      let entity = records.entity(mutation.kind, mutation.id)
      if isResolving, Self.isDeleted(overlay[mutation.kind, mutation.id], entity, records) { return }
      try checkDenied(mutation, schema, records, overlay)
    case .upsert, .restore, .sync, .link, .dismiss:
      try checkUnique(mutation, schema, records, overlay, held: held, isResolving: isResolving)
      if mutation.op != .sync || isResolving {
        try checkRules(mutation, schema, records, overlay, held: held, isResolving: isResolving)
      }
    case .unlink where mutation.set != nil:
      // Of a to-one relation, which is a field.
      try checkRules(mutation, schema, records, overlay, held: held, isResolving: isResolving)
    default: break
    }
    if let rel = mutation.rel, mutation.op == .link || mutation.op == .unlink,
      !schema.relations.contains(where: { $0.name == rel })
    {
      throw LedgerError(.badData, "\(schema.kind) has no relation '\(rel)'")
    }
  }

  /// To dismiss or restore an entity that was never made would make it; to delete one is a mistake.
  private func checkExists(
    _ mutation: Mutation, _ records: borrowing Records, _ overlay: CommitOverlay
  ) throws(LedgerError) {
    if overlay[mutation.kind, mutation.id] != nil { return }
    if schemas[mutation.kind]?.provided[mutation.id] != nil { return }
    let life = records.entity(mutation.kind, mutation.id).map { records.life(of: $0) }
    guard life?.isAlive == true || life?.isDeleted == true else {
      throw LedgerError(.notFound, "there is no \(mutation.kind) \(mutation.id)")
    }
  }

  private mutating func checkUnique(
    _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay,
    held: HeldFields, isResolving: Bool
  ) throws(LedgerError) {
    let entity = records.entity(mutation.kind, mutation.id)
    // The deleted hold nothing, and a source's word does not bring them back.
    if mutation.op != .upsert, mutation.op != .restore,
      Self.isDeleted(overlay[mutation.kind, mutation.id], entity, records)
    {
      return
    }
    let pending = held == .hidden ? nil : overlay[mutation.kind, mutation.id]
    for fields in schema.uniques {
      guard mutation.op == .restore || fields.contains(where: { mutation.set?[$0] != nil }) else { continue }
      var values = JSONObject()
      for name in fields {
        values[name] =
          mutation.set?[name] ?? Self.value(name, of: schema, pending, entity, records, held: held)
      }
      guard let value = schema.uniqueValue(of: fields, { values[$0] ?? .null }) else { continue }
      // What it has already it may keep, whoever else has it.
      if isResolving, mutation.op != .restore,
        value
          == schema.uniqueValue(
            of: fields, { Self.value($0, of: schema, pending, entity, records, held: held) })
      {
        continue
      }
      let holders = uniques.holders(of: value, in: fields, of: schema, besides: mutation.id, records)
      if let holder = holders.first {
        let shown = fields.contains(where: schema.hides) ? Disclosure.mask : value.joined(separator: ", ")
        throw LedgerError(
          .refused,
          "\(schema.kind).\(fields.joined(separator: "+")) must be unique: \(holder) has \(shown)",
          advice: "change that one, or leave out the id to update it")
      }
    }
  }

  private func checkRules(
    _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay,
    held: HeldFields, isResolving: Bool
  ) throws(LedgerError) {
    guard !schema.checks.isEmpty, let codec = schema.codec else { return }
    let makes = makesEntity(mutation, records, overlay)
    let due = schema.checks.filter {
      if exceedsBounds, $0.bound != nil { return false }
      return held != .asTheyRead || isResolving || $0.isDue(mutation, of: schema, makes: makes)
    }
    if due.isEmpty { return }
    let future = futureFields(mutation, schema, records, overlay, held: held)
    guard let value = try? codec.value(future.fields, future.defaults) else {
      throw LedgerError(.badData, "\(schema.kind) \(mutation.id) would not read as its own type any more")
    }
    var broken = due.filter { !$0.holds(value, at: WriteMoment(now, in: zone)) }
    if !broken.isEmpty {
      let present = futureFields(
        Mutation(.upsert, kind: mutation.kind, id: mutation.id), schema, records, overlay, held: held)
      let before = try? codec.value(present.fields, present.defaults)
      // What merging or a later version brought about is not the fault of a write to other fields.
      broken.removeAll { check in
        !(makes && check.isOfTheWhole) && (isResolving || mutation.set?[check.field] == nil)
          && before.map { !check.holds($0, at: WriteMoment(now, in: zone)) } ?? false
      }
    }
    if let broken = broken.first {
      let value = future.fields[broken.field] ?? .null
      let time = schema.field(broken.field)?.shownTime(value, in: zone)
      let shown = "it would be \(schema.hides(broken.field) ? Disclosure.mask : time ?? "\(value.shortened)")"
      throw LedgerError(
        .badData, "\(schema.kind).\(broken.field) \(broken.rule)",
        advice: broken.bound == nil ? shown : shown + "; --force writes it anyway")
    }
  }

  /// A delete is refused while there are live entities that a deny rule protects.
  private func checkDenied(
    _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay
  ) throws(LedgerError) {
    for relation in schema.relations where relation.onDelete == .deny {
      guard let entity = records.entity(mutation.kind, mutation.id), let rel = records.field(relation.name)
      else { continue }
      var targets: [String] = []
      if relation.isToMany {
        targets = records.edges(from: entity, rel: rel).map(\.to)
      } else if let value = records.value(entity, rel), let id = records.json(value).string {
        targets = [id]
      }
      for id in targets where isAlive(relation.target, id, records, overlay) {
        throw denial(mutation, by: relation.name, relation.target, id)
      }
    }
    for relation in schema.inverses where relation.onTargetDelete == .deny {
      if let id = owners(of: mutation.id, relation, records, overlay).first {
        throw denial(mutation, by: relation.inverse ?? relation.name, relation.owner, id)
      }
    }
  }

  private func owners(
    of id: String, _ relation: RelationSchema, _ records: borrowing Records, _ overlay: CommitOverlay
  ) -> [String] {
    guard let kind = records.kind(relation.owner), let rel = records.field(relation.name) else { return [] }
    var owners: [String] = []
    if relation.isToMany {
      owners = records.edges(to: id, rel: rel).filter { records.kind(of: $0.from) == kind }
        .map { records.id(of: $0.from) }
    } else {
      for entity in records.entities(of: kind) {
        guard let value = records.value(entity, rel), records.json(value).string == id else { continue }
        owners.append(records.id(of: entity))
      }
    }
    // What this commit has already pointed elsewhere holds the delete up no longer.
    owners.removeAll { owner in
      overlay[relation.owner, owner]?.set[relation.name].map { $0 != .string(id) } ?? false
    }
    return owners.filter { isAlive(relation.owner, $0, records, overlay) }.sorted()
  }

  private func isAlive(
    _ kind: String, _ id: String, _ records: borrowing Records, _ overlay: CommitOverlay
  ) -> Bool {
    if let isAlive = overlay[kind, id]?.isAlive { return isAlive }
    return records.entity(kind, id).map { records.life(of: $0).isAlive } ?? false
  }

  private func denial(_ mutation: Mutation, by relation: String, _ kind: String, _ id: String) -> LedgerError
  {
    let id = schemas.hides(relation, of: mutation.kind) ? Disclosure.mask : id
    return LedgerError(
      .refused, "\(mutation.kind) \(mutation.id) cannot be deleted while its \(relation) has \(kind) \(id)",
      advice: "delete or unlink that first")
  }
}
