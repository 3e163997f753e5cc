import DaybookModel
public import DaybookView

/// The typed changes that a ``Batch`` and a ``Transaction`` take.
///
/// To change an entity that exists, use ``update(_:_:)-(Ref<E>,_)``: its closure receives the entity as of the moment
/// when the commit is written, and the commit writes only what the closure changes. ``upsert(_:)`` creates an entity,
/// or saves a value that was read earlier. See <doc:TypedWrites>.
public protocol EntityWriting: ~Copyable {
  /// Adds a change after the earlier ones of this commit. The other methods make the items; call those.
  mutating func add(_ item: BatchItem)
}

extension EntityWriting where Self: ~Copyable {
  /// Adds a mutation of any kind, by names: for fields and kinds that are known only at run time. It is checked when
  /// the commit is written.
  public mutating func append(_ mutation: Mutation) { add(BatchItem(content: .mutation(mutation))) }

  /// Creates the entity, or saves what you changed in the value.
  ///
  /// - For a value that was read or saved before, it writes the fields and links that differ from the state in which
  ///   the value was last read or saved. If another author has changed such a field since then, a conflict is listed.
  /// - For a new value, it writes what differs from the present state. It removes no links, does not write derived
  ///   fields that have their defaults, and is refused if it would overwrite a value that this version cannot read.
  ///
  /// Refused with ``LedgerError/Code/moved`` when the entity was deleted since the value was read, or when the value is
  /// an older copy of one that was saved since.
  public mutating func upsert<E: Entity>(_ entity: E) throws {
    add(BatchItem(content: .entity(try EntityValue(entity))))
  }

  /// Updates the entity that holds this value's natural key, whatever its id. If there is none, creates it with the
  /// id that every machine derives from the key. Fields that have their defaults are not written.
  public mutating func upsertByKey<E: Entity>(_ entity: E) throws {
    add(BatchItem(content: .keyed(try EntityValue(entity))))
  }

  /// Changes an entity as it is when the commit is written, including the earlier changes of this commit. Reading and
  /// writing are one step: no other write of this machine comes between. Only what `change` changes is written.
  /// Refused with ``LedgerError/Code/notFound`` if the entity does not exist; an error that `change` throws cancels
  /// the whole commit.
  ///
  ///     try await ledger.commit { $0.update(recipe) { $0.servings += 1 } }
  public mutating func update<E: Entity>(
    _ id: Ref<E>, _ change: @escaping @Sendable (inout E) throws -> Void
  ) {
    add(BatchItem(content: .update(EntityUpdate(id, change))))
  }

  /// The same for the entity that a value was read from; only the value's id counts.
  public mutating func update<E: Entity>(
    _ entity: E, _ change: @escaping @Sendable (inout E) throws -> Void
  ) {
    update(entity.id, change)
  }

  /// Writes one field of an existing entity, regardless of the field's present value.
  public mutating func set<E: Entity, Value: Encodable>(
    _ id: Ref<E>, _ path: KeyPath<E, Value>, to value: Value
  ) throws {
    add(BatchItem(content: .field(try FieldWrite(id, path, value))))
  }

  /// Refuses the whole commit with ``LedgerError/Code/moved`` if anybody has written to the entity since this value was
  /// read, or last saved.
  public mutating func expectUnmoved<E: Entity>(_ entity: E) throws {
    add(BatchItem(content: .expectation(try EntityExpectation(entity))))
  }

  /// Adds a link to a to-many relation. Refused with ``LedgerError/Code/notFound`` if the first entity does not exist;
  /// the target need not exist yet.
  public mutating func link<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, [Ref<T>]>, to target: Ref<T>
  ) throws { try edge(.link, owner, relation, target.savedID) }

  /// Sets a to-one relation and replaces its present target. Refused with ``LedgerError/Code/notFound`` if the first
  /// entity does not exist; the target need not exist yet.
  public mutating func link<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, Ref<T>?>, to target: Ref<T>
  ) throws { try edge(.link, owner, relation, target.savedID) }

  /// Removes a link of a to-many relation. Refused if the first entity does not exist.
  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, [Ref<T>]>, from target: Ref<T>
  ) throws { try edge(.unlink, owner, relation, target.savedID) }

  /// Empties a to-one relation. Refused with ``LedgerError/Code/notFound`` if it does not lead to this target.
  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: Ref<E>, _ relation: KeyPath<E, Ref<T>?>, from target: Ref<T>
  ) throws { try edge(.unlink, owner, relation, target.savedID) }

  /// Puts the entity aside by writing what its schema declares with ``Dismissal``; `restore` undoes it. Refused
  /// if the schema declares no dismissal, or the entity was never made.
  public mutating func dismiss<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.dismiss, kind: E.kind, id: entity.savedID, why: why))
  }

  /// Undoes a dismissal or a delete.
  public mutating func restore<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.restore, kind: E.kind, id: entity.savedID, why: why))
  }

  /// Deletes the entity, and hides what its delete rules include; `restore` brings both back. Refused with
  /// ``LedgerError/Code/notFound`` if it was never made, with ``LedgerError/Code/refused`` if a delete rule forbids
  /// it.
  public mutating func delete<E: Entity>(_ entity: Ref<E>, why: String? = nil) {
    append(Mutation(.delete, kind: E.kind, id: entity.savedID, why: why))
  }

  private mutating func edge<E: Entity>(
    _ op: EventOperation, _ owner: Ref<E>, _ relation: PartialKeyPath<E>, _ target: String
  ) throws {
    let name = try E.storedName(of: relation)
    add(BatchItem(content: .edge(Mutation(op, kind: E.kind, id: owner.savedID, rel: name, to: target))))
  }
}

// The same with the entities themselves.
extension EntityWriting where Self: ~Copyable {
  /// Writes one field of the entity that a value was read from, regardless of the field's present value; the given
  /// value does not change.
  public mutating func set<E: Entity, Value: Encodable>(
    _ entity: E, _ path: KeyPath<E, Value>, to value: Value
  ) throws { try set(entity.id, path, to: value) }

  /// Links two entities; only the values' ids count.
  public mutating func link<E: Entity, T: Entity>(_ owner: E, _ relation: KeyPath<E, [Ref<T>]>, to target: T)
    throws
  { try link(owner.id, relation, to: target.id) }

  /// Sets a to-one relation to the target; only the values' ids count.
  public mutating func link<E: Entity, T: Entity>(_ owner: E, _ relation: KeyPath<E, Ref<T>?>, to target: T)
    throws
  { try link(owner.id, relation, to: target.id) }

  /// Removes a link of a to-many relation; only the values' ids count.
  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: E, _ relation: KeyPath<E, [Ref<T>]>, from target: T
  ) throws { try unlink(owner.id, relation, from: target.id) }

  /// Empties a to-one relation that leads to the target; only the values' ids count.
  public mutating func unlink<E: Entity, T: Entity>(
    _ owner: E, _ relation: KeyPath<E, Ref<T>?>, from target: T
  ) throws { try unlink(owner.id, relation, from: target.id) }

  /// Puts the entity aside; only the value's id counts.
  public mutating func dismiss<E: Entity>(_ entity: E, why: String? = nil) { dismiss(entity.id, why: why) }

  /// Undoes a dismissal or a delete; only the value's id counts.
  public mutating func restore<E: Entity>(_ entity: E, why: String? = nil) { restore(entity.id, why: why) }

  /// Deletes the entity, and hides what its delete rules include; only the value's id counts.
  public mutating func delete<E: Entity>(_ entity: E, why: String? = nil) { delete(entity.id, why: why) }
}

/// An entity's row with what a commit has written to it so far, before any of that is in the records.
struct PendingRow {
  let schema: KindSchema
  let id: String
  /// Nil if it does not exist.
  var row: Row?
  /// The stored row, even if the entity is deleted.
  let held: Row?

  private var unwritten: Row {
    Row(
      kind: schema.kind, id: id,
      fields: schema.fields.filter { $0.name != "id" }.map {
        Row.Field($0.name, schema.unwritten($0, of: id))
      })
  }

  mutating func apply(_ mutation: Mutation) throws {
    switch mutation.op {
    case .delete:
      row = nil
      return
    case .dismiss: throw refusal("dismissed")
    case .restore where row == nil: row = held ?? unwritten
    case .restore: if schema.dismissal != nil { throw refusal("restored") }
    case .upsert: row = row ?? unwritten
    default: break
    }
    for member in mutation.set ?? [:] {
      let name = schema.renames.first { $0.former == member.key }?.name ?? member.key
      guard let field = schema.field(name) else { continue }
      let stored = schema.keyed((try? field.stored(member.value)) ?? member.value, name)
      write(name, stored.isNull && !field.isOptional ? schema.unwritten(field, of: id) : stored)
    }
    if let rel = mutation.rel, let to = mutation.to { write(rel, to, isLinked: mutation.op == .link) }
  }

  private mutating func write(_ name: String, _ value: JSONValue) {
    guard let place = row?.fields.firstIndex(where: { $0.name == name }) else { return }
    row?.fields[place].value = value
  }

  private mutating func write(_ rel: String, _ to: String, isLinked: Bool) {
    guard case .array(var ids)? = row?[rel] else {
      return write(rel, isLinked ? .string(to) : .null)
    }
    ids.removeAll { $0 == .string(to) }
    if isLinked { ids.append(.string(to)) }
    write(rel, .array(ids))
  }

  private func refusal(_ what: String) -> LedgerError {
    LedgerError(
      .usage, "\(schema.kind) \(id) was \(what) earlier in this commit, and cannot be read within it",
      advice: "read and change it first")
  }
}
