// The entities of calendars in a system, compared with what the ledger holds.

import DaybookModel

struct CalendarEntities<Target: CalendarTarget> {
  private let window: TimeWindow?
  private var target: Target
  private var entities = EntitySync(kind: Target.kind)
  /// What the calendars still have, planned or not.
  private var current: Set<String> = []
  private var removals: [String: (entity: SyncedEntity, source: SyncSource)] = [:]
  private var held: [SyncSource: [Held]] = [:]
  private var series: [SyncSource: [Substring: [Held]]] = [:]
  private var notices: [SyncRemark] = []
  /// The same for every occurrence of a series.
  private var blobs: Set<[UInt8]> = []

  /// An existing entity of a source.
  private struct Held {
    var key: String
    var entity: SyncedEntity
  }

  /// Those that were read.
  private let sources: [SyncSource]

  init(window: TimeWindow?, target: Target, sources: [SyncSource]) {
    (self.window, self.target, self.sources) = (window, target, sources)
  }

  /// One entity. Outside the window, only entities that the ledger has are updated: an entry may just have moved. False
  /// where the item is too large for an event.
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
    let kept = StoredSource(
      item.source, known: present?.values["sourceComponent"], ignoring: ["DTSTAMP", "UID:"])
    var entry = try target.entry(of: named, in: state)
    entry.fields += [
      .init(name: "sourceComponent", value: kept.text), .init(name: "sourceComponentData", value: kept.data),
    ]
    guard let outcome = entities.plan(entry, in: state) else { return false }
    if outcome != .unchanged, let blob = kept.blob { blobs.insert(blob) }
    return true
  }

  /// Removes the entities of a cancelled entry: its own, and for a series every occurrence, or those from its own on.
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

  /// Removes the occurrences that a series, which the calendar still has, no longer has, for example because it moved.
  ///
  /// - Parameter expanded: in which its occurrences were worked out.
  mutating func prune(
    seriesOf item: CalendarItem, _ source: SyncSource, expanded: TimeWindow,
    in state: borrowing some SyncState & ~Copyable
  ) {
    if series[source] == nil {
      series[source] = Dictionary(
        grouping: held(by: source, in: state).filter { $0.key.contains("#") },
        by: { $0.key[..<($0.key.lastIndex(of: "#") ?? $0.key.endIndex)] })
    }
    for held in series[source]?[Target.key(item.seriesIdentifier)[...]] ?? []
    where !current.contains(held.key) {
      guard let start = Target.start(of: held.entity), expanded.contains(start) else { continue }
      remove(held.key, held.entity, source)
    }
  }

  /// Removes entities in the window that the source no longer has.
  mutating func prune(_ source: SyncSource, in state: borrowing some SyncState & ~Copyable) {
    guard let window else { return }
    for held in held(by: source, in: state) where !current.contains(held.key) {
      guard let start = Target.start(of: held.entity), window.contains(start) else { continue }
      remove(held.key, held.entity, source)
    }
  }

  /// - Parameter zones: in which the times without one of a source were read.
  mutating func finish(
    _ plan: inout SyncPlan, zones: [SyncSource: String], in state: borrowing some SyncState & ~Copyable
  ) {
    var gone: [(mutation: Mutation, source: SyncSource)] = []
    for (key, removal) in removals.sorted(by: { $0.key < $1.key }) where !entities.isPlanned(key) {
      guard let kept = target.keeping(removal.entity, in: state) else {
        gone.append((Self.removal(of: removal.entity, removal.source), removal.source))
        continue
      }
      if let marked = marking(removal.entity, kept, removal.source) { gone.append((marked, removal.source)) }
    }
    gone += returning(in: state)
    plan.summary.occurrences = entities.order.count
    plan.notices += notices
    plan.blobs += blobs
    entities.finish(&plan, preceding: target.preceding(in: state), removed: gone, zones: zones)
  }

  /// Entities that the user deleted, or that are gone already, stay as they are.
  private mutating func remove(_ key: String, _ entity: SyncedEntity, _ source: SyncSource) {
    if entity.isAlive, entity.isPresent { removals[key] = (entity, source) }
  }

  private static func removal(of entity: SyncedEntity, _ source: SyncSource) -> Mutation {
    var mutation = Mutation(.sync, kind: Target.kind, id: entity.id)
    mutation.present = false
    mutation.source = source.id
    return mutation
  }

  /// The mutation that records that an entity's calendar no longer has it; nil if that is recorded already.
  private mutating func marking(
    _ entity: SyncedEntity, _ kept: RetainedEntity, _ source: SyncSource
  ) -> Mutation? {
    let news = kept.fields.filter { !entity.isPresent || entity.values[$0.key] != $0.value }
    guard !news.isEmpty else { return nil }
    var mutation = Mutation(
      .sync, kind: Target.kind, id: entity.id, set: JSONObject(news.map { ($0.key, $0.value) }))
    if !entity.isPresent { mutation.present = true }
    mutation.source = source.id
    notices.append(SyncRemark(file: source.name, reason: kept.remark))
    return mutation
  }

  /// Entities that were removed although there is a reason to keep them: before this could be recorded, or because of a
  /// later write on another machine.
  private mutating func returning(
    in state: borrowing some SyncState & ~Copyable
  ) -> [(mutation: Mutation, source: SyncSource)] {
    let wanted = target.wanted(in: state)
    guard !wanted.isEmpty else { return [] }
    var marked: [(mutation: Mutation, source: SyncSource)] = []
    for source in sources {
      for entity in state.entities(Target.kind, where: "importedFrom", equals: .string(source.id))
      where entity.isAlive && !entity.isPresent && wanted.contains(entity.id) {
        guard let key = Target.key(of: entity), !current.contains(key),
          let kept = target.keeping(entity, in: state), let mutation = marking(entity, kept, source)
        else { continue }
        marked.append((mutation, source))
      }
    }
    return marked
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
