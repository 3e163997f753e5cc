// Writes hidden by deletes that did not know of them.

import DaybookModel
import DaybookRecords

extension View {
  func hiddenConflicts(_ records: borrowing Records) -> [ViewConflict] {
    let precedence = records.precedence
    var found: [ViewConflict] = []
    records.forEachDeleted { owner in
      // If heads of the delete itself disagree, that conflict covers everything it hides.
      if records.heads(owner, .alive).allSatisfy(\.value.isFalse),
        let hidden = standing(
          records.hiddenWrites(of: owner, by: owner, precedence), owner, precedence, records)
      {
        found.append(conflict(.hiddenEdit, owner, by: owner, hidden, records))
      }
      for child in hiddenWith(owner, records) {
        guard
          let hidden = standing(
            records.hiddenWrites(of: child, by: owner, precedence), child, precedence, records)
        else { continue }
        found.append(conflict(.hiddenChild, child, by: owner, hidden, records))
      }
    }
    return found
  }

  /// Entities made anew by somebody who did not know what that hides, or brought back in another way meanwhile.
  func recreationConflicts(_ records: borrowing Records) -> [ViewConflict] {
    let precedence = records.precedence
    var found: [ViewConflict] = []
    records.forEachRecreated { entity in
      let heads = records.heads(entity, .over)
      let hidden = standing(
        records.hiddenByRecreation(of: entity, precedence), entity, precedence, records)
      let sides = heads.map { side(entity, .over, $0, records) }
      guard hidden != nil || sides.contains(where: { $0.value != sides[0].value }) else { return }
      let writes = hidden?.writes.map { side(entity, $0.register, $0.write, records) } ?? []
      found.append(conflict(.recreated, entity, sides + writes, records))
    }
    return found
  }

  /// Excludes writes to one of a field's names that a write to another of its names had seen: to the schema they are
  /// one field. Nil if none is left.
  private func standing(
    _ hidden: HiddenWrites?, _ entity: EntityIndex, _ precedence: Precedence, _ records: borrowing Records
  ) -> HiddenWrites? {
    guard var hidden, let plan = plan(of: entity, records) else { return hidden }
    hidden.writes.removeAll { one in
      guard case .field(let id) = one.register,
        let field = plan.fields.first(where: { $0.ids.count > 1 && $0.ids.contains(id) })
      else { return false }
      return field.ids.contains { other in
        other != id && records.heads(entity, .field(other)).contains { precedence.saw($0, one.write) }
      }
    }
    return hidden.writes.isEmpty ? nil : hidden
  }

  private func conflict(
    _ cause: ViewConflict.Cause, _ entity: EntityIndex, by owner: EntityIndex, _ hidden: HiddenWrites,
    _ records: borrowing Records
  ) -> ViewConflict {
    let deletes = hidden.hiding.map { side(owner, .alive, $0, records) }
    let writes = hidden.writes.map { side(entity, $0.register, $0.write, records) }
    let entities = entity == owner ? [entity] : [entity, owner]
    return ViewConflict(
      cause: cause, entities: entities.map { named($0, records) }, sides: deletes + writes, isGone: true)
  }

  /// The entities that a delete also hides: those that were made and are not deleted themselves; it does not descend
  /// below deleted ones.
  private func hiddenWith(_ owner: EntityIndex, _ records: borrowing Records) -> [EntityIndex] {
    guard let plan = plan(of: owner, records), !plan.owned.isEmpty else { return [] }
    var found: [EntityIndex] = []
    var seen: Set<EntityIndex> = [owner]
    var pending = ends(of: owner, plan.owned, records).entities
    while let child = pending.popLast() {
      guard seen.insert(child).inserted else { continue }
      let life = records.life(of: child)
      if life.isDeleted { continue }
      if life.isAlive { found.append(child) }
      guard let plan = self.plan(of: child, records) else { continue }
      pending += ends(of: child, plan.owned, records).entities
    }
    return found
  }
}
