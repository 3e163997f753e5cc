import DaybookModel
import DaybookRecords
import DaybookView

/// Folds the events of some entities and of their owners, and reports what each changed in those entities: what it
/// wrote, and which of them show or hide because of it.
struct HistoryFold: ~Copyable {
  private var fold: StepFold
  private let view: View
  private let members: Set<EntityName>
  /// Members that show.
  private var shown: Set<EntityIndex> = []

  init(
    of members: Set<EntityName>, owners: Set<EntityName>, again records: borrowing Records,
    _ schemas: SchemaRegistry
  ) {
    fold = StepFold(again: records, schemas)
    fold.reserve(
      owners.filter { schemas[$0.kind]?.provided[$0.id] != nil }.map { ($0.kind, $0.id) })
    fold.keepTouches()
    view = View(registry: schemas)
    self.members = members
    for name in members {
      guard let entity = fold.records.entity(name.kind, name.id) else { continue }
      if view.isShown(entity, in: fold.records) { shown.insert(entity) }
    }
  }

  /// The steps of one event: of the entity that it is about first, if that is a member.
  mutating func steps(_ held: borrowing HeldEvent) -> [Step] {
    let entry = held.entry
    let mutation = entry.event.mutation
    let known = view.forgottenCount(in: fold.records)
    let wasGone = isGone(mutation)
    let changes = fold.fold(entry.event, held)
    guard let touched = fold.records.entity(mutation.kind, mutation.id) else { return [] }
    var steps: [Step] = []
    if isMember(touched) {
      steps.append(Step(entry: entry, kind: mutation.kind, id: mutation.id, changes: changes))
    }
    for entity in candidates(touched, since: known) {
      guard let change = visibility(of: entity, touched, entry, wasGone: wasGone) else { continue }
      if entity == touched {
        steps[0].changes.append(change)
      } else {
        let kind = fold.records.name(of: fold.records.kind(of: entity))
        steps.append(Step(entry: entry, kind: kind, id: fold.records.id(of: entity), changes: [change]))
      }
    }
    return steps
  }

  private func isGone(_ mutation: Mutation) -> Bool {
    fold.records.entity(mutation.kind, mutation.id).map { fold.records.life(of: $0).isGone } ?? false
  }

  private func name(of entity: EntityIndex) -> EntityName {
    EntityName(
      kind: fold.records.name(of: fold.records.kind(of: entity)), id: fold.records.id(of: entity))
  }

  private func isMember(_ entity: EntityIndex) -> Bool { members.contains(name(of: entity)) }

  /// Members that may show or hide since, by kind and id.
  private func candidates(_ touched: EntityIndex, since known: Int) -> [EntityIndex] {
    var entities: Set<EntityIndex> = [touched]
    if let forgotten = view.forgotten(since: known, in: fold.records) {
      entities.formUnion(forgotten)
    } else {
      for member in members {
        if let entity = fold.records.entity(member.kind, member.id) { entities.insert(entity) }
      }
    }
    return entities.map { (name(of: $0), $0) }.filter { members.contains($0.0) }
      .sorted { ($0.0.kind, $0.0.id) < ($1.0.kind, $1.0.id) }.map(\.1)
  }

  private mutating func visibility(
    of entity: EntityIndex, _ touched: EntityIndex, _ entry: LogEntry, wasGone: Bool
  ) -> Step.Change? {
    let isShown = view.isShown(entity, in: fold.records)
    guard isShown != shown.contains(entity) else { return nil }
    var change = Step.Change(.visibility, before: .bool(!isShown), after: .bool(isShown), outcome: .followed)
    if isShown {
      shown.insert(entity)
      if entity != touched {
        let (name, mutation) = (name(of: touched), entry.event.mutation)
        let isBack = wasGone && !fold.records.life(of: touched).isGone
        change.cause = Step.Cause(
          kind: name.kind, id: name.id, stamp: entry.event.stamp, by: mutation.by,
          what: isBack ? .returned : .left)
      }
    } else {
      shown.remove(entity)
      let owners = view.goneOwners(of: entity, in: fold.records)
      let owner = owners.first { $0 == touched } ?? owners.first
      if !fold.records.life(of: entity).isGone, let owner {
        change.cause = fold.records.cause(of: owner)
      }
    }
    return change
  }
}

extension Records {
  /// The event that made an owner go.
  func cause(of owner: EntityIndex) -> Step.Cause? {
    let isDeleted = life(of: owner).isDeleted
    guard let write = isDeleted ? aliveRegister(owner) : presentRegister(owner) else { return nil }
    return Step.Cause(
      kind: name(of: kind(of: owner)), id: id(of: owner), stamp: write.stamp, by: write.by,
      what: isDeleted ? .deleted : .gone)
  }
}
