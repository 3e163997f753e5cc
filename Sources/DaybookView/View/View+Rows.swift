import DaybookModel
package import DaybookRecords

extension View {
  /// The entity with the requested fields, or all; nil if it does not exist and `includesDeleted` is not set.
  package func row(
    _ kind: String, _ id: String, includesDeleted: Bool = false, in records: borrowing Records
  ) -> Row? {
    guard let entity = records.entity(kind, id) else { return nil }
    refresh(records)
    let isShown = shows(entity, records)
    guard isShown || includesDeleted && allows(entity, records) else { return nil }
    return row(entity, isGone: !isShown, records)
  }

  func row(_ entity: EntityIndex, isGone: Bool, _ records: borrowing Records) -> Row {
    var row = Row(
      kind: records.name(of: records.kind(of: entity)), id: records.id(of: entity),
      stamp: records.lastWrite(entity), isGone: isGone, fields: fields(entity, records))
    row.erased = erased(entity, records)
    return row
  }

  /// A field's value as a row has it: null if it is erased, since a default would look like a written value.
  func shownValue(_ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records) -> JSONValue {
    isErased(entity, field, records) ? .null : value(entity, field, records)
  }

  func isErased(_ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records) -> Bool {
    records.hasErased(entity) && records.isErased(entity, field.ids)
  }

  /// The fields that read as if nobody had written them, since their values are erased.
  func erased(_ entity: EntityIndex, _ records: borrowing Records) -> [String] {
    guard records.hasErased(entity) else { return [] }
    let plan = plan(of: entity, records)
    let known = plan?.fields.filter { records.isErased(entity, $0.ids) }.map(\.schema.name) ?? []
    let others = records.erasedFields(of: entity).filter { !(plan?.known.contains($0) ?? false) }
    return known + others.map { records.name(of: $0) }
  }

  private func fields(_ entity: EntityIndex, _ records: borrowing Records) -> [Row.Field] {
    guard let plan = plan(of: entity, records) else { return rawFields(entity, except: [], records) }
    var fields: [Row.Field] = []
    fields.reserveCapacity(plan.fields.count)
    for field in plan.fields where field.schema.name != "id" {
      fields.append(Row.Field(field.schema.name, shownValue(entity, field, records)))
    }
    // What a later version of the schema wrote is shown as it is.
    return fields + rawFields(entity, except: plan.known, records)
  }

  /// What was written, by name; edges as arrays of ids.
  func rawFields(
    _ entity: EntityIndex, except known: Set<FieldID>, _ records: borrowing Records
  ) -> [Row.Field] {
    var fields: [Row.Field] = []
    for id in records.fields(of: entity) where !known.contains(id) {
      guard let value = records.value(entity, id) else { continue }
      fields.append(Row.Field(records.name(of: id), records.json(value)))
    }
    var targets: [(rel: FieldID, ids: [JSONValue])] = []
    for edge in records.edges(from: entity) where !known.contains(edge.rel) {
      if let place = targets.firstIndex(where: { $0.rel == edge.rel }) {
        targets[place].ids.append(.string(edge.to))
      } else {
        targets.append((edge.rel, [.string(edge.to)]))
      }
    }
    for (rel, ids) in targets {
      let name = records.name(of: rel)
      // One name may be a field and a relation in data that no schema ever checked.
      let isTaken = fields.contains { $0.name.utf8.elementsEqual(name.utf8) }
      fields.append(Row.Field(isTaken ? name + "[]" : name, .array(ids)))
    }
    return fields.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// A raw kind's field: the written value, or its edges.
  func rawValue(_ entity: EntityIndex, _ id: FieldID, _ records: borrowing Records) -> JSONValue {
    if let value = records.value(entity, id) { return records.json(value) }
    let edges = records.edges(from: entity, rel: id)
    return edges.isEmpty ? .null : .array(edges.map { .string($0.to) })
  }
}
