import DaybookModel
import DaybookRecords
import DaybookView
import Synchronization

/// Events to undo. The mutations for that are worked out when the commit is written, against the state at that time.
final class Undo: Sendable {
  let events: [Event]
  let stamps: Set<Stamp>
  /// The records from all other events when the undo was requested. Later events do not matter: where they wrote, the
  /// undone events no longer show.
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

extension Undo {
  /// Entities that swap unique values back must first give up those that another gets: these are the writes that do so,
  /// which come before the others.
  static func yields(
    before mutations: [Mutation], _ records: borrowing Records, _ schemas: SchemaRegistry
  ) -> [Mutation] {
    var outcomes: [[String]: Outcome] = [:]
    for mutation in mutations {
      let new = Outcome(kind: mutation.kind, id: mutation.id, schemas[mutation.kind])
      outcomes[[mutation.kind, mutation.id], default: new].add(mutation)
    }
    var yields: [(field: String, mutation: Mutation)] = []
    for outcome in outcomes.values {
      guard let schema = schemas[outcome.kind], let entity = records.entity(outcome.kind, outcome.id) else {
        continue
      }
      for fields in schema.uniques {
        let value = schema.uniqueValue(of: fields) { outcome.future($0, entity, records) }
        guard let value, !outcome.isDeleted else { continue }
        for other in outcomes.values where other.kind == outcome.kind && other.id != outcome.id {
          guard let entity = records.entity(other.kind, other.id), records.life(of: entity).isAlive,
            schema.uniqueValue(of: fields, { other.present($0, entity, records) }) == value,
            other.isDeleted || schema.uniqueValue(of: fields, { other.future($0, entity, records) }) != value
          else { continue }
          // A field that it will write anyway, so nothing is lost.
          let field = fields.first { other.writes($0) } ?? fields[0]
          yields.append((field, Mutation(.upsert, kind: other.kind, id: other.id, set: [field: .null])))
        }
      }
    }
    return yields.sorted {
      ($0.mutation.id, $0.mutation.kind, $0.field) < ($1.mutation.id, $1.mutation.kind, $1.field)
    }.map(\.mutation)
  }

  /// The fields of one entity after the mutations.
  private struct Outcome {
    let kind: String
    let id: String
    let schema: KindSchema?
    private var set = JSONObject()
    private var isRestored = false
    private(set) var isDeleted = false

    init(kind: String, id: String, _ schema: KindSchema?) {
      (self.kind, self.id, self.schema) = (kind, id, schema)
    }

    mutating func add(_ mutation: Mutation) {
      if mutation.op == .restore { isRestored = true }
      if mutation.op == .delete { isDeleted = true }
      for member in mutation.set ?? [:] { set[member.key] = member.value }
    }

    func writes(_ name: String) -> Bool { set[name] != nil }

    func future(_ name: String, _ entity: EntityIndex, _ records: borrowing Records) -> JSONValue {
      if let value = set[name] { return value }
      return schema?.reading(name, of: entity, records, ignoringOver: isRestored) ?? .null
    }

    func present(_ name: String, _ entity: EntityIndex, _ records: borrowing Records) -> JSONValue {
      schema?.reading(name, of: entity, records) ?? .null
    }
  }
}
