public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension SAMLedger {
  /// The events of a person, in order of time. `limit` selects the latest, `offset` skips the latest. O(entities around
  /// the person).
  public nonisolated func timeline(
    of person: Ref<Person>, since: Date? = nil, until: Date? = nil, in zone: TimeZoneRule = .system,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> Page<TimelineEntry> {
    let all = try await ledger.withView { view in
      view.read(Person.kind, person.rawValue) { Timeline.entries(ofPerson: $0) } ?? []
    }
    return Page(all, since: since, until: until, zone, limit: limit, offset: offset)
  }

  /// The events of a context, in order of time. `limit` selects the latest, `offset` skips the latest. O(entities
  /// around the context).
  public nonisolated func timeline(
    of context: Ref<Context>, since: Date? = nil, until: Date? = nil, in zone: TimeZoneRule = .system,
    limit: Int? = nil, offset: Int = 0
  ) async throws -> Page<TimelineEntry> {
    let all = try await ledger.withView { view in
      view.read(Context.kind, context.rawValue) { Timeline.entries(ofContext: $0) } ?? []
    }
    return Page(all, since: since, until: until, zone, limit: limit, offset: offset)
  }
}

extension Page where Item == TimelineEntry {
  fileprivate init(
    _ all: [TimelineEntry], since: Date?, until: Date?, _ zone: TimeZoneRule, limit: Int?, offset: Int
  ) {
    // An all-day entry is compared by its day.
    func day(_ time: Date?) -> CivilDay? { time.map { zone.day(at: Instant($0)) } }
    let (first, last) = (day(since), day(until))
    let within = all.filter { entry in
      if let day = entry.day { return day >= first ?? day && day <= last ?? day }
      return entry.at >= since ?? .distantPast && entry.at <= until ?? .distantFuture
    }.inOrder
    self.init(
      items: Array(within.dropLast(max(0, offset)).suffix(max(0, limit ?? .max))), total: within.count)
  }
}
