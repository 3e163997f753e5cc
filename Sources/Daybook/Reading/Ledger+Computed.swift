import DaybookLog
import DaybookModel
import DaybookRecords
import DaybookReplication
import DaybookView

extension Ledger {
  /// Lends the ledger with the computed entities of a kind among its records. O(size of the ledger and of what they are
  /// computed from).
  func withComputed<Result>(
    _ computed: ComputedKind, at cut: Cut, as viewer: Viewer?,
    _ body: (View, borrowing Records) throws -> Result
  ) throws -> Result {
    var past = try past(cut)
    past.add(computed, schemas)
    return try body(view(of: past, for: viewer, at: cut), past.records)
  }
}

extension LedgerState {
  /// The author of computed entities: a replica id that no key has.
  private static let nobody = ReplicaID(rawValue: 0)

  /// Folds computed entities into temporary records, as if a separate replica had written each entity when its owner
  /// was last written.
  mutating func add(_ computed: ComputedKind, _ schemas: SchemaRegistry) {
    let view = View(registry: schemas)
    var found: [(kind: String, id: String, entities: [ComputedEntity])] = []
    for kind in computed.owners {
      view.forEach(kind, in: records) { owner in
        found.append((owner.kind, owner.id, computed.entities(owner)))
      }
    }
    var written: [(time: Int64, entity: ComputedEntity)] = []
    for (kind, id, entities) in found {
      let time = records.entity(kind, id).flatMap { records.lastWrite($0) }?.milliseconds ?? 0
      for entity in entities { written.append((time, entity)) }
    }
    guard !written.isEmpty else { return }
    written.sort { $0.time != $1.time ? $0.time < $1.time : $0.entity.id < $1.entity.id }
    // Sound: what nobody writes is read whatever its size.
    guard let content = try? FrameContent(Self.bodies(of: computed.kind, written)) else { return }
    records.apply(
      content, commits: 0..<1, branch: index(of: BranchID(replica: Self.nobody, ordinal: 0)), firstLeaf: 0)
  }

  private static func bodies(
    of kind: String, _ written: [(time: Int64, entity: ComputedEntity)]
  ) -> EventBodies {
    var last: UInt64 = 0
    return EventBodies(
      written.map { time, entity in
        // Ascending, like a replica's stamps.
        last = max(last + 1, UInt64(max(0, time)) << 16)
        return Event(
          stamp: Stamp(time: last, replica: nobody), seq: 0,
          mutation: Mutation(.upsert, kind: kind, id: entity.id, set: entity.fields))
      })
  }
}

extension Row {
  /// Without the stamp, since nobody wrote it.
  func withoutComputedStamp() -> Row {
    guard stamp?.replica == ReplicaID(rawValue: 0) else { return self }
    var row = self
    row.stamp = nil
    return row
  }
}

extension QueryResult {
  func withoutComputedStamps() -> QueryResult {
    var result = self
    result.rows = result.rows.map { $0.withoutComputedStamp() }
    return result
  }
}
