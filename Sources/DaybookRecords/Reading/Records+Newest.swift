// Whether a write comes after all that it overwrites, looked up by the bytes of names: for a writer that builds no
// values, the counterpart of ``Records/greatestOrder(for:recreates:otherNames:)`` for a mutation. `time` is a stamp's;
// equal times decide nothing, since then the replicas decide.

import DaybookModel

extension Records {
  package func kind(_ name: UnsafeBufferPointer<UInt8>) -> KindID? {
    kindNames.number(of: name).map { KindID(rawValue: $0) }
  }

  /// Dead by a delete.
  package func isDeleted(_ entity: EntityIndex) -> Bool {
    entities[Int(entity.rawValue)].has(EntityRecord.hasDelete) && life(of: entity).isDeleted
  }

  /// Whether it was made alive or dead before `time`, or never.
  package func isLifeBefore(_ time: UInt64, of entity: EntityIndex) -> Bool {
    isBefore(time, find(Int(entity.rawValue), .alive))
  }

  package func isPresenceBefore(_ time: UInt64, of entity: EntityIndex) -> Bool {
    isBefore(time, find(Int(entity.rawValue), .present))
  }

  /// Whether what a re-creation hides ends before `time`.
  package func isOverBefore(_ time: UInt64, of entity: EntityIndex) -> Bool {
    over(Int(entity.rawValue)).map { $0.time < time } ?? true
  }

  /// For a field, by its name.
  package func isFieldBefore(
    _ time: UInt64, _ name: UnsafeBufferPointer<UInt8>, of entity: EntityIndex
  ) -> Bool {
    guard let field = fieldNames.number(of: name) else { return true }
    return isBefore(time, find(Int(entity.rawValue), RegisterID(field)))
  }

  /// For an edge, by its relation's name and its target's id.
  package func isEdgeBefore(
    _ time: UInt64, _ rel: UnsafeBufferPointer<UInt8>, _ target: UnsafeBufferPointer<UInt8>,
    of entity: EntityIndex
  ) -> Bool {
    guard let rel = fieldNames.number(of: rel), let target = targetNames.number(of: target) else {
      return true
    }
    return isBefore(
      time, findSide(Int(entity.rawValue), RegisterID(rel), target: target).map { sides[$0].cell })
  }

  @inline(__always)
  private func isBefore(_ time: UInt64, _ cell: Cell?) -> Bool {
    guard let cell else { return true }
    return cell.isContested ? order(of: winner(of: cell)).time < time : cell.time < time
  }
}
