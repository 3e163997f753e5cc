package import DaybookRecords

extension View {
  /// Lends one entity that anybody ever wrote; nil if it does not exist and `includesGone` is not set.
  package func read<Value>(
    _ kind: String, _ id: String, includesGone: Bool = false, in records: borrowing Records,
    _ body: (borrowing EntityReader) throws -> Value
  ) rethrows -> Value? {
    refresh(records)
    guard let entity = records.entity(kind, id),
      includesGone ? allows(entity, records) : shows(entity, records)
    else { return nil }
    return try withUnsafePointer(to: records) {
      try body(EntityReader(view: self, records: $0, entity: entity))
    }
  }

  /// Lends every entity of a kind, in no particular order. O(entities of the kind), plus what `body` reads.
  package func forEach(
    _ kind: String, includesGone: Bool = false, in records: borrowing Records,
    _ body: (borrowing EntityReader) throws -> Void
  ) rethrows {
    refresh(records)
    guard let kind = records.kind(kind) else { return }
    for entity in records.entities(of: kind)
    where includesGone ? allows(entity, records) : shows(entity, records) {
      try withUnsafePointer(to: records) {
        try body(EntityReader(view: self, records: $0, entity: entity))
      }
    }
  }

  /// Calls `body` with whether a query finds it, for every entity of a kind that anybody ever wrote and that the viewer
  /// may see. O(entities of the kind).
  package func count(_ kind: KindID, in records: borrowing Records, _ body: (_ isShown: Bool) -> Void) {
    refresh(records)
    for entity in records.entities(of: kind)
    where records.lastWrite(entity) != nil && allows(entity, records) {
      body(shows(entity, records))
    }
  }
}
