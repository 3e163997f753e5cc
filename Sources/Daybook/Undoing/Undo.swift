import DaybookModel
import DaybookRecords
import DaybookView
import Synchronization

/// Events to take back. What that comes to is worked out when the commit is written, against the state as it is
/// then.
final class Undo: Sendable {
  let events: [Event]
  let stamps: Set<Stamp>
  /// What all other events amounted to when the undo was asked for. Those written since do not matter: where they
  /// wrote, the undone events no longer show.
  let former: Records
  private let found = Mutex<[LeftWrite]>([])

  init(_ events: [Event], former: consuming Records) {
    self.events = events
    self.former = former
    stamps = Set(events.map(\.stamp))
  }

  /// After the commit was written.
  var left: [LeftWrite] { found.withLock { $0 } }

  /// Entity by entity, the last first: so that what depends on another goes before it and comes after it.
  func mutations(on records: borrowing Records, _ schemas: SchemaRegistry) -> [Mutation] {
    var mutations: [Mutation] = []
    var left: [LeftWrite] = []
    var seen: Set<EntityName> = []
    for event in events.reversed() where seen.insert(event.mutation.entity).inserted {
      let (kind, id) = (event.mutation.kind, event.mutation.id)
      guard let entity = records.entity(kind, id) else { continue }
      var undone = EntityUndo(
        events: events.filter { $0.mutation.entity == event.mutation.entity }, stamps: stamps,
        schema: schemas[kind], entity: entity, former: former.entity(kind, id))
      undone.work(records, former)
      mutations += undone.mutations
      left += undone.left
    }
    found.withLock { [left] in $0 = left }
    return Self.yields(before: mutations, records, schemas) + mutations
  }
}
