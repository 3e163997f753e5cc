import DaybookModel
import DaybookRecords
import DaybookView

/// A choice as the ordinary mutations that carry it out on every machine: they are written even if nothing differs, by
/// an author who has seen all sides, and with a later stamp than any of them.
struct Resolution {
  let conflict: ViewConflict
  let choice: ConflictChoice
  let schemas: SchemaRegistry

  func mutations(on records: borrowing Records) throws(LedgerError) -> (mutations: [Mutation], Resolving) {
    switch conflict.cause {
    case .field: return ([try field(records)], Resolving())
    case .link:
      let isLinked = try flag(try chosen())
      return ([edge(isLinked ? .link : .unlink, conflict.sides[0])], Resolving())
    case .presence:
      var mutation = Mutation(.sync, kind: subject.kind, id: subject.id)
      mutation.present = try flag(try chosen())
      return ([mutation], Resolving())
    case .recreated: return try recreation(records)
    case .revived, .deleted, .hiddenEdit:
      return ([life(of: subject, isThere: try isThere(), records)], Resolving())
    case .hiddenChild:
      let owner = conflict.entities[1]
      return ([life(of: owner, isThere: try isThere(), records)], Resolving())
    case .unique(let fields, _): return (try unique(fields, records), Resolving())
    case .denied:
      if try isThere() { return ([life(of: subject, isThere: true, records)], Resolving()) }
      return ([edge(.unlink, conflict.sides[1])], Resolving())
    }
  }

  var subject: ViewConflict.Entity { conflict.entities[0] }

  // MARK: Choosing

  /// Up to what a re-creation hides; null for nothing.
  private func chosenOver() throws(LedgerError) -> JSONValue {
    let heads = conflict.sides.filter { $0.what == "over" }
    switch choice {
    case .winner: return conflict.sides[0].value
    case .loser:
      let others = heads.map(\.value).filter { $0 != heads[0].value }
      if others.contains(where: { $0 != others[0] }) { return try side().value }
      return others.first ?? .null
    case .write:
      let side = try side()
      return side.what == "over" ? side.value : .null
    case .value(.null): return .null
    case .value, .entity: throw unfit
    }
  }

  /// The value chosen, of a side or as it was given.
  private func chosen() throws(LedgerError) -> JSONValue {
    if case .value(let value) = choice { return value }
    return try side().value
  }

  /// The side chosen.
  func side() throws(LedgerError) -> ViewConflict.Side {
    switch choice {
    case .winner: return conflict.sides[0]
    case .write(let stamp):
      guard let side = conflict.sides.first(where: { $0.write.stamp == stamp }) else {
        throw LedgerError(.usage, "\(stamp) is not a side of this conflict", advice: stamps)
      }
      return side
    case .loser:
      var others: [ViewConflict.Side] = []
      for side in conflict.sides where side.value != conflict.sides[0].value {
        if !others.contains(where: { $0.value == side.value }) { others.append(side) }
      }
      guard let other = others.first, others.count == 1 else {
        throw LedgerError(.usage, "\(others.count) values lost: 'loser' does not say which", advice: stamps)
      }
      return other
    case .value, .entity: throw unfit
    }
  }

  private var stamps: String {
    "name one by its stamp: \(conflict.sides.map(\.write.stamp.description).joined(separator: ", "))"
  }

  private var unfit: LedgerError {
    let what: String
    switch choice {
    case .value(let value): what = typed(value.description)
    case .entity(let id): what = "'\(typed(id))'"
    default: what = "that"
    }
    return LedgerError(
      .usage, "a conflict of the cause \(conflict.cause.code) cannot be resolved to \(what)",
      advice: "keep winner, loser or a side's stamp")
  }

  /// What somebody typed, for errors: masked where it may be a hidden value.
  func typed(_ text: String) -> String {
    let hides = conflict.sides.contains { side in
      (side.what ?? "").split(separator: "+").contains { schemas.hides(String($0), of: side.entity.kind) }
    }
    return hides ? Disclosure.mask : text
  }

  private func flag(_ value: JSONValue) throws(LedgerError) -> Bool {
    guard let flag = value.bool else { throw unfit }
    return flag
  }

  /// For a conflict with a delete: whether the entity is to exist. The other sides are the writes that the delete hid.
  private func isThere() throws(LedgerError) -> Bool {
    switch choice {
    case .value(let value): return try flag(value)
    case .winner: return conflict.cause == .revived
    case .loser: return conflict.cause != .revived
    case .write:
      let side = try side()
      return side.what != nil || side.value == true
        || conflict.cause == .hiddenChild && side.entity == subject
    case .entity: throw unfit
    }
  }

  // MARK: Writing

  private func field(_ records: borrowing Records) throws(LedgerError) -> Mutation {
    write(subject, [conflict.what ?? "": try chosen()], records)
  }

  /// Writes fields of an entity, without stating that it exists if that is unsettled or if it is deleted.
  func write(_ entity: ViewConflict.Entity, _ set: JSONObject, _ records: borrowing Records) -> Mutation {
    let index = records.entity(entity.kind, entity.id)
    let isOpen = index.map { records.life(of: $0).isDeleted || isAliveOpen($0, records) } ?? false
    return Mutation(isOpen ? .sync : .upsert, kind: entity.kind, id: entity.id, set: set)
  }

  private func isAliveOpen(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    let heads = records.heads(entity, .alive)
    return heads.contains { $0.value.isTrue != heads[0].value.isTrue }
  }

  private func life(
    of entity: ViewConflict.Entity, isThere: Bool, _ records: borrowing Records
  ) -> Mutation {
    let isDeleted = records.entity(entity.kind, entity.id).map { records.life(of: $0).isDeleted } ?? false
    let op: EventOperation = isThere ? (isDeleted ? .restore : .upsert) : .delete
    return Mutation(op, kind: entity.kind, id: entity.id)
  }

  /// A link or a reference, from the side that wrote it.
  private func edge(_ op: EventOperation, _ side: ViewConflict.Side) -> Mutation {
    Mutation(
      op, kind: side.entity.kind, id: side.entity.id, rel: side.what, to: side.to ?? side.value.string)
  }

  private func recreation(
    _ records: borrowing Records
  ) throws(LedgerError) -> (mutations: [Mutation], Resolving) {
    let value = try chosenOver()
    var mutations: [Mutation] = []
    let over: Event.Over
    if value.isNull {
      over = .cleared
      mutations.append(Mutation(.restore, kind: subject.kind, id: subject.id))
    } else {
      guard let stamp = value.string.flatMap({ Stamp($0) }) else { throw unfit }
      over = .upTo(stamp)
      mutations.append(Mutation(.upsert, kind: subject.kind, id: subject.id))
    }
    // The choice between the two does not affect a later delete.
    if records.entity(subject.kind, subject.id).map({ records.life(of: $0).isDeleted }) ?? false {
      mutations.append(Mutation(.delete, kind: subject.kind, id: subject.id))
    }
    return (mutations, Resolving(over: over))
  }
}

extension Resolution {
  /// One entity keeps the value and writes it again, so that a different decision made at the same time conflicts with
  /// it; the others give the value up.
  func unique(_ fields: [String], _ records: borrowing Records) throws(LedgerError) -> [Mutation] {
    let keeper = try keeper()
    guard let schema = schemas[keeper.kind] else { return [] }
    let others = conflict.entities.filter { $0 != keeper }
    guard let cleared = fields.first(where: { schema.mayBeCleared($0) }) else {
      throw LedgerError(
        .refused, "\(keeper.kind).\(fields.joined(separator: "+")) cannot be left empty",
        advice: "give \(others.map(\.id).joined(separator: ", ")) another value, or delete it")
    }
    var set = JSONObject()
    if let entity = records.entity(keeper.kind, keeper.id) {
      for field in fields { set[field] = schema.reading(field, of: entity, records) }
    }
    return others.map { write($0, [cleared: .null], records) }
      + (set.isEmpty ? [] : [write(keeper, set, records)])
  }

  private func keeper() throws(LedgerError) -> ViewConflict.Entity {
    switch choice {
    case .winner: return conflict.entities[0]
    case .loser:
      guard conflict.entities.count == 2 else {
        throw LedgerError(
          .usage,
          "\(conflict.entities.count) entities have the value: 'loser' does not say which is to keep it",
          advice: "name it by its id: \(ids)")
      }
      return conflict.entities[1]
    case .write: return try side().entity
    case .entity(let id):
      guard let entity = conflict.entities.first(where: { $0.id == id }) else {
        throw LedgerError(
          .usage, "'\(typed(id))' is not one of the entities with the value",
          advice: "keep winner, loser or one of \(ids)")
      }
      return entity
    case .value(let value):
      throw LedgerError(
        .usage, "name the entity that keeps the value, not the value \(typed(value.description))",
        advice: "keep winner, loser or one of \(ids)")
    }
  }

  private var ids: String { conflict.entities.map(\.id).joined(separator: ", ") }
}

extension KindSchema {
  /// Whether an empty field counts as having no value that two entities could share.
  fileprivate func mayBeCleared(_ name: String) -> Bool {
    guard let field = field(name) else { return false }
    return field.defaultValue.isNull || field.defaultValue == "" || field.isOptional
  }
}
