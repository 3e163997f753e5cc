// What this side wrote of an entity and what a server holds of it, for code that carries the one to the other.

public import DaybookModel
import DaybookRecords

extension EntityReader {
  /// The stamp of the entity's first write, whatever it wrote.
  public var firstStamp: Stamp { records.pointee.firstStamp(entity) }

  /// The stamp of a field's write on this side, while no server has acknowledged it; nil where there is none.
  public func pendingStamp(_ field: String) -> Stamp? {
    guard let field = records.pointee.field(field), records.pointee.isPending(entity, field) else {
      return nil
    }
    return records.pointee.localRegister(entity, field)?.stamp
  }

  /// Whether this side wrote the field and no server has acknowledged it yet.
  public func isPending(_ field: String) -> Bool { pendingStamp(field) != nil }

  /// Since when a server holds a field as it does; nil where it does not.
  public func serverTime(_ field: String) -> ServerTime? {
    records.pointee.field(field).flatMap { records.pointee.serverRegister(entity, $0)?.server }
  }

  /// What a server holds of a field, though something written here show.
  public func serverValue(_ field: String) -> JSONValue? {
    guard let field = records.pointee.field(field), let write = records.pointee.serverRegister(entity, field)
    else { return nil }
    return records.pointee.json(write.value)
  }

  /// Whether a server has the entity, and since when it has said so, though something written here show; nil while
  /// none has.
  public var serverPresence: (isPresent: Bool, since: ServerTime)? {
    guard let write = records.pointee.serverPresence(entity), let since = write.server else { return nil }
    return (write.value.isTrue, since)
  }

  /// The stamp of the delete that hides the entity; nil where none does.
  public var deletion: Stamp? {
    isDeleted ? records.pointee.aliveRegister(entity)?.stamp : nil
  }

  /// The stamp of what this side wrote last of whether the entity is there, while no server has acknowledged it.
  public var pendingPresence: Stamp? { records.pointee.pendingPresence(entity) }

  /// Whether a server has acknowledged a write to the entity.
  public func isAcknowledged(_ stamp: Stamp) -> Bool {
    records.pointee.acknowledged(entity, stamp.replica).map { $0 >= stamp } ?? false
  }
}
