import DaybookLog
package import DaybookModel
import DaybookRecords

extension MutationPlanner {
  /// Adds the derived fields that the mutation changes and does not write itself.
  mutating func derive(_ records: borrowing Records) throws(LedgerError) {
    let kind = draft.kind
    let makes = draft.held == .hidden || draft.makes
    var touched = BitSet64()
    for place in draft.places where place >= 0 { touched.formUnion(kind.fields[place].formulas) }
    guard draft.entry.op != .delete, makes || !touched.isEmpty else { return }
    var due: [Int] = []
    for (index, formula) in kind.formulas.enumerated() where makes || touched.mayContain(index) {
      if memberPlace(of: formula.field) != nil { continue }
      if makes || formula.reads.contains(where: { $0 != formula.field && memberPlace(of: $0) != nil }) {
        due.append(index)
      }
    }
    if due.isEmpty { return }
    let isResolving = request.resolving != nil
    let future = ruleValues(due.map { kind.formulas[$0].reads }, records, withDraft: true)
    var derived: [(String, JSONValue)] = []
    for index in due {
      let field = kind.stored[kind.formulas[index].field].schema
      let value: JSONValue
      do {
        value = try field.stored(kind.formulas[index].derivation.compute(future))
      } catch {
        throw LedgerError(
          .badData,
          "\(kind.kind).\(field.name) is derived, and its formula gives no value that the field can hold",
          cause: kind.hidesAnything ? nil : error)
      }
      let present = future.json(field.name).map { $0.value.isNull ? $0.defaultValue : $0.value }
      if value != present || isResolving && isContested(kind.formulas[index].field, records) {
        derived.append((field.name, value))
      }
    }
    for (name, value) in derived { set(name, value) }
  }

  private func isContested(_ stored: Int, _ records: borrowing Records) -> Bool {
    guard let entity = draft.entity else { return false }
    return records.isContested(entity, any: draft.kind.stored[stored].names.compactMap { records.field($0) })
  }

  /// The place among the draft's members of a stored field, under its own name or, without that, a former one.
  private func memberPlace(of stored: Int) -> Int? {
    var former: Int?
    for (index, place) in draft.places.enumerated()
    where place >= 0 && draft.kind.fields[place].stored == stored {
      if draft.kind.fields[place].use != .former { return index }
      former = former ?? index
    }
    return former
  }

  /// The entity's own fields as they will read once the mutation is applied, or without it. To-many relations
  /// are not among them, and projections read as their defaults.
  ///
  /// - Parameter reads: what rules and formulas read, of the kind's stored fields; nil: all.
  func ruleValues(_ reads: [[Int]?], _ records: borrowing Records, withDraft: Bool) -> RuleValues {
    let kind = draft.kind
    var places: [Int] = []
    if reads.contains(where: { $0 == nil }) {
      places = Array(kind.stored.indices)
    } else {
      for place in reads.flatMap({ $0 ?? [] }) where !places.contains(place) { places.append(place) }
    }
    var fields: [RuleValues.Field] = []
    fields.reserveCapacity(places.count + 1)
    for place in places {
      let field = kind.stored[place].schema
      let value = field.isProjection ? .null : reading(place, records, withDraft: withDraft)
      let unwritten =
        kind.hasProvided ? kind.schema.unwritten(field, of: buffer.text(draft.entry.id)) : field.defaultValue
      fields.append((field.name, value, unwritten))
    }
    if places.count == kind.stored.count {
      let id = JSONValue.string(buffer.text(draft.entry.id))
      fields.append(("id", id, id))
    }
    return RuleValues(fields, kind.schema.codec, blobs: blobs)
  }

  private func reading(_ stored: Int, _ records: borrowing Records, withDraft: Bool) -> JSONValue {
    let (kind, v) = (draft.kind, draft.entry.v)
    let names = kind.stored[stored].names
    if withDraft, let place = memberPlace(of: stored) {
      return kind.upcast(buffer.value(draft.members[place].value), of: names[0], from: v)
    }
    guard draft.held != .hidden else { return .null }
    if let pending = draft.pending, pending.hasFields, let value = overlay.value(names, of: pending) {
      return kind.upcast(value, of: names[0], from: v)
    }
    guard let entity = draft.entity else { return .null }
    return kind.schema.reading(names[0], of: entity, records, ignoringOver: draft.held == .uncovered) ?? .null
  }
}

extension KindSchema {
  /// A field's name, then its former ones.
  public func names(of field: String) -> [String] {
    renames.isEmpty ? [field] : [field] + renames.filter { $0.name == field }.map(\.former)
  }

  /// A value written by a schema of this version, in the present version's terms.
  package func upcast(_ value: JSONValue, of field: String, from version: Int64?) -> JSONValue {
    guard let version else { return value }
    return upcasts.reduce(value) { value, upcast in
      upcast.field == field && version < upcast.before ? upcast.convert(value) : value
    }
  }
}
