import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

// Saving structs.

extension Ledger {
  func save(_ value: EntityValue, in draft: inout DraftedBatch) throws {
    let schema = try self.schema(of: value.kind)
    let ledger = descriptor.ledger
    let saved = value.provenance.flatMap { draft.saved($0, in: ledger) }
    var id = saved?.id ?? draft.current(value.id)
    var isKeyed = false
    if saved == nil, value.isGenerated, let keyed = try keyedID(schema, value.fields) {
      draft.give(keyed, insteadOf: value.id)
      (id, isKeyed) = (keyed, true)
    }
    try requireReach([Mutation(.upsert, kind: value.kind, id: id)], as: draft.viewer)
    let reading = value.provenance?.reading
    let isHere = reading.map { $0.ledger == ledger && $0.isPresent && $0.row.id == id } ?? false
    let life = loaded.records.entity(value.kind, id).map { loaded.records.life(of: $0) }
    let isRemade = draft.mutations(of: value.kind, id).contains { $0.op == .delete }
    var base: EntityDifference.Base?
    if let saved {
      base = EntityDifference.Base(fields: saved.fields, stamp: saved.stamp)
      let first = try isHere ? reading?.fields() ?? saved.first : saved.first
      if !isRemade { try requireLatest(value, first: first, last: saved.fields, schema) }
    } else if isHere, let reading {
      base = EntityDifference.Base(
        fields: try reading.fields(), stamp: reading.row.stamp, absentData: reading.absentData)
    }
    if isRemade { base = nil }
    if base != nil, life?.isDeleted == true {
      throw LedgerError(
        .moved, "\(value.kind) \(id) was deleted after this value was read",
        advice: "restore it first, or make a new value with this id")
    }
    let present = life?.isDeleted == true ? nil : held(value.kind, id)
    if present == nil { base = nil }
    var difference = EntityDifference(
      schema: schema, id: id, now: value.fields, base: base, present: present,
      shown: try present.map { try value.spell($0, schemas) }, isHere: hasContent,
      order: order(of: value.kind, id))
    difference.compares = !draft.isTouched(value.kind, id)
    difference.leavesDefaults = isKeyed
    if let reading, !isHere { difference.elsewhere = try reading.fields() }
    draft.append(saving: try difference.mutations(), of: value.kind, id)
    note(value, id, saved, known: saved?.stamp ?? (isHere ? reading?.row.stamp : nil), schema, in: &draft)
  }

  /// Saves the fields in the entity that holds the natural key, or in a new one.
  func saveByKey(_ value: EntityValue, in draft: inout DraftedBatch) throws {
    guard let schema = schemas[value.kind], let key = schema.key else {
      throw LedgerError(.usage, "\(value.kind) has no natural key", advice: "upsert it by its id")
    }
    guard let id = try keyedID(schema, value.fields) else {
      throw LedgerError(.badData, "\(value.kind).\(key.field) is the key and must not be empty")
    }
    try requireReach([Mutation(.upsert, kind: value.kind, id: id)], as: draft.viewer)
    let life = loaded.records.entity(value.kind, id).map { loaded.records.life(of: $0) }
    let present = life?.isDeleted == true ? nil : held(value.kind, id)
    var difference = EntityDifference(
      schema: schema, id: id, now: value.fields, base: nil, present: present,
      shown: try present.map { try value.spell($0, schemas) }, isHere: hasContent,
      order: order(of: value.kind, id))
    difference.leavesDefaults = true
    difference.elsewhere = try value.provenance?.reading?.fields()
    draft.append(saving: try difference.mutations(), of: value.kind, id)
  }

  func schema(of kind: String) throws -> KindSchema {
    if let schema = schemas[kind] { return schema }
    throw LedgerError(
      .usage, "\(kind) belongs to no system this ledger was opened with",
      advice: "name its system when opening the ledger")
  }

  /// The id of the entity that holds the natural key, or the id for a new one; nil if the key has no value.
  private func keyedID(_ schema: KindSchema, _ fields: JSONObject) throws -> String? {
    guard let key = schema.key, let text = fields[key.field]?.string,
      !key.normalizer.normalized(text).isEmpty
    else { return nil }
    loaded.holders.schemas = schemas
    return loaded.entity(schema.kind, key: text)?.id ?? loaded.newID(schema.kind, key: text)
  }

  /// The stored row of an entity that was made, even if it is hidden with its owner or gone from its source.
  private func held(_ kind: String, _ id: String) -> Row? {
    if let row = view.row(kind, id, in: loaded.records) { return row }
    guard let entity = loaded.records.entity(kind, id), loaded.records.life(of: entity).isAlive else {
      return nil
    }
    return view.row(kind, id, includesDeleted: true, in: loaded.records)
  }

  private nonisolated func hasContent(_ value: JSONValue) -> Bool {
    guard let reference = BlobReference(value) else { return false }
    return (try? BlobStore(folder).contains(reference.hash)) ?? false
  }

  private func order(of kind: String, _ id: String) -> (String) -> Stamp? {
    { name in
      guard let entity = self.loaded.records.entity(kind, id), let field = self.loaded.records.field(name)
      else { return nil }
      return self.loaded.records.register(entity, field)?.order
    }
  }

  /// Refuses a value that is probably an older copy: one that is unchanged since it was read, or that lacks a saved
  /// change and has another one. It is unclear whether its holder wants the old values back.
  private func requireLatest(
    _ value: EntityValue, first: JSONObject, last: JSONObject, _ schema: KindSchema
  ) throws {
    func differs(_ name: String, _ one: JSONObject, _ other: JSONObject) -> Bool {
      let (left, right) = (one[name] ?? .null, other[name] ?? .null)
      return left != right && BlobReference(left) == nil && BlobReference(right) == nil
    }
    let names = schema.fields.map(\.name).filter { $0 != "id" }
    let changed = names.filter { differs($0, value.fields, last) }
    let lacking = changed.filter { !differs($0, value.fields, first) }
    guard !lacking.isEmpty else { return }
    let isAsRead = !names.contains { differs($0, value.fields, first) }
    guard isAsRead || lacking.count < changed.count else { return }
    throw LedgerError(
      .moved, "\(value.kind) \(value.id) was saved since this copy of it was made",
      advice: "read it again, or change it with update")
  }

  /// - Parameter known: the stamp up to which the value's holder knew the entity.
  private func note(
    _ value: EntityValue, _ id: String, _ saved: Provenance.Saved?, known: Stamp?, _ schema: KindSchema,
    in draft: inout DraftedBatch
  ) {
    guard let provenance = value.provenance else { return }
    var fields = value.fields
    for field in schema.fields where field.type == .data {
      // Large data is compared by its hash.
      guard let text = fields[field.name]?.string, text.utf8.count > BlobReference.inlineSizeBytesMax,
        let content = Base64.bytes(text)
      else { continue }
      fields[field.name] =
        BlobReference(hash: Hash256.of(content.span), sizeBytes: Int64(content.count)).json
    }
    let last = loaded.records.entity(value.kind, id).flatMap { loaded.records.lastWrite($0) }
    let next = Provenance.Saved(
      ledger: descriptor.ledger, id: id, fields: fields, first: saved?.first ?? fields, stamp: known ?? last)
    draft.note(
      DraftedBatch.SavedValue(
        kind: value.kind, provenance: provenance, saved: next,
        isLatest: known.map { $0 >= last ?? $0 } ?? true))
  }
}
