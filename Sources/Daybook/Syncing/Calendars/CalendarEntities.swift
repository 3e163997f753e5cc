// What calendars come to in a system, against what the ledger holds of it.

import DaybookModel

struct CalendarEntities<Target: CalendarTarget> {
  private let window: TimeWindow?
  private var target: Target
  private var entities = EntitySync(kind: Target.kind)
  /// What the calendars still have, planned or not.
  private var current: Set<String> = []
  private var removals: [String: (mutation: Mutation, source: SyncSource)] = [:]
  private var held: [SyncSource: [Held]] = [:]

  /// An entity of a source that is there.
  private struct Held {
    var key: String
    var entity: SyncedEntity
  }

  init(window: TimeWindow?, target: Target) { (self.window, self.target) = (window, target) }

  /// One entity. Outside the window only what the ledger has is kept up to date: it may just have
  /// moved. False where the item is too large for an event.
  mutating func add(
    _ item: CalendarItem, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) throws -> Bool {
    let key = Target.key(item.eventIdentifier)
    current.insert(key)
    let present = state.entity(Target.kind, key: key)
    if let window, !window.contains(item.start), present == nil { return true }
    let named = CalendarTargetItem(
      item: item, key: key, id: present?.id ?? state.newID(Target.kind, key: key), present: present,
      source: source)
    return entities.plan(try target.entry(of: named, in: state), in: state) != nil
  }

  /// Takes back what a cancelled entry stands for: itself, and of a series every occurrence, or those from
  /// its own on.
  mutating func cancel(
    _ item: CalendarItem, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    let key = Target.key(item.eventIdentifier)
    remove(item.eventIdentifier, source, in: state)
    guard item.recurrenceID == nil || item.occurrences != nil else { return }
    let prefix = Target.key(item.seriesIdentifier) + "#"
    for held in held(by: source, in: state)
    where held.key.hasPrefix(prefix) && (item.recurrenceID == nil || held.key >= key) {
      remove(held.key, held.entity, source)
    }
  }

  mutating func remove(
    _ eventIdentifier: String, _ source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    let key = Target.key(eventIdentifier)
    if let entity = state.entity(Target.kind, key: key) { remove(key, entity, source) }
  }

  /// Takes back what the source does not have in the window any more.
  mutating func prune(_ source: SyncSource, in state: borrowing some SyncState & ~Copyable) {
    guard let window else { return }
    for held in held(by: source, in: state) where !current.contains(held.key) {
      guard let start = Target.start(of: held.entity), window.contains(start) else { continue }
      remove(held.key, held.entity, source)
    }
  }

  func finish(_ plan: inout SyncPlan, in state: borrowing some SyncState & ~Copyable) {
    let gone = removals.filter { !entities.isPlanned($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    plan.summary.occurrences = entities.order.count
    entities.finish(&plan, preceding: target.preceding(in: state), removed: gone)
  }

  /// What the user deleted, and what is gone already, stays as it is.
  private mutating func remove(_ key: String, _ entity: SyncedEntity, _ source: SyncSource) {
    guard entity.isAlive, entity.isPresent else { return }
    var mutation = Mutation(.sync, kind: Target.kind, id: entity.id)
    mutation.present = false
    mutation.source = source.id
    removals[key] = (mutation, source)
  }

  private mutating func held(
    by source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) -> [Held] {
    if let known = held[source] { return known }
    let found = state.entities(Target.kind, where: "importedFrom", equals: .string(source.id))
      .compactMap { entity -> Held? in
        guard entity.isAlive, entity.isPresent, let key = Target.key(of: entity) else { return nil }
        return Held(key: key, entity: entity)
      }
    held[source] = found
    return found
  }
}

extension TimeWindow {
  fileprivate func contains(_ moment: CalendarItem.Moment) -> Bool {
    switch moment {
    case .instant(let instant): contains(instant)
    case .day(let day): contains(day)
    }
  }
}
