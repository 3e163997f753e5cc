// The evidence that calendars come to, against the evidence that the ledger holds.

import Daybook

struct EvidenceSync {
  private let window: TimeWindow?
  private let matcher: ParticipantMatcher
  private var entities = EntitySync(kind: EvidenceItem.kind)
  /// What the calendars still have, planned or not.
  private var current: Set<String> = []
  private var removals: [String: (mutation: Mutation, source: SyncSource)] = [:]
  private var held: [SyncSource: [Held]] = [:]

  /// Evidence of a source that is there.
  private struct Held {
    var key: String
    var entity: SyncedEntity
  }

  init(window: TimeWindow?, matcher: ParticipantMatcher) { (self.window, self.matcher) = (window, matcher) }

  /// One item of evidence. Outside the window only what the ledger has is kept up to date: it may just have
  /// moved. False where the item is too large for an event.
  mutating func add(
    _ item: CalendarItem, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) throws -> Bool {
    let key = item.sourceUID
    current.insert(key)
    if let window, !window.contains(item.start), state.entity(EvidenceItem.kind, key: key) == nil {
      return true
    }
    return entities.plan(try entry(item, key: key, source: source, in: state), in: state) != nil
  }

  /// Takes back what a cancelled entry stands for: itself, and of a series every occurrence, or those from
  /// its own on.
  mutating func cancel(
    _ item: CalendarItem, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    let key = item.sourceUID
    remove(key, source, in: state)
    guard item.recurrenceID == nil || item.occurrences != nil else { return }
    let prefix = item.seriesUID + "#"
    for held in held(by: source, in: state)
    where held.key.hasPrefix(prefix) && (item.recurrenceID == nil || held.key >= key) {
      remove(held.key, held.entity, source)
    }
  }

  mutating func remove(
    _ key: String, _ source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) {
    if let entity = state.entity(EvidenceItem.kind, key: key) { remove(key, entity, source) }
  }

  /// Takes back what the source does not have in the window any more.
  mutating func prune(_ source: SyncSource, in state: borrowing some SyncState & ~Copyable) {
    guard let window else { return }
    for held in held(by: source, in: state) where !current.contains(held.key) {
      guard let start = held.entity.start, window.contains(start) else { continue }
      remove(held.key, held.entity, source)
    }
  }

  func finish(_ plan: inout SyncPlan) {
    let gone = removals.filter { !entities.isPlanned($0.key) }.sorted { $0.key < $1.key }.map(\.value)
    plan.summary.occurrences = entities.order.count
    entities.finish(&plan, removed: gone)
  }

  /// What the user deleted, and what is gone already, stays as it is.
  private mutating func remove(_ key: String, _ entity: SyncedEntity, _ source: SyncSource) {
    guard entity.isAlive, entity.isPresent else { return }
    var mutation = Mutation(.sync, kind: EvidenceItem.kind, id: entity.id)
    mutation.present = false
    removals[key] = (mutation, source)
  }

  private mutating func held(
    by source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) -> [Held] {
    if let known = held[source] { return known }
    let found = state.entities(EvidenceItem.kind, where: "importedFrom", equals: .string(source.id))
      .compactMap { entity -> Held? in
        guard entity.isAlive, entity.isPresent,
          entity.values["source"] == .string(EvidenceSource.calendar.rawValue),
          let key = entity.values["sourceUID"]?.string
        else { return nil }
        return Held(key: key, entity: entity)
      }
    held[source] = found
    return found
  }

  /// The state is not written: evidence that nobody looked at needs review by default, and a second machine
  /// that imports it later must not take a "done" back.
  private func entry(
    _ item: CalendarItem, key: String, source: SyncSource, in state: borrowing some SyncState & ~Copyable
  ) throws -> EntitySync.Entry {
    let present = state.entity(EvidenceItem.kind, key: key)
    let id = present?.id ?? state.newID(EvidenceItem.kind, key: key)
    let match = try matcher.match(
      ParticipantMatcher.Item(
        id: id, hints: item.participants, occurredAt: item.start.instant,
        proposals: present?.values["proposedLinks"]?.array ?? []),
      in: state)
    var day: JSONValue = .null
    if case .day(let civil) = item.start { day = .string(civil.description) }
    return EntitySync.Entry(
      key: key, source: source,
      fields: [
        .init(name: "title", value: .string(item.title ?? ""), unwritten: ""),
        .init(name: "snippet", value: .string(item.snippet), unwritten: ""),
        .init(name: "bodyText", value: item.notes.map { .string($0) } ?? .null),
        .init(name: "occurredAt", value: .string(item.start.instant.description)),
        .init(name: "occurredOn", value: day),
        .init(name: "participantHints", value: try FieldEncoder.json(item.participants), unwritten: []),
        .init(name: "proposedLinks", value: .array(match.proposals), unwritten: []),
      ],
      identity: [
        "sourceUID": .string(key), "source": .string(EvidenceSource.calendar.rawValue),
        "importedFrom": .string(source.id),
      ],
      following: ParticipantMatcher.links(match.links, of: id))
  }
}

extension SyncedEntity {
  /// Of evidence: its day, or its moment.
  fileprivate var start: CalendarItem.Moment? {
    if let day = values["occurredOn"]?.string.flatMap({ CivilDay($0) }) { return .day(day) }
    return values["occurredAt"]?.string.flatMap { Instant($0) }.map { .instant($0) }
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
