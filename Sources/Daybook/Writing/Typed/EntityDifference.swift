import DaybookLog
import DaybookModel
import DaybookView

/// The mutations that save a struct on the present state of its entity.
struct EntityDifference {
  /// The state from which the struct's holder started.
  struct Base {
    /// As the struct spells them.
    var fields: JSONObject
    /// The stamp up to which the holder knows the entity.
    var stamp: Stamp?
    /// Data fields whose content was not on this machine.
    var absentData: Set<String> = []
    /// Whether others may have written since.
    var isOld = true
  }

  let schema: KindSchema
  let id: String
  /// As the struct has them.
  let now: JSONObject
  /// Nil for a new struct.
  let base: Base?
  /// The entity as it is; nil if it is to be created, or created again.
  let present: Row?
  /// The same, as the struct spells it.
  let shown: JSONObject?
  /// The state of a struct that was read in another ledger or in the past.
  var elsewhere: JSONObject?
  /// Whether fields that have their defaults are not written.
  var leavesDefaults = false
  /// False if this commit has already written to the entity: then everything is written.
  var compares = true
  /// Whether the content of large data is on this machine.
  let isHere: (JSONValue) -> Bool
  /// The stamp that decides a field's present value.
  let order: (String) -> Stamp?

  private var set = JSONObject()
  private var was = JSONObject()
  private var edges: [Mutation] = []

  init(
    schema: KindSchema, id: String, now: JSONObject, base: Base?, present: Row?, shown: JSONObject?,
    isHere: @escaping (JSONValue) -> Bool, order: @escaping (String) -> Stamp?
  ) {
    (self.schema, self.id, self.now, self.base) = (schema, id, now, base)
    (self.present, self.shown, self.isHere, self.order) = (present, shown, isHere, order)
  }

  /// An upsert if the entity is to be created or a field differs, and the edges.
  mutating func mutations() throws -> [Mutation] {
    for field in schema.fields where field.name != "id" {
      let wanted = now[field.name] ?? .null
      if field.isProjection {
        try requireUnchanged(field, wanted)
      } else if let inverse = schema.inverses.first(where: { $0.inverse == field.name }) {
        compareInverse(field.name, wanted, isToMany: inverse.isInverseToMany)
      } else if case .many = field.type {
        compareEdges(field.name, wanted)
      } else if isChanged(field, wanted) {
        try write(field, wanted)
      }
    }
    guard present == nil || !set.isEmpty else { return edges }
    var upsert = Mutation(.upsert, kind: schema.kind, id: id, set: set.isEmpty ? nil : set)
    if !was.isEmpty { upsert.was = was }
    return [upsert] + edges
  }

  // MARK: Fields

  private func isChanged(_ field: FieldSchema, _ wanted: JSONValue) -> Bool {
    if let base {
      return !isSame(field, wanted, base.fields[field.name] ?? .null) { _ in
        !base.absentData.contains(field.name)
      }
    }
    let stored = stored(field, wanted)
    let isDefault = stored == field.defaultValue
    // A new struct does not know when the entity was written, nor the derived fields.
    if isDefault, field.stampDefault != nil || !field.derivedFrom.isEmpty { return false }
    guard let shown else { return !isDefault && stored != schema.unwritten(field, of: id) }
    if isDefault, leavesDefaults { return false }
    if !compares { return field.derivedFrom.isEmpty || stored != shown[field.name] ?? .null }
    return !isSame(field, wanted, shown[field.name] ?? .null, isHere)
  }

  private mutating func write(_ field: FieldSchema, _ wanted: JSONValue) throws {
    let stored = stored(field, wanted)
    guard let raw = present?[field.name] else {
      set[field.name] = stored
      return
    }
    let readAs = (base?.fields ?? shown)?[field.name] ?? .null
    if base == nil { try requireReadable(field, raw, readAs) }
    let value = field.type.carrying(stored, readAs: readAs, over: raw)
    if compares, value == raw || isSame(field, wanted, raw, isHere) { return }
    set[field.name] = value
    noteReading(of: field)
  }

  /// Records what the author had read, if somebody else has written the field since.
  private mutating func noteReading(of field: FieldSchema) {
    guard let base, base.isOld, let shown,
      !isSame(field, base.fields[field.name] ?? .null, shown[field.name] ?? .null, isHere)
    else { return }
    guard let read = base.stamp, let written = order(field.name), written > read else {
      was[field.name] = .null
      return
    }
    was[field.name] = .string(read.description)
  }

  private func stored(_ field: FieldSchema, _ wanted: JSONValue) -> JSONValue {
    schema.keyed((try? field.stored(wanted)) ?? wanted, field.name)
  }

  /// Whether a value is the same as another, which may be a reference to large data. Data that is not on this machine
  /// reads as empty; this does not mean that the author wants to clear the field.
  private func isSame(
    _ field: FieldSchema, _ wanted: JSONValue, _ other: JSONValue, _ isHere: (JSONValue) -> Bool
  ) -> Bool {
    guard field.type == .data, !field.isBlob, let reference = BlobReference(other) else {
      return stored(field, wanted) == stored(field, other)
    }
    if wanted == other { return true }
    if wanted.isNull || wanted == field.defaultValue { return !isHere(other) }
    return wanted.string.flatMap { Base64.bytes($0) }.map { Hash256.of($0.span) == reference.hash } ?? false
  }

  /// Refuses to overwrite a value that this version cannot read with a struct that was never read.
  private func requireReadable(_ field: FieldSchema, _ raw: JSONValue, _ readAs: JSONValue) throws {
    let stored = try? field.stored(raw)
    switch field.type {
    case .object, .dictionary, .array: if stored != nil { return }
    default: if stored == readAs || raw.isNull { return }
    }
    throw LedgerError(
      .refused, "\(schema.kind).\(field.name) of \(id) holds a value that this version cannot read",
      advice: "to overwrite it, read the entity and change it, or set the field")
  }

  private func requireUnchanged(_ field: FieldSchema, _ wanted: JSONValue) throws {
    let known = [base?.fields, elsewhere, base == nil ? shown : nil].compactMap { $0 }
    if wanted == field.defaultValue, base == nil { return }
    if known.contains(where: { $0[field.name] ?? .null == wanted }) { return }
    throw LedgerError(.refused, "\(schema.kind).\(field.name) is computed and cannot be written")
  }

  // MARK: Edges

  private mutating func compareEdges(_ relation: String, _ wanted: JSONValue) {
    let wanted = ids(wanted)
    let present = ids(self.present?[relation])
    let known = base.map { ids($0.fields[relation]) }
    let gone = (known ?? []).filter { !wanted.contains($0) && (present.contains($0) || !compares) }
    let new = wanted.filter { id in
      !(known?.contains(id) ?? false) && (!compares || !present.contains(id))
    }
    edge(.unlink, relation, gone)
    edge(.link, relation, new)
  }

  private mutating func compareInverse(_ relation: String, _ wanted: JSONValue, isToMany: Bool) {
    if let elsewhere, elsewhere[relation] ?? .null == wanted { return }
    if isToMany { return compareEdges(relation, wanted) }
    let present = self.present?[relation]?.string
    let known = base == nil ? present : base?.fields[relation]?.string
    guard wanted.string != known, base != nil || !wanted.isNull else { return }
    if let known, known == present { edge(.unlink, relation, [known]) }
    if let id = wanted.string { edge(.link, relation, [id]) }
  }

  private mutating func edge(_ op: EventOperation, _ relation: String, _ targets: [String]) {
    edges += targets.map { Mutation(op, kind: schema.kind, id: id, rel: relation, to: $0) }
  }

  private func ids(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }
}
