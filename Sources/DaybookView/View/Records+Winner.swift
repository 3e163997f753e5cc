import DaybookModel
package import DaybookRecords

/// The register that a field of several names reads.
struct Winner {
  var id: FieldID
  var value: StoredValue
}

extension Records {
  /// The entity whose id is the stored value.
  func entity(_ kind: KindID, named value: StoredValue) -> EntityIndex? {
    withBytes(of: value) { json in StoredText.withUTF8(json) { entity(kind, $0) } ?? nil }
  }

  /// The write that a field of these names shows.
  package func shown(_ entity: EntityIndex, _ ids: [FieldID]) -> RegisterWrite? {
    winner(entity, ids).flatMap { register(entity, $0.id) }
  }

  /// Whether the value that a field of these names would show is erased.
  package func isErased(_ entity: EntityIndex, _ ids: [FieldID]) -> Bool {
    guard hasErased(entity) else { return false }
    return ids.count == 1 ? isErased(entity, ids[0]) : latest(entity, ids)?.write.value.isErased ?? false
  }

  /// The write that a field of these names would show if it were not erased; nil if it is not erased.
  package func erasedWrite(_ entity: EntityIndex, _ ids: [FieldID]) -> RegisterWrite? {
    isErased(entity, ids) ? latest(entity, ids)?.write : nil
  }

  /// Of several names, the later write; within one event, the field's own (first) name.
  func winner(_ entity: EntityIndex, _ ids: [FieldID]) -> Winner? {
    guard let first = ids.first else { return nil }
    if ids.count == 1 { return value(entity, first).map { Winner(id: first, value: $0) } }
    guard let best = latest(entity, ids), !best.write.value.isErased else { return nil }
    return Winner(id: best.id, value: best.write.value)
  }

  private func latest(_ entity: EntityIndex, _ ids: [FieldID]) -> (id: FieldID, write: RegisterWrite)? {
    var best: (id: FieldID, write: RegisterWrite)?
    for id in ids {
      guard let write = register(entity, id) else { continue }
      guard let other = best?.write else {
        best = (id, write)
        continue
      }
      let isLater =
        write.order != other.order
        ? write.order > other.order
        : write.stamp != other.stamp ? write.stamp > other.stamp : write.leafHash > other.leafHash
      if isLater { best = (id, write) }
    }
    return best
  }
}
