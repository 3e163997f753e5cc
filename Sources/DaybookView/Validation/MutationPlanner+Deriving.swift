import DaybookLog
package import DaybookModel
import DaybookRecords

extension MutationPlanner {
  /// Adds the derived fields that the mutation changes and does not write itself.
  mutating func derive(_ records: borrowing Records) throws(LedgerError) {
    let makes = draft.held == .hidden || draft.makes
    guard draft.entry.op != .delete, makes || draft.writes({ $0.isInput }) else { return }
    let (schema, isResolving) = (draft.kind.schema, request.resolving != nil)
    let due = schema.derivations.filter { derivation in
      !schema.names(of: derivation.field).contains(where: isSet)
        && (makes || derivation.inputs.contains { schema.names(of: $0).contains(where: isSet) })
    }
    guard !due.isEmpty else { return }
    let future = ruleValues(due.map { $0.inputs + [$0.field] }, schema, records, withDraft: true)
    var derived: [(String, JSONValue)] = []
    for derivation in due {
      guard let field = schema.field(derivation.field) else { continue }
      let value: JSONValue
      do {
        value = try field.stored(derivation.compute(future))
      } catch {
        throw LedgerError(
          .badData, "\(schema.kind).\(field.name) is derived, and its formula gives no value it can hold",
          cause: schema.hidesAnything ? nil : error)
      }
      let present = future.fields[field.name] ?? future.defaults[field.name] ?? field.defaultValue
      if value != present || isResolving && isContested(field.name, schema, records) {
        derived.append((field.name, value))
      }
    }
    for (name, value) in derived { set(name, value) }
  }

  private func isContested(_ field: String, _ schema: KindSchema, _ records: borrowing Records) -> Bool {
    guard let entity = draft.entity else { return false }
    return records.isContested(entity, any: schema.names(of: field).compactMap { records.field($0) })
  }

  /// The entity's own fields as they will read once the mutation is applied, or as they do without it. To-many relations
  /// and projections are not among them.
  ///
  /// - Parameter reads: what rules and formulas read; nil: all.
  func ruleValues(
    _ reads: [[String]?], _ schema: KindSchema, _ records: borrowing Records, withDraft: Bool
  ) -> RuleValues {
    let id = buffer.text(draft.entry.id)
    let names = reads.contains { $0 == nil } ? nil : Set(reads.flatMap { $0 ?? [] })
    var fields: JSONObject = ["id": .string(id)]
    var defaults = JSONObject()
    for field in schema.fields where field.name != "id" && names?.contains(field.name) ?? true {
      defaults[field.name] = schema.unwritten(field, of: id)
      if field.isProjection { continue }
      if case .many = field.type { continue }
      let value = reading(field.name, schema, records, withDraft: withDraft)
      if !value.isNull { fields[field.name] = value }
    }
    return RuleValues(fields, defaults, schema.codec, blobs: blobs)
  }

  private func reading(
    _ name: String, _ schema: KindSchema, _ records: borrowing Records, withDraft: Bool
  ) -> JSONValue {
    let names = schema.names(of: name)
    if withDraft {
      for name in names {
        if let value = written(name) { return schema.upcast(value, of: names[0], from: draft.entry.v) }
      }
    }
    guard draft.held != .hidden else { return .null }
    if let pending = draft.pending, pending.hasFields, let value = overlay.value(names, of: pending) {
      return schema.upcast(value, of: name, from: draft.entry.v)
    }
    guard let entity = draft.entity else { return .null }
    return schema.reading(name, of: entity, records, ignoringOver: draft.held == .uncovered) ?? .null
  }
}

extension KindSchema {
  /// A field's name, then its former ones.
  package func names(of field: String) -> [String] {
    renames.isEmpty ? [field] : [field] + renames.filter { $0.name == field }.map(\.former)
  }

  /// A value written by a schema of this version, as the present one means it.
  package func upcast(_ value: JSONValue, of field: String, from version: Int64?) -> JSONValue {
    guard let version else { return value }
    return upcasts.reduce(value) { value, upcast in
      upcast.field == field && version < upcast.before ? upcast.convert(value) : value
    }
  }
}
