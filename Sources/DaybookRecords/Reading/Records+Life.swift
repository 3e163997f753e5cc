package import DaybookModel

/// Whether an entity exists.
package struct Life: Equatable, Sendable {
  /// The result of upserts, restores and deletes; without any of them, whether it has a field.
  package var isAlive: Bool
  /// Whether its source still has it; true until an event states otherwise.
  package var isPresent: Bool
  /// Dead by a delete, not merely never made.
  package var isDeleted: Bool
  /// Local fields and outgoing edges at or below this read as unset.
  package var over: Stamp?

  package init(isAlive: Bool, isPresent: Bool, isDeleted: Bool, over: Stamp?) {
    (self.isAlive, self.isPresent, self.isDeleted, self.over) = (isAlive, isPresent, isDeleted, over)
  }
}

extension Records {
  package func life(of entity: EntityIndex) -> Life {
    let index = Int(entity.rawValue)
    let alive = find(index, .alive)
    let present = shown(index, .present)
    return Life(
      isAlive: alive.map { $0.value.isTrue } ?? entities[index].has(EntityRecord.hasField),
      isPresent: present.map { $0.value.isTrue } ?? true,
      isDeleted: alive.map { $0.value.isFalse } ?? false,
      over: over(index))
  }

  /// The write that made an entity alive or dead.
  package func aliveRegister(_ entity: EntityIndex) -> RegisterWrite? {
    find(Int(entity.rawValue), .alive).map { registerWrite($0) }
  }

  /// The write that says whether its source has an entity.
  package func presentRegister(_ entity: EntityIndex) -> RegisterWrite? {
    shown(Int(entity.rawValue), .present).map { registerWrite($0) }
  }

  /// Whether a server states that it has an entity, even if a local write shows.
  package func serverPresence(_ entity: EntityIndex) -> RegisterWrite? {
    find(Int(entity.rawValue), .present.server).map { registerWrite($0) }
  }

  package func overRegister(_ entity: EntityIndex) -> RegisterWrite? {
    find(Int(entity.rawValue), .over).map { registerWrite($0) }
  }

  /// The least stamp of any event of an entity, whether or not its values still show.
  package func firstStamp(_ entity: EntityIndex) -> Stamp {
    let record = entities[Int(entity.rawValue)]
    return Stamp(time: record.firstTime, replica: replicas[record.firstReplica])
  }

  /// The greatest stamp of any event of an entity; nil while nothing was written about it.
  package func lastWrite(_ entity: EntityIndex) -> Stamp? {
    isWritten(Int(entity.rawValue)) ? lastStamp(entity) : nil
  }

  /// Whether any event is about the entity: one that was only given a place has none.
  func isWritten(_ entity: Int) -> Bool { entities[entity].firstTime != .max }
  package func isWritten(_ entity: EntityIndex) -> Bool { isWritten(Int(entity.rawValue)) }

  /// The greatest stamp of what was written.
  package func lastStamp(_ entity: EntityIndex) -> Stamp {
    let record = entities[Int(entity.rawValue)]
    return Stamp(time: record.lastTime, replica: replicas[record.lastReplica])
  }
}
