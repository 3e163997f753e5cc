import DaybookModel
import DaybookRecords
import DaybookView

extension LedgerState {
  /// Compares with the source's last value, for which the log is read when first needed: O(size of the log).
  public func verdict(on update: SourceUpdate) -> SourceVerdict {
    let schema = schemas[update.kind]
    if leavesOutErased(update.kind, update.id, update.field) { return .isKnown }
    // Several machines' writes to such a field are merged anyway.
    guard let entity = records.entity(update.kind, update.id), schema?.merges[update.field] == nil else {
      return .writes
    }
    let names = schema?.names(of: update.field) ?? [update.field]
    let ids = names.compactMap { records.field($0) }
    guard mayBeLocal(entity, ids, update, schema), let history = sourceHistory(of: entity),
      let local = records.heads(entity, ids).first(where: {
        !$0.write.value.isErased && history.isLocal($0.write.stamp, of: entity)
      })?.write,
      let base = history.base(
        names, of: entity, unwritten: update.unwritten.contentHash, by: update.source)
    else { return .writes }
    // Whether the source still has its former value can no longer be known.
    if base.isErased {
      return holders.erased.leavesOut(update.kind, update.id, update.field) ? .isKnown : .writes
    }
    let stored = records.json(local.value)
    let change = LocalChange(
      value: schema?.upcast(stored, of: update.field, from: local.v) ?? stored, by: local.by,
      order: local.order, said: base.said)
    if base.holds(update.value.contentHash) { return .stands(change) }
    // Somebody wrote the source's own value: then nobody changed it.
    return stored.contentHash == base.value ? .writes : .differs(change)
  }

  /// Whether one of the fields shows what somebody here wrote, and not a source. May read the log, as `verdict` does.
  public func isWrittenHere(_ kind: String, _ id: String, _ fields: [String]) -> Bool {
    let schema = schemas[kind]
    guard let entity = records.entity(kind, id),
      records.aliveRegister(entity) != nil || records.isContested(entity),
      let history = sourceHistory(of: entity)
    else { return false }
    return fields.contains { field in
      let ids = (schema?.names(of: field) ?? [field]).compactMap { records.field($0) }
      return records.heads(entity, ids).contains { history.isLocal($0.write.stamp, of: entity) }
    }
  }

  /// How many entities that are not deleted refer to each id by the field. O(entities of the kind).
  public func referenceCounts(_ kind: String, _ field: String) -> [String: Int] {
    guard let id = records.kind(kind), let field = records.field(field) else { return [:] }
    var counts: [String: Int] = [:]
    records.forEachEntity(of: id) { entity in
      guard records.life(of: entity).isAlive, let target = read(entity, field)?.string else { return }
      counts[target, default: 0] += 1
    }
    return counts
  }

  /// Decides by the values in conflict and by the source's last value. Without a conflict it reads nothing of the
  /// log.
  public func verdict(onRepeated update: SourceUpdate) -> SourceVerdict {
    let schema = schemas[update.kind]
    guard let entity = records.entity(update.kind, update.id), records.isContested(entity),
      schema?.merges[update.field] == nil
    else { return .isKnown }
    let names = schema?.names(of: update.field) ?? [update.field]
    let ids = names.compactMap { records.field($0) }
    guard records.isContested(entity, any: ids) else { return .isKnown }
    let heads = records.heads(entity, ids).map(\.write).filter { !$0.value.isErased }
    guard heads.count > 1, let history = sourceHistory(of: entity) else { return .isKnown }
    let people = heads.filter { history.isLocal($0.stamp, of: entity) }
    // Excludes values that several people wrote without seeing one another's.
    guard let local = people.first, people.count == 1 else { return .isKnown }
    let isShown = heads[0].stamp == local.stamp
    guard
      let base = history.base(
        names, of: entity, unwritten: update.unwritten.contentHash, by: update.source,
        before: isShown ? nil : local.order), !base.isErased
    else { return .isKnown }
    if isShown { return update.value.contentHash == base.value ? .isKnown : .writes }
    let stored = records.json(local.value)
    if stored.contentHash == base.value { return .isKnown }
    // Whether the source still has the value that it had before somebody changed it: then there is nothing to decide.
    let isOld = heads.allSatisfy {
      $0.stamp == local.stamp || records.json($0.value).contentHash == base.value
    }
    return .restores(
      LocalChange(
        value: schema?.upcast(stored, of: update.field, from: local.v) ?? stored, by: local.by,
        order: isOld ? heads[0].order : local.order, said: base.said),
      isDecided: isOld)
  }

  /// Cheap, and false for nearly everything that is only ever imported: `sync` writes no `alive`, and only a reference
  /// or a dismissal's field can change locally without it.
  private func mayBeLocal(
    _ entity: EntityIndex, _ ids: [FieldID], _ update: SourceUpdate, _ schema: KindSchema?
  ) -> Bool {
    guard let schema else { return true }
    if records.aliveRegister(entity) != nil || records.isContested(entity, any: ids) { return true }
    if case .one = schema.field(update.field)?.type { return true }
    return schema.dismissal?.field == update.field
  }

  /// Read when first needed, and again once the entity has been written since; nil if the log cannot be read, which the
  /// lender of the reading learns from `historyFailure`.
  private func sourceHistory(of entity: EntityIndex) -> SourceHistory? {
    if let known = holders.sourceHistory, !holders.isWritten(entity, since: known.touchCount, records) {
      return known
    }
    guard holders.historyFailure == nil, let read = holders.readSourceHistory else { return nil }
    do {
      let history = try read()
      holders.sourceHistory = history
      return history
    } catch {
      holders.historyFailure = error
      return nil
    }
  }
}

extension Ledger {
  /// From now on a plan may ask for the sources' earlier values, which are read on demand.
  func beginWeighing() {
    // Reading the log closes a writer that failed, which must not happen while the records are lent.
    closeFailedSession()
    loaded.holders.readSourceHistory = { try self.sourceHistory() }
    loaded.holders.historyFailure = nil
  }

  /// - Throws: why it could not be read; then the plan must not be carried out.
  func endWeighing() throws {
    loaded.holders.readSourceHistory = nil
    if let failure = loaded.holders.historyFailure { throw failure }
  }
}
