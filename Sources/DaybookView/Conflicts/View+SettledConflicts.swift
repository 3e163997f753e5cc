import DaybookModel
package import DaybookRecords

/// A conflict of one register that a later write settled, whose author had seen both sides.
package struct ViewSettledConflict: Sendable {
  /// As it was listed while it was open.
  package var conflict: ViewConflict
  package var settling: ViewConflict.Side
}

extension View {
  /// The conflicts of fields, links, presence and of deletes with edits that were settled. `history` is the result of
  /// ``Records/history(of:)``; fields that a policy merges were never in conflict. O(writes of the history).
  package func settledConflicts(
    kind: String? = nil, id: String? = nil, in history: borrowing Records
  ) -> [ViewSettledConflict] {
    refresh(history)
    var found: [ViewSettledConflict] = []
    history.forEachContested { entity in
      let name = named(entity, history)
      guard kind == nil || kind == name.kind, id?.utf8.elementsEqual(name.id.utf8) != false else { return }
      for settled in history.settledConflicts(of: entity) {
        guard let conflict = conflict(of: settled, entity, history) else { continue }
        found.append(
          ViewSettledConflict(
            conflict: conflict, settling: side(entity, settled.register, settled.settling, history)))
      }
    }
    return found.sorted { left, right in
      if ViewConflict.precedes(left.conflict, right.conflict) { return true }
      if ViewConflict.precedes(right.conflict, left.conflict) { return false }
      return left.settling.write.order < right.settling.write.order
    }
  }

  private func conflict(
    of settled: SettledConflict, _ entity: EntityIndex, _ history: borrowing Records
  ) -> ViewConflict? {
    let sides = settled.heads.map { side(entity, settled.register, $0, history) }
    let cause: ViewConflict.Cause
    switch settled.register {
    case .alive: cause = sides.first?.value == true ? .revived : .deleted
    case .present: cause = .presence
    case .over: cause = .recreated
    case .edge: cause = .link
    case .field:
      guard let first = sides.first, !sides.allSatisfy({ $0.value == first.value }) else { return nil }
      if let plan = plan(of: entity, history), let name = first.what, let field = plan[name] {
        guard field.merge == nil, plan.schema.isStored(name) else { return nil }
      }
      cause = .field
    }
    return conflict(cause, entity, sides, history)
  }
}
