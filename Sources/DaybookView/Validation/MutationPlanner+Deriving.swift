package import DaybookModel
import DaybookRecords

extension MutationPlanner {
  /// Adds the derived fields that the mutation changes and does not write itself.
  func derive(
    _ mutation: inout Mutation, _ schema: KindSchema, _ records: borrowing Records,
    _ overlay: CommitOverlay, held: HeldFields, isResolving: Bool
  ) throws(LedgerError) {
    guard !schema.derivations.isEmpty, mutation.op != .delete, let codec = schema.codec else { return }
    let makes = held == .hidden || makesEntity(mutation, records, overlay)
    let due = schema.derivations.filter { derivation in
      !schema.names(of: derivation.field).contains { mutation.set?[$0] != nil }
        && (makes
          || derivation.inputs.contains { input in
            schema.names(of: input).contains { mutation.set?[$0] != nil }
          })
    }
    guard !due.isEmpty else { return }
    let future = futureFields(mutation, schema, records, overlay, held: held)
    guard let entity = try? codec.value(future.fields, future.defaults, blobs: blobs) else { return }
    for derivation in due {
      guard let field = schema.field(derivation.field) else { continue }
      let value: JSONValue
      do {
        guard let computed = try derivation.compute(entity) else { continue }
        value = try field.stored(computed)
      } catch {
        throw LedgerError(
          .badData, "\(schema.kind).\(field.name) is derived, and its formula gives no value it can hold",
          cause: schema.hidesAnything ? nil : error)
      }
      let present = future.fields[field.name] ?? future.defaults[field.name] ?? field.defaultValue
      if value == present, !isResolving || !isContested(field.name, mutation, schema, records) { continue }
      var set = mutation.set ?? [:]
      set[field.name] = value
      mutation.set = set
    }
  }

  private func isContested(
    _ field: String, _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records
  ) -> Bool {
    guard let entity = records.entity(mutation.kind, mutation.id) else { return false }
    return records.isContested(entity, any: schema.names(of: field).compactMap { records.field($0) })
  }

  /// Whether the entity is there only from this mutation on. (A sync makes one only by its fields.)
  func makesEntity(
    _ mutation: Mutation, _ records: borrowing Records, _ overlay: CommitOverlay
  ) -> Bool {
    guard mutation.op == .upsert || mutation.op == .sync && mutation.set?.isEmpty == false else {
      return false
    }
    if let pending = overlay[mutation.kind, mutation.id], pending.isAlive != nil || !pending.set.isEmpty {
      return false
    }
    guard let entity = records.entity(mutation.kind, mutation.id) else { return true }
    let life = records.life(of: entity)
    return !life.isAlive && !life.isDeleted
  }

  /// The entity's own fields as they will read once the mutation is applied, without those that are null,
  /// and the defaults of all. To-many relations and projections are not among them.
  func futureFields(
    _ mutation: Mutation, _ schema: KindSchema, _ records: borrowing Records, _ overlay: CommitOverlay,
    held: HeldFields
  ) -> (fields: JSONObject, defaults: JSONObject) {
    let pending = held == .hidden ? nil : overlay[mutation.kind, mutation.id]
    let entity = held == .hidden ? nil : records.entity(mutation.kind, mutation.id)
    var fields: JSONObject = ["id": .string(mutation.id)]
    var defaults = JSONObject()
    for field in schema.fields where field.name != "id" {
      defaults[field.name] = schema.unwritten(field, of: mutation.id)
      if field.isProjection { continue }
      if case .many = field.type { continue }
      let names = schema.names(of: field.name)
      var value: JSONValue = .null
      if let written = mutation.set.flatMap({ set in names.firstValue { set[$0] } }) {
        value = schema.upcast(written, of: field.name, from: mutation.v)
      } else if let written = pending.flatMap({ pending in names.firstValue { pending.set[$0] } }) {
        value = schema.upcast(written, of: field.name, from: mutation.v)
      } else if let entity {
        value =
          schema.reading(field.name, of: entity, records, ignoringOver: held == .uncovered) ?? .null
      }
      if !value.isNull { fields[field.name] = value }
    }
    return (fields, defaults)
  }
}

extension KindSchema {
  /// A field's name, then its former ones.
  package func names(of field: String) -> [String] {
    renames.isEmpty ? [field] : [field] + renames.filter { $0.name == field }.map(\.former)
  }

  /// The names that the fields a mutation writes have besides those that it names: whichever was written last is
  /// what the field reads.
  func otherNames(of mutation: Mutation) -> [String] {
    guard !renames.isEmpty, let set = mutation.set else { return [] }
    var others: [String] = []
    for member in set {
      let name = renames.first { $0.former == member.key }?.name ?? member.key
      others += names(of: name).filter { set[$0] == nil }
    }
    return others
  }

  /// A value written by a schema of this version, as the present one means it.
  package func upcast(_ value: JSONValue, of field: String, from version: Int64?) -> JSONValue {
    guard let version else { return value }
    return upcasts.reduce(value) { value, upcast in
      upcast.field == field && version < upcast.before ? upcast.convert(value) : value
    }
  }
}

extension [String] {
  func firstValue(_ read: (String) -> JSONValue?) -> JSONValue? {
    for name in self { if let value = read(name) { return value } }
    return nil
  }
}
