import DaybookModel
import DaybookRecords
import DaybookView

/// Folds events one by one, in the order of their stamps, and reports what each changed in its entity.
///
/// With schemas the registers read as the view reads them: present names, upcast, merged; without, as they are stored.
/// References and links are given as they are stored, even if their target is gone.
struct StepFold: ~Copyable {
  private(set) var records: Records
  private let schemas: SchemaRegistry
  /// Of all that is held, so that an author's knowledge does not depend on what was folded.
  private let precedence: Precedence

  init(again records: borrowing Records, _ schemas: SchemaRegistry) {
    self.records = Records.again(records)
    self.schemas = schemas
    precedence = records.precedence
  }

  /// Gives places to entities that exist without an event, before any of their events is folded.
  mutating func reserve(_ entities: [(kind: String, id: String)]) {
    for (kind, id) in entities { records.reserve(kind, id) }
  }

  /// Has the records tell a view what each event touched.
  mutating func keepTouches() { records.keepTouches() }

  /// The entity's registers before the event, and what the event writes.
  mutating func fold(_ event: Event, _ place: borrowing HeldEvent) -> [Step.Change] {
    let mutation = event.mutation
    let schema = schemas[mutation.kind]
    let written = Step.Register.written(by: event, schema)
    var looked = written
    let former = records.entity(mutation.kind, mutation.id)
    // A re-creation hides, a restore brings back, and an ack leaves to the server more registers than they name.
    if event.over != nil || mutation.acks != nil, let former {
      looked += Step.Register.ever(of: former, schema, records).filter { !written.contains($0) }
    }
    if !looked.contains(.alive) { looked.append(.alive) }
    let before = looked.map { register in
      former.map { records.state(of: register, $0, schema) } ?? RegisterState()
    }
    records.apply(event: place.event, of: place.content, branch: place.branch, leaf: place.leaf)
    guard let entity = records.entity(mutation.kind, mutation.id) else { return [] }
    var changes: [Step.Change] = []
    for (index, register) in looked.enumerated() {
      let after = records.state(of: register, entity, schema)
      if index < written.count {
        changes.append(
          change(register, before[index], after, event, place, entity, schema))
      } else if before[index] != after, !isNothing(register, before[index], after) {
        changes.append(
          Step.Change(
            register, before: before[index].value, after: after.value, outcome: .followed,
            writers: after.stamps))
      }
    }
    return changes
  }

  /// A hidden link that was unlinked is unlinked either way.
  private func isNothing(
    _ register: Step.Register, _ before: RegisterState, _ after: RegisterState
  ) -> Bool {
    guard case .relation = register else { return false }
    return before.value != true && after.value != true
  }

  private func change(
    _ register: Step.Register, _ before: RegisterState, _ after: RegisterState, _ event: Event,
    _ place: borrowing HeldEvent, _ entity: EntityIndex, _ schema: KindSchema?
  ) -> Step.Change {
    var change = Step.Change(
      register, before: before.value, after: after.value, outcome: .won,
      written: event.value(of: register, schema), writers: after.stamps)
    if after.stamps.contains(event.stamp) {
      // Of merged writes each shows: none replaces another.
      if after.writes.count == 1, before.value != after.value {
        change.unseen = before.writes.first { !saw($0, event, place, register, schema) }?.stamp
      }
      return change
    }
    let winner = after.writes.first ?? records.overRegister(entity)
    change.outcome = .lost(to: winner?.stamp ?? event.stamp)
    if let winner, change.written != after.value,
      !saw(winner, event, place, register, schema)
    {
      change.unseen = winner.stamp
    }
    return change
  }

  /// Whether the event's author had seen another write of a register that it writes.
  private func saw(
    _ other: RegisterWrite, _ event: Event, _ place: borrowing HeldEvent, _ register: Step.Register,
    _ schema: KindSchema?
  ) -> Bool {
    if let was = event.mutation.was {
      for name in register.names(schema) {
        switch was[name] {
        case nil: continue
        case .string(let text)?:
          guard let stamp = Stamp(text), other.order <= stamp else { return false }
        default: return false
        }
      }
    }
    return precedence.saw(place.branch, leaf: place.leaf, other)
  }
}

extension Event {
  /// What it writes into a register.
  fileprivate func value(of register: Step.Register, _ schema: KindSchema?) -> JSONValue? {
    switch register {
    case .alive: .bool(mutation.op != .delete)
    case .present: mutation.present.map { .bool($0) }
    case .relation: .bool(mutation.op == .link)
    case .visibility: nil
    case .field(let name):
      register.names(schema).lazy.compactMap { mutation.set?[$0] }.first.map {
        schema?.upcast($0, of: name, from: mutation.v) ?? $0
      }
    }
  }
}
