package import DaybookModel

extension Records {
  /// The writers of the ledger, and whether each is known to hold everything that shows of an entity: it wrote it, or
  /// had seen it when it last wrote. Ascending. A replica that never wrote is unknown, and not included. O(registers of
  /// the entity × writers).
  package func holding(_ entity: EntityIndex) -> [(replica: ReplicaID, isHolding: Bool)] {
    let causality = causality
    var all: [Contender] = []
    forEachRegister(Int(entity.rawValue)) { register, _, cell in
      if register.local == RegisterID.ack.local { return }
      all += heads(cell)
    }
    var holding: [UInt32: Bool] = [:]
    for (number, branch) in branches.enumerated() where branch.leafEnd > 0 {
      // A write that has seen everything that its branch has.
      let last = Contender(branch: BranchIndex(rawValue: UInt32(number)), leaf: branch.leafEnd)
      let holdsAll = all.allSatisfy { causality.saw(last, $0) }
      // For a forked replica, one history is enough.
      holding[branch.replica] = holding[branch.replica] ?? false || holdsAll
    }
    return holding.map { (replicas[$0.key], $0.value) }.sorted { $0.0 < $1.0 }
  }
}

extension Records {
  /// By line, the fields for which the entity shows that line's value, or for which no other write had seen it.
  /// O(registers)
  package func headFields(of entity: EntityIndex) -> [Hash256: Set<String>] {
    var fields: [Hash256: Set<String>] = [:]
    forEachRegister(Int(entity.rawValue)) { register, target, cell in
      guard register.isField, target == SideCell.none else { return }
      let name = name(of: FieldID(rawValue: register.name))
      for head in heads(cell) {
        fields[hash(of: head.write), default: []].insert(name)
      }
    }
    return fields
  }
}
