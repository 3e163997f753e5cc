import DaybookModel
import DaybookRecords

extension View {
  /// The field as it reads.
  func value(_ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records) -> JSONValue {
    switch field.source {
    case .id: return .string(records.id(of: entity))
    case .stored: return stored(entity, field, records)
    case .one(let relation): return reference(entity, relation, records).map { .string($0) } ?? .null
    case .many: return .array(related(entity, field, records).map { .string($0) })
    case .inverse(let relation):
      let ids = related(entity, field, records)
      if relation.schema.isInverseToMany { return .array(ids.map { .string($0) }) }
      return ids.first.map { .string($0) } ?? .null
    case .projection(let formula): return projection(entity, field, formula(), records)
    }
  }

  private func stored(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> JSONValue {
    if let merge = field.merge, let merged = records.merged(entity, field.ids, merge) {
      return merged.isNull && !field.schema.isOptional ? unwritten(entity, field, records) : merged
    }
    guard let winner = records.winner(entity, field.ids) else { return unwritten(entity, field, records) }
    var value = records.json(winner.value)
    if !field.upcasts.isEmpty, let version = records.register(entity, winner.id)?.v {
      for upcast in field.upcasts where version < upcast.before { value = upcast.convert(value) }
    }
    // Null is a value only where the struct has room for it.
    return value.isNull && !field.schema.isOptional ? unwritten(entity, field, records) : value
  }

  /// What a field reads as that nobody wrote.
  func unwritten(
    _ entity: EntityIndex, _ field: FieldPlan, _ records: borrowing Records
  ) -> JSONValue {
    if !field.hasOneDefault, let provided = provided(entity, records)?[field.schema.name] { return provided }
    switch field.schema.stampDefault {
    case .first?: return .string(records.firstStamp(entity).instant.description)
    case .last?: return .string(records.lastStamp(entity).instant.description)
    case nil: return field.schema.defaultValue
    }
  }

  /// Projections do not read projections: the reader shows them as null, so no formula runs in circles.
  private func projection(
    _ entity: EntityIndex, _ field: FieldPlan, _ formula: ProjectionFormula?, _ records: borrowing Records
  ) -> JSONValue {
    guard let compute = formula?.compute else { return field.schema.defaultValue }
    return withUnsafePointer(to: records) { pointer in
      let reader = EntityReader(view: self, records: pointer, entity: entity)
      return (try? compute(reader)) ?? field.schema.defaultValue
    }
  }
}
