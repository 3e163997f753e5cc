import DaybookModel

// A source's values for fields that somebody here changed too.

extension ImportBatch {
  /// Leaves out values that somebody here changed after the source had stated the same value.
  ///
  /// - Returns: what both changed, which stays in `set`.
  func weigh(
    _ set: inout JSONObject, of entity: ImportedEntity, _ standing: ImportStanding, _ draft: Draft,
    _ source: SyncSource?, in state: borrowing LedgerState
  ) -> ContestedFields {
    var contested = ContestedFields()
    guard standing.exists else { return contested }
    for member in set.members where !entity.workedOut.contains(member.key) {
      if let said = draft.said[member.key] {
        if DataValue.isSame(said, member.value) {
          set[member.key] = nil
          continue
        }
      } else if draft.values[member.key] != nil {
        // The source's previous values.
        continue
      }
      let update = SourceUpdate(
        member.key, member.value, unwritten: state.unwritten(member.key, of: entity.kind), of: entity.kind,
        standing.id, from: source?.id)
      switch state.verdict(on: update) {
      case .writes: break
      case .isKnown, .stands: set[member.key] = nil
      case .differs(let change): contested.add(member.key, change)
      case .restores(let change, let isDecided):
        set[member.key] = nil
        contested.restore(member.key, change, isDecided: isDecided)
      }
    }
    return contested
  }

  /// Adds values of the source that equal the present ones, if that ends a conflict between the two, and values that an
  /// import elsewhere overwrote.
  func settle(
    _ set: inout JSONObject, _ contested: inout ContestedFields, of entity: ImportedEntity,
    _ standing: ImportStanding, _ draft: Draft,
    _ source: SyncSource?, in state: borrowing LedgerState
  ) {
    guard standing.exists, state.hasConflicts(entity.kind, standing.id) else { return }
    for member in entity.fields
    where set[member.key] == nil && !entity.workedOut.contains(member.key)
      && draft.said[member.key] == nil && draft.values[member.key] == nil
    {
      let update = SourceUpdate(
        member.key, member.value, unwritten: state.unwritten(member.key, of: entity.kind), of: entity.kind,
        standing.id, from: source?.id)
      switch state.verdict(onRepeated: update) {
      case .isKnown, .stands: break
      case .writes: set[member.key] = member.value
      case .differs(let change):
        set[member.key] = member.value
        contested.add(member.key, change)
      case .restores(let change, let isDecided):
        contested.restore(member.key, change, isDecided: isDecided)
      }
    }
  }
}
