import DaybookLog
import DaybookModel
import DaybookRecords

extension MutationPlanner {
  private var kindName: String { draft.kind.kind }
  private var id: String { buffer.text(draft.entry.id) }

  /// Uniqueness, the rules of the schema, and delete rules that refuse.
  mutating func check(_ records: borrowing Records) throws(LedgerError) {
    let (op, isResolving) = (draft.entry.op, request.resolving != nil)
    switch op {
    case .dismiss, .delete: try checkExists(records)
    case .restore where !isResolving: try checkExists(records)
    default: break
    }
    switch op {
    case .delete:
      // Confirming a delete hides nothing that shows.
      if !draft.kind.refusesDeletes || isResolving && isDeleted(records) { return }
      try checkDenied(records)
    case .upsert, .restore, .sync, .link, .dismiss:
      if draft.kind.hasUniques { try checkUnique(records) }
      if op != .sync || isResolving { try checkRules(records) }
    case .unlink where draft.hasSet:
      // Of a to-one relation, which is a field.
      try checkRules(records)
    default: break
    }
    if let rel = draft.entry.rel, op == .link || op == .unlink,
      draft.kind.relation(rel, buffer.bytes.span).map(\.isInverse) ?? true
    {
      throw LedgerError(.badData, "\(kindName) has no relation '\(buffer.text(rel))'")
    }
  }

  /// To dismiss or restore an entity that was never made would make it; to delete one is a mistake.
  private func checkExists(_ records: borrowing Records) throws(LedgerError) {
    if draft.pending != nil { return }
    if draft.kind.hasProvided, draft.kind.schema.provided[id] != nil { return }
    let life = draft.entity.map { records.life(of: $0) }
    guard life?.isAlive == true || life?.isDeleted == true else {
      throw LedgerError(.notFound, "there is no \(kindName) \(id)")
    }
  }

  // MARK: Unique values

  private mutating func checkUnique(_ records: borrowing Records) throws(LedgerError) {
    let op = draft.entry.op
    guard op == .restore || draft.writes({ $0.isUnique }) else { return }
    // Deleted entities hold no values, and a source's event does not bring them back.
    if op != .upsert, op != .restore, isDeleted(records) { return }
    let (schema, isResolving) = (draft.kind.schema, request.resolving != nil)
    for fields in schema.uniques {
      guard op == .restore || fields.contains(where: { isSet($0) }) else { continue }
      let held = JSONObject(fields.map { ($0, value($0, schema, records)) })
      guard let wanted = schema.uniqueValue(of: fields, { written($0) ?? held[$0] ?? .null }) else {
        continue
      }
      // It may keep a value that it has already, even if another entity has it too.
      let isKept = wanted == schema.uniqueValue(of: fields) { held[$0] ?? .null }
      if isResolving, op != .restore, isKept { continue }
      let holders = uniques.holders(of: wanted, in: fields, of: schema, besides: id, records)
      if let holder = holders.first {
        let shown = fields.contains(where: schema.hides) ? Disclosure.mask : wanted.joined(separator: ", ")
        throw LedgerError(
          .refused,
          "\(schema.kind).\(fields.joined(separator: "+")) must be unique: \(holder) has \(shown)",
          advice: "change that one, or leave out the id to update it")
      }
    }
  }

  /// Updates the index of unique values by what the event does to its entity.
  mutating func claim(_ records: borrowing Records) {
    let op = draft.entry.op
    if op == .delete { return uniques.put(id, of: draft.kind.schema, records, nil) }
    guard op == .restore || op == .upsert || draft.writes({ $0.isUnique }), !isDeleted(records) else {
      return
    }
    // An unchanged entity holds the same values as before.
    if op == .upsert, draft.over == nil, !draft.makes, !draft.writes({ $0.isUnique }) { return }
    let schema = draft.kind.schema
    draft.held = HeldFields(draft.over)
    let values = JSONObject(
      schema.uniques.joined().map { ($0, value($0, schema, records, isWritten: true)) })
    uniques.put(id, of: schema, records) { values[$0] ?? .null }
  }

  /// A field's written value at this point of the commit; null if it was not written.
  ///
  /// - Parameter isWritten: whether the draft is part of the commit already.
  func value(
    _ name: String, _ schema: KindSchema, _ records: borrowing Records, isWritten: Bool = false
  ) -> JSONValue {
    if let pending = draft.pending, pending.hasFields, isWritten || draft.held != .hidden,
      let value = overlay.value(schema.names(of: name), of: pending)
    {
      return value
    }
    guard let entity = draft.entity, draft.held != .hidden else { return .null }
    return schema.reading(name, of: entity, records, ignoringOver: draft.held == .uncovered) ?? .null
  }

  // MARK: Rules

  /// The rules of the schema that the write may break.
  private var dueRules: [Int] {
    let kind = draft.kind
    if kind.rules.isEmpty { return [] }
    let isAny = draft.held != .asTheyRead || request.resolving != nil
    var due = kind.rulesOfAll
    if draft.makes { due.formUnion(kind.rulesOfTheWhole) }
    for place in draft.places where place >= 0 { due.formUnion(kind.fields[place].rules) }
    if due.isEmpty, !isAny { return [] }
    return kind.rules.indices.filter { index in
      if request.exceedsBounds, kind.rules[index].check.isBound { return false }
      guard !isAny else { return true }
      guard due.mayContain(index) else { return false }
      // More rules than the bits can distinguish.
      return kind.rules.count <= 64
        || kind.rules[index].check.isDue(of: kind.schema, makes: draft.makes) { isSet($0) }
    }
  }

  private func checkRules(_ records: borrowing Records) throws(LedgerError) {
    let due = dueRules
    if due.isEmpty { return }
    let (kind, isResolving, makes) = (draft.kind, request.resolving != nil, draft.makes)
    let moment = WriteMoment(draft.stamp.instant, in: request.zone)
    let reads = due.map { kind.rules[$0].reads }
    let future = ruleValues(reads, records, withDraft: true)
    var broken: [EntityCheck] = []
    for index in due {
      do {
        if try !kind.rules[index].check.holds(future, at: moment) { broken.append(kind.rules[index].check) }
      } catch {
        throw LedgerError(.badData, "\(kind.kind) \(id) could no longer be read as its own type")
      }
    }
    if broken.isEmpty { return }
    let present = ruleValues(reads, records, withDraft: false)
    // A violation that merging or a later version caused does not block a write to other fields.
    broken.removeAll { check in
      !(makes && check.isOfTheWhole) && (isResolving || !isSet(check.field))
        && (try? check.holds(present, at: moment)) == false
    }
    if let broken = broken.first {
      let value = future.json(broken.field)?.value ?? .null
      let time = kind.schema.field(broken.field)?.shownTime(value, in: request.zone)
      let shown =
        "it would be \(kind.schema.hides(broken.field) ? Disclosure.mask : time ?? "\(value.shortened)")"
      throw LedgerError(
        .badData, "\(kind.kind).\(broken.field) \(broken.rule)",
        advice: broken.isBound ? shown + "; \(Remedy.force) writes it anyway" : shown)
    }
  }

  // MARK: Delete rules

  /// A delete is refused while there are live entities that a deny rule protects.
  private func checkDenied(_ records: borrowing Records) throws(LedgerError) {
    let schema = draft.kind.schema
    for relation in schema.relations where relation.onDelete == .deny {
      guard let entity = draft.entity, let rel = records.field(relation.name) else { continue }
      var targets: [String] = []
      if relation.isToMany {
        targets = records.edges(from: entity, rel: rel).map(\.to)
      } else if let value = records.value(entity, rel), let id = records.json(value).string {
        targets = [id]
      }
      for id in targets where isAlive(relation.target, id, records) {
        throw denial(by: relation.name, relation.target, id)
      }
    }
    for relation in schema.inverses where relation.onTargetDelete == .deny {
      if let id = owners(of: id, relation, records).first {
        throw denial(by: relation.inverse ?? relation.name, relation.owner, id)
      }
    }
  }

  private func owners(
    of id: String, _ relation: RelationSchema, _ records: borrowing Records
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
    // A reference that this commit has already redirected no longer blocks the delete.
    owners.removeAll { owner in
      let pending = overlay.item(relation.owner, owner)
      return pending.flatMap { overlay.value([relation.name], of: $0) }.map { $0 != .string(id) } ?? false
    }
    return owners.filter { isAlive(relation.owner, $0, records) }.sorted()
  }

  private func isAlive(_ kind: String, _ id: String, _ records: borrowing Records) -> Bool {
    if let isAlive = overlay.item(kind, id)?.isAlive { return isAlive }
    return records.entity(kind, id).map { records.life(of: $0).isAlive } ?? false
  }

  private func denial(by relation: String, _ kind: String, _ related: String) -> LedgerError {
    let related = schemas.hides(relation, of: kindName) ? Disclosure.mask : related
    return LedgerError(
      .refused, "\(kindName) \(id) cannot be deleted while its \(relation) has \(kind) \(related)",
      advice: "delete or unlink that first")
  }
}
