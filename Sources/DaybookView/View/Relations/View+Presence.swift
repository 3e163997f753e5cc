import DaybookModel
package import DaybookRecords

extension View {
  /// Whether an entity can be read: it was made and not deleted, its source still has it, no owner that it belongs to
  /// is gone, and the viewer may see it.
  package func isShown(_ entity: EntityIndex, in records: borrowing Records) -> Bool {
    refresh(records)
    return shows(entity, records)
  }

  func shows(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    let life = records.life(of: entity)
    return life.isPresent && isMade(entity, life, records) && !isDead(entity, records)
      && allows(entity, records)
  }

  /// Whether it was made, or exists without an event, and nobody deleted it since.
  func isMade(_ entity: EntityIndex, _ life: Life, _ records: borrowing Records) -> Bool {
    life.isAlive || !life.isDeleted && provided(entity, records) != nil
  }

  /// The fields of an entity that exists without events; nil for any other.
  func provided(_ entity: EntityIndex, _ records: borrowing Records) -> JSONObject? {
    guard let plan = plan(of: entity, records), !plan.provided.isEmpty else { return nil }
    return plan.provided[entity]
  }

  /// Whether an entity is deleted, gone from its source, or hidden by an owner that is deleted or gone. An entity that
  /// was never made is not dead: links may dangle.
  ///
  /// An entity is hidden if it can reach a dead owner over cascade edges: a search from the entity upwards. Everything
  /// it passes on the way to a dead owner is dead, and if it finds none, everything it saw is not: so each entity is
  /// visited about once, whatever the depth, and cycles end.
  func isDead(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    switch presence[entity] {
    case .shown, .provisional: return false
    case .dead: return true
    case .unknown: break
    }
    if isDeadItself(entity, records) {
      presence[entity] = .dead
      return true
    }
    guard let plan = plan(of: entity, records), !plan.owners.isEmpty else {
      presence[entity] = .shown
      return false
    }
    return isDeadByOwners(entity, plan, records) ?? search(from: entity, records)
  }

  /// The answer if the direct owners suffice, as they nearly always do; nil if one of them has owners that were not
  /// checked yet, or has not been made.
  private func isDeadByOwners(
    _ entity: EntityIndex, _ plan: KindPlan, _ records: borrowing Records
  ) -> Bool? {
    let owners = ends(of: entity, plan.owners, records)
    var isKnown = !owners.isOpen
    for owner in owners.entities {
      if presence[owner] == .unknown, self.plan(of: owner, records)?.owners.isEmpty ?? true {
        presence[owner] = isDeadItself(owner, records) ? .dead : .shown
      }
      switch presence[owner] {
      case .shown: continue
      case .dead:
        presence[entity] = .dead
        return true
      case .unknown, .provisional: isKnown = false
      }
    }
    guard isKnown else { return nil }
    presence[entity] = .shown
    return false
  }

  private func isDeadItself(_ entity: EntityIndex, _ records: borrowing Records) -> Bool {
    records.life(of: entity).isGone
  }

  private func search(from start: EntityIndex, _ records: borrowing Records) -> Bool {
    /// The entities that were reached, and from where.
    var cameFrom: [EntityIndex: EntityIndex] = [start: start]
    var pending = [start]
    var isOpen = false
    while let entity = pending.popLast() {
      guard let plan = plan(of: entity, records) else { continue }
      let owners = ends(of: entity, plan.owners, records)
      if owners.isOpen { isOpen = true }
      for owner in owners.entities where cameFrom[owner] == nil {
        cameFrom[owner] = entity
        let known = presence[owner]
        if known == .provisional { isOpen = true }
        if known == .shown || known == .provisional { continue }
        guard known == .dead || isDeadItself(owner, records) else {
          pending.append(owner)
          continue
        }
        var place = owner
        presence[place] = .dead
        while place != start, let previous = cameFrom[place] {
          place = previous
          presence[place] = .dead
        }
        return true
      }
    }
    for entity in cameFrom.keys where presence[entity] == .unknown {
      presence[entity] = isOpen ? .provisional : .shown
      if isOpen { provisional.append(entity) }
    }
    return false
  }
}
