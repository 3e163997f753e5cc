// Registers whose heads disagree.

import DaybookModel
import DaybookRecords

extension View {
  func registerConflicts(
    kind: String?, id: String?, _ records: borrowing Records
  ) -> [ViewConflict] {
    var found: [ViewConflict] = []
    let wanted = kind.flatMap { records.kind($0) }
    if kind != nil, wanted == nil { return [] }
    if let wanted, let id {
      guard let entity = records.entity(wanted, id) else { return [] }
      return registerConflicts(of: entity, records)
    }
    records.forEachContested { entity in
      if let wanted, records.kind(of: entity) != wanted { return }
      found += registerConflicts(of: entity, records)
    }
    for entity in renamedApart(wanted, records) { found += fieldConflicts(of: entity, records) }
    return found
  }

  func registerConflicts(of entity: EntityIndex, _ records: borrowing Records) -> [ViewConflict] {
    let plan = plan(of: entity, records)
    var found = fieldConflicts(of: entity, records)
    for conflict in records.conflicts(of: entity, ignoring: plan?.known ?? []) {
      let sides = conflict.heads.map { side(entity, conflict.register, $0, records) }
      switch conflict.register {
      case .alive: found.append(lifeConflict(entity, sides, records))
      case .present: found.append(self.conflict(.presence, entity, sides, records))
      case .field(let field):
        if records.isDecidedByServer(entity, field, between: conflict.heads) { continue }
        found.append(self.conflict(.field, entity, sides, records))
      case .edge(let rel, _):
        if let source = plan?[records.name(of: rel)]?.source {
          guard case .many = source else { continue }
        }
        found.append(self.conflict(.link, entity, sides, records))
      // Re-creations have conflicts of their own.
      case .over: continue
      }
    }
    return found
  }

  func conflict(
    _ cause: ViewConflict.Cause, _ entity: EntityIndex, _ sides: [ViewConflict.Side],
    _ records: borrowing Records
  ) -> ViewConflict {
    ViewConflict(
      cause: cause, entities: [named(entity, records)], what: cause == .recreated ? nil : sides.first?.what,
      to: cause == .recreated ? nil : sides.first?.to, sides: sides, isGone: !shows(entity, records))
  }

  /// For an entity whose delete won: also what the delete hides.
  private func lifeConflict(
    _ entity: EntityIndex, _ heads: [ViewConflict.Side], _ records: borrowing Records
  ) -> ViewConflict {
    guard heads.first?.value == false else { return conflict(.revived, entity, heads, records) }
    let hidden = records.hiddenWrites(of: entity, by: entity, records.precedence)
    let writes = hidden?.writes.map { side(entity, $0.register, $0.write, records) } ?? []
    return conflict(.deleted, entity, heads + writes, records)
  }

  /// The fields that the schema knows, under all of their names, without those that a policy merges and without
  /// derived ones: settling their inputs settles them.
  private func fieldConflicts(of entity: EntityIndex, _ records: borrowing Records) -> [ViewConflict] {
    guard let plan = plan(of: entity, records) else { return [] }
    var found: [ViewConflict] = []
    let precedence = records.precedence
    for field in plan.fields where field.merge == nil && field.schema.derivedFrom.isEmpty {
      guard records.mayDisagree(entity, field.ids, precedence) else { continue }
      switch field.source {
      case .stored, .one: break
      case .id, .many, .inverse, .projection: continue
      }
      let heads = records.heads(entity, field.ids).filter { !$0.write.value.isErased }
      guard heads.count > 1 else { continue }
      let writes = heads.map(\.write)
      if field.ids.contains(where: { records.isDecidedByServer(entity, $0, between: writes) }) { continue }
      let sides = heads.map { side(entity, .field($0.field), $0.write, records) }
      guard let first = sides.first, !sides.allSatisfy({ $0.value == first.value }) else { continue }
      found.append(conflict(.field, entity, sides, records))
    }
    return found
  }

  /// Entities without a contested register, but with a contested field of several names: one machine wrote it under its
  /// former name. O(entities of kinds with such fields).
  private func renamedApart(_ wanted: KindID?, _ records: borrowing Records) -> [EntityIndex] {
    var found: [EntityIndex] = []
    for plan in allPlans(records) where wanted == nil || wanted == plan.kind {
      let fields = plan.fields.filter { $0.ids.count > 1 && $0.merge == nil && $0.schema.derivedFrom.isEmpty }
      if fields.isEmpty { continue }
      records.forEachEntity(of: plan.kind) { entity in
        guard !records.isContested(entity) else { return }
        if fields.contains(where: { records.isContested(entity, any: $0.ids) }) { found.append(entity) }
      }
    }
    return found
  }
}
