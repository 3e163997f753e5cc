import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookView

extension Ledger {
  /// The mutations that a batch comes to on the present state, and how they are planned where they resolve a
  /// conflict.
  func mutations(of batch: Batch) throws -> (mutations: [Mutation], resolving: Resolving?) {
    var mutations: [Mutation] = []
    var resolving: Resolving?
    var touched: Set<[String]> = []
    for item in batch.items {
      switch item {
      case .mutation(let mutation):
        touched.insert([mutation.kind, mutation.id])
        mutations.append(mutation)
      case .lines(let lines):
        for mutation in try lines.mutations() {
          touched.insert([mutation.kind, mutation.id])
          mutations.append(mutation)
        }
      case .entity(let kind, let id, let fields):
        // What this commit did to it already is not in the records: then everything is written.
        let isTouched = !touched.insert([kind, id]).inserted
        mutations += try differences(kind, id, fields, compares: !isTouched)
      case .undo(let undo): mutations += undo.mutations(on: loaded.records, schemas)
      case .resolution(let id, let choice):
        let (written, rules) = try self.mutations(resolving: id, choice)
        mutations += written
        resolving = rules
      case .keyed(let kind, let fields):
        let (id, written) = try keyed(kind, fields)
        touched.insert([kind, id])
        mutations += written
      }
    }
    return (mutations, resolving)
  }

  /// The holder of the natural key, and what its fields would say anew.
  private func keyed(_ kind: String, _ fields: JSONObject) throws -> (id: String, [Mutation]) {
    guard let schema = schemas[kind], let key = schema.key else {
      throw LedgerError(.usage, "\(kind) has no natural key", advice: "upsert it by its id")
    }
    guard let value = fields[key.field]?.string, !key.normalizer.normalized(value).isEmpty else {
      throw LedgerError(.badData, "\(kind).\(key.field) is the key and must not be empty")
    }
    loaded.holders.schemas = schemas
    let id = loaded.entity(kind, key: value)?.id ?? loaded.newID(kind, key: value)
    var said = fields
    let row = view.row(kind, id, in: loaded.records)
    for field in schema.fields where (said[field.name] ?? .null) == field.defaultValue {
      said[field.name] = row?[field.name] ?? field.defaultValue
    }
    return (id, try differences(kind, id, said, compares: true))
  }

  private func differences(
    _ kind: String, _ id: String, _ fields: JSONObject, compares: Bool
  ) throws -> [Mutation] {
    guard let schema = schemas[kind] else {
      throw LedgerError(
        .usage, "\(kind) belongs to no system this ledger was opened with",
        advice: "name its system when opening the ledger")
    }
    let row = view.row(kind, id, in: loaded.records)
    // A hidden entity's too, for the fields that follow from others.
    let held = row ?? view.row(kind, id, includesDeleted: true, in: loaded.records)
    var set = JSONObject()
    var edges: [Mutation] = []
    for field in schema.fields where field.name != "id" && !field.isProjection {
      let wanted = fields[field.name] ?? .null
      if schema.inverses.contains(where: { $0.inverse == field.name }) { continue }
      if case .many = field.type {
        edges += edgeDifferences(kind, id, field.name, wanted, present: row?[field.name])
        continue
      }
      let stored = schema.keyed((try? field.stored(wanted)) ?? wanted, field.name)
      // A struct made afresh says nothing of when the entity was first and last written.
      if field.stampDefault != nil, stored == field.defaultValue { continue }
      // A struct carries a derived field along as it was read: that says nothing of what it should be.
      if !field.derivedFrom.isEmpty, stored == held?[field.name] ?? field.defaultValue { continue }
      let present = row?[field.name] ?? field.defaultValue
      if (compares || row == nil) && stored == present { continue }
      if try compares && isSameBlob(stored, present) { continue }
      set[field.name] = stored
    }
    guard row == nil || !set.isEmpty else { return edges }
    return [Mutation(.upsert, kind: kind, id: id, set: set.isEmpty ? nil : set)] + edges
  }

  /// Whether large data is what the blob holds. A blob that is not here was read as null: that is no wish
  /// to clear the field.
  private func isSameBlob(_ wanted: JSONValue, _ present: JSONValue) throws -> Bool {
    guard let reference = BlobReference(present) else { return false }
    if wanted.isNull { return try blob(present) == nil }
    return wanted.string.flatMap { Base64.bytes($0) }.map { Hash256.of($0.span) == reference.hash } ?? false
  }

  private func edgeDifferences(
    _ kind: String, _ id: String, _ relation: String, _ wanted: JSONValue, present: JSONValue?
  ) -> [Mutation] {
    let wanted = wanted.array?.compactMap(\.string) ?? []
    let present = present?.array?.compactMap(\.string) ?? []
    let gone = present.filter { !wanted.contains($0) }
    let new = wanted.filter { !present.contains($0) }
    return gone.map { Mutation(.unlink, kind: kind, id: id, rel: relation, to: $0) }
      + new.map { Mutation(.link, kind: kind, id: id, rel: relation, to: $0) }
  }
}
