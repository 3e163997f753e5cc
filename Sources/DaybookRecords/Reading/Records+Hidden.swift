import DaybookModel

/// Writes that a delete or a re-creation hides although neither author had seen the other's.
package struct HiddenWrites: Sendable {
  package struct Write: Sendable {
    package var register: RegisterKey
    package var write: RegisterWrite
  }

  /// The heads that hide them, the greatest first.
  package var hiding: [RegisterWrite]
  /// By register; within one register, the greatest first.
  package var writes: [Write]
}

extension Records {
  /// What the deletes of `owner` hide of `entity`, which is the owner itself or belongs to it: the heads of its
  /// registers that no delete had seen and that had seen no delete. Nil if there are none. A server's registers are not
  /// considered: the server decides for itself. O(registers of the entity).
  package func hiddenWrites(
    of entity: EntityIndex, by owner: EntityIndex, _ precedence: Precedence
  ) -> HiddenWrites? {
    guard let alive = find(Int(owner.rawValue), .alive), alive.value.isFalse else { return nil }
    let over = over(Int(entity.rawValue))
    return hidden(of: entity, by: alive, precedence, isHiding: { $0.isFalse }) { register, head, _ in
      guard register != .over, register != .alive || entity != owner else { return false }
      guard let over, register.isField || register == .present else { return true }
      return order(of: head) > over
    }
  }

  /// What a re-creation hides although neither author had seen the other's: the heads at or below `over`, and upserts
  /// and restores that meant to leave everything as it was. Nil if there are none. O(registers of the entity).
  package func hiddenByRecreation(of entity: EntityIndex, _ precedence: Precedence) -> HiddenWrites? {
    let index = Int(entity.rawValue)
    guard let over = over(index), let cell = find(index, .over) else { return nil }
    return hidden(of: entity, by: cell, precedence, isHiding: { !$0.isNull }) { register, head, hiding in
      if register == .alive { return !hiding.contains { $0.write == head } }
      return (register.isField || register == .present) && order(of: head) <= over
    }
  }

  /// The heads that `isHidden` picks and that are unknown to the writes of a register that hide them, and these to
  /// them. For `alive`, only those that set that the entity exists count.
  private func hidden(
    of entity: EntityIndex, by cell: Cell, _ precedence: Precedence, isHiding: (StoredValue) -> Bool,
    isHidden: (RegisterID, _ head: UInt32, _ hiding: [Contender]) -> Bool
  ) -> HiddenWrites? {
    func hides(_ write: Contender) -> Bool { isHiding(StoredValue(raw: write.rawValue)) }
    // Including those that are not heads, since what they had seen is known.
    let kept = kept(cell).filter(hides)
    let hiding = heads(cell).filter(hides)
    let causality = precedence.causality
    var found: [(register: RegisterID, target: UInt32, write: Contender)] = []
    func look(_ register: RegisterID, _ target: UInt32, _ head: Contender) {
      if register == .alive, StoredValue(raw: head.rawValue).isFalse { return }
      let isKnown =
        kept.contains { causality.saw($0, head) } || hiding.contains { causality.saw(head, $0) }
      if !isKnown, isHidden(register, head.write, hiding) { found.append((register, target, head)) }
    }
    forEachRegister(Int(entity.rawValue)) { register, target, cell in
      guard register != .ack, !register.isServer else { return }
      if cell.isContested {
        for head in heads(cell) { look(register, target, head) }
      } else {
        look(register, target, contender(of: cell))
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
      hiding: hiding.map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) },
      writes: places.map { place in
        let (register, target, write) = found[place]
        return HiddenWrites.Write(
          register: registerKey(register, target),
          write: registerWrite(write.write, StoredValue(raw: write.rawValue)))
      })
  }
}
