import DaybookModel

/// Writes that a delete or a re-creation hides though neither author had seen the other's.
package struct HiddenWrites: Sendable {
  package struct Write: Sendable {
    package var register: RegisterKey
    package var write: RegisterWrite
  }

  /// The heads that hide them, the greatest first.
  package var hiding: [RegisterWrite]
  /// By register, of one register the greatest first.
  package var writes: [Write]
}

extension Records {
  /// What the deletes of `owner` hide of `entity`, which is the owner itself or belongs to it: the heads of its
  /// registers that no delete had seen and that had seen none. Nil where there are none. A server's registers are
  /// not looked at: it decides for itself. O(registers of the entity).
  package func hiddenWrites(
    of entity: EntityIndex, by owner: EntityIndex, _ precedence: Precedence
  ) -> HiddenWrites? {
    guard let alive = find(Int(owner.rawValue), .alive), alive.value.isFalse else { return nil }
    let kept = writesKept(of: alive).filter { $0.value.isFalse }
    let deletes = heads(alive).filter { StoredValue(raw: $0.rawValue).isFalse }
      .map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) }
    let over = over(Int(entity.rawValue))
    return hidden(of: entity, by: deletes, kept: kept, precedence) { register, head in
      guard register != .over, register != .alive || entity != owner else { return false }
      let isHidable = register.isField || register == .present
      return !isHidable || over.map { order(of: head) > $0 } ?? true
    }
  }

  /// What a re-creation hides though neither author had seen the other's: the heads at or below `over`, and upserts
  /// and restores that meant to leave everything as it was. Nil where there are none. O(registers of the entity).
  package func hiddenByRecreation(of entity: EntityIndex, _ precedence: Precedence) -> HiddenWrites? {
    let index = Int(entity.rawValue)
    guard let over = over(index), let cell = find(index, .over) else { return nil }
    let heads = heads(cell).filter { !StoredValue(raw: $0.rawValue).isNull }
      .map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) }
    let kept = writesKept(of: cell).filter { !$0.value.isNull }
    return hidden(of: entity, by: heads, kept: kept, precedence) { register, head in
      if register == .alive {
        let hash = Hash256(words: writes[Int(head)].hash)
        return !heads.contains { $0.leafHash == hash }
      }
      return (register.isField || register == .present) && order(of: head) <= over
    }
  }

  /// The heads that `isHidden` picks and that are unknown to those that hide them, and these to them. Of `alive`
  /// only those that say the entity is there count.
  private func hidden(
    of entity: EntityIndex, by hiding: [RegisterWrite], kept: [RegisterWrite], _ precedence: Precedence,
    isHidden: (RegisterID, _ head: UInt32) -> Bool
  ) -> HiddenWrites? {
    var found: [(register: RegisterID, target: UInt32, write: RegisterWrite)] = []
    forEachRegister(Int(entity.rawValue)) { register, target, cell in
      guard register != .ack, !register.isServer else { return }
      for head in heads(cell) where isHidden(register, head.write) {
        let write = registerWrite(head.write, StoredValue(raw: head.rawValue))
        if register == .alive, write.value.isFalse { continue }
        let isKnown =
          kept.contains { precedence.saw($0, write) } || hiding.contains { precedence.saw(write, $0) }
        if !isKnown { found.append((register, target, write)) }
      }
    }
    guard !found.isEmpty, !hiding.isEmpty else { return nil }
    // Stable, so that heads stay in their order.
    let places = found.indices.sorted { left, right in
      let (a, b) = ((found[left].register, found[left].target), (found[right].register, found[right].target))
      if registerPrecedes(a, b) { return true }
      return registerPrecedes(b, a) ? false : left < right
    }
    return HiddenWrites(
      hiding: hiding,
      writes: places.map { place in
        HiddenWrites.Write(
          register: registerKey(found[place].register, found[place].target), write: found[place].write)
      })
  }

  /// The writes of a register that are still held: of each branch the latest, and the winner.
  private func writesKept(of cell: Cell) -> [RegisterWrite] {
    guard cell.isContested else { return [registerWrite(cell)] }
    return chain(of: cell).map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) }
  }
}
