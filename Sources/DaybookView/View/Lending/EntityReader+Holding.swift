public import DaybookModel
import DaybookRecords

/// What the machines that write a ledger are known to hold of an entity.
public struct Holding: Sendable, Equatable {
  /// Those that wrote everything that shows of it, or had seen it when they wrote last. Ascending.
  public var holders: [ReplicaID]
  /// Those of which that is not known: they may lack it, or hold it and have written nothing since.
  public var others: [ReplicaID]

  /// Both lists ascending, without a replica in common.
  public init(holders: [ReplicaID] = [], others: [ReplicaID] = []) {
    (self.holders, self.others) = (holders, others)
  }

  /// Whether one machine alone writes the ledger.
  public var isAlone: Bool { holders.count + others.count <= 1 }
  /// Whether every machine is known to hold it.
  public var isComplete: Bool { others.isEmpty }
}

extension EntityReader {
  /// Which machines hold what shows of the entity, retired ones left out. The answer is the same on every machine
  /// that holds the same events. O(fields × machines).
  public var holding: Holding {
    var holding = Holding()
    for (replica, isHolding) in records.pointee.holding(entity) where !isRetired(replica) {
      if isHolding { holding.holders.append(replica) } else { holding.others.append(replica) }
    }
    return holding
  }

  /// Whether several machines wrote a field without having seen one another's value, and nobody has decided since.
  public var hasConflict: Bool {
    guard let plan = view.plan(of: entity, records.pointee) else { return false }
    return plan.fields.contains { field in
      guard case .stored = field.source, field.merge == nil, field.schema.derivedFrom.isEmpty,
        !field.ids.isEmpty
      else { return false }
      let values = records.pointee.heads(entity, field.ids).map { records.pointee.json($0.write.value) }
      return values.dropFirst().contains { $0 != values[0] }
    }
  }

  private func isRetired(_ replica: ReplicaID) -> Bool {
    guard let entity = records.pointee.entity("daybook.replica", "\(replica)"),
      let field = records.pointee.field("retiredAt"), let value = records.pointee.value(entity, field)
    else { return false }
    return !value.isNull
  }
}
