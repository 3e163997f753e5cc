import DaybookModel

extension Records {
  /// The writes of a register that no other write to it had seen, the greatest first. Empty if it was never written.
  package func heads(_ entity: EntityIndex, _ register: RegisterKey) -> [RegisterWrite] {
    let index = Int(entity.rawValue)
    let cell: Cell? =
      switch register {
      case .alive: find(index, .alive)
      case .present: find(index, .present)
      case .over: find(index, .over)
      case .field(let field): find(index, RegisterID(field.rawValue))
      case .edge(let rel, let to): edgeCell(index, rel.rawValue, to)
      }
    return cell.map { heads($0).map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) } } ?? []
  }

  /// The heads of a field that is stored under several names, which count as one register: if one event wrote several
  /// of them, its first counts. Only heads that are not hidden by `over`, unless requested otherwise; the greatest
  /// first.
  package func heads(
    _ entity: EntityIndex, _ names: [FieldID], ignoringOver: Bool = false
  ) -> [FieldHead] {
    let index = Int(entity.rawValue)
    let over = ignoringOver ? nil : over(index)
    if let name = names.first, names.count == 1 {
      guard let cell = find(index, RegisterID(name.rawValue)) else { return [] }
      return heads(cell).compactMap { head in
        if let over, order(of: head.write) <= over { return nil }
        return FieldHead(field: name, write: registerWrite(head.write, StoredValue(raw: head.rawValue)))
      }
    }
    var fields: [UInt32: FieldID] = [:]
    var all: [Contender] = []
    for name in names {
      guard let cell = find(index, RegisterID(name.rawValue)) else { continue }
      for write in cell.isContested ? chain(of: cell) : [contender(of: cell)] where fields[write.write] == nil
      {
        fields[write.write] = name
        all.append(write)
      }
    }
    return heads(among: all).compactMap { head in
      if let over, order(of: head.write) <= over { return nil }
      return FieldHead(
        field: fields[head.write] ?? names[0],
        write: registerWrite(head.write, StoredValue(raw: head.rawValue)))
    }
  }

  /// The conflicts of one entity: registers whose heads differ in value, except those hidden by `over`. Ordered by
  /// register: alive, present, over, then fields and edges by name.
  ///
  /// - Parameter ignored: fields that the caller checks itself.
  package func conflicts(of entity: EntityIndex, ignoring ignored: Set<FieldID> = []) -> [Conflict] {
    let index = Int(entity.rawValue)
    guard entities[index].has(EntityRecord.hasContest) else { return [] }
    let over = over(index)
    let causality = causality
    var found: [(register: RegisterID, target: UInt32, conflict: Conflict)] = []
    forEachRegister(index) { register, target, cell in
      guard cell.isContested else { return }
      if target == SideCell.none, register.isField, ignored.contains(FieldID(rawValue: register.name)) {
        return
      }
      guard hasSeveralHeads(cell, causality) else { return }
      let isHidable = register.isField || register == .present
      let heads = heads(cell).filter { head in
        guard isHidable, let over else { return true }
        return order(of: head.write) > over
      }
      // Nobody can choose an erased value.
      let readable = heads.filter { !StoredValue(raw: $0.rawValue).isErased }
      guard let first = readable.first, !readable.allSatisfy({ hasEqualValues($0, first) }) else { return }
      let conflict = Conflict(
        entity: entity, register: registerKey(register, target),
        heads: readable.map { registerWrite($0.write, StoredValue(raw: $0.rawValue)) })
      found.append((register, target, conflict))
    }
    return found.sorted { registerPrecedes(($0.register, $0.target), ($1.register, $1.target)) }.map(
      \.conflict)
  }

  /// The conflicts of all entities, in the order in which they became known. O(contested entities).
  package func conflicts() -> [Conflict] {
    var all: [Conflict] = []
    forEachContested { all += conflicts(of: $0) }
    return all
  }

  func registerKey(_ register: RegisterID, _ target: UInt32) -> RegisterKey {
    switch register {
    case .alive: .alive
    case .present: .present
    case .over: .over
    default:
      target == SideCell.none
        ? .field(FieldID(rawValue: register.name))
        : .edge(FieldID(rawValue: register.name), to: targetNames.name(target))
    }
  }

  /// Equal as JSON, whatever the spelling.
  func hasEqualValues(_ left: Contender, _ right: Contender) -> Bool {
    if left.rawValue == right.rawValue { return true }
    return json(StoredValue(raw: left.rawValue)) == json(StoredValue(raw: right.rawValue))
  }

  /// The canonical order of an entity's registers: alive, present, over, fields by name with the
  /// local side first, edges by relation and target, acks by replica.
  func registerPrecedes(_ left: (RegisterID, target: UInt32), _ right: (RegisterID, target: UInt32)) -> Bool {
    let ranks = (rank(left), rank(right))
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    if left.0 == .ack { return replicas[left.target] < replicas[right.target] }
    if ranks.0 == 0 { return left.0.rawValue < right.0.rawValue }
    if left.0.name != right.0.name {
      return bytesPrecede(fieldNames.text(left.0.name), fieldNames.text(right.0.name))
    }
    if left.target != right.target {
      return bytesPrecede(targetNames.text(left.target), targetNames.text(right.target))
    }
    return left.0.rawValue < right.0.rawValue
  }

  private func rank(_ register: (RegisterID, target: UInt32)) -> Int {
    if register.0 == .ack { return 3 }
    if !register.0.isField { return 0 }
    return register.target == SideCell.none ? 1 : 2
  }
}
