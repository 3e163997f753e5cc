public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Lists take O(pieces of evidence) to search and sort, and read only what they show.

/// Which evidence.
public struct EvidenceFilter: Sendable, Hashable {
  /// Only evidence in this state; nil for any.
  public var state: EvidenceTriageState? = .needsReview
  /// Only evidence of this kind of source; nil for any.
  public var source: EvidenceSource?
  /// Only evidence that is linked to this person; nil for any.
  public var person: Ref<Person>?
  /// Only evidence of the calendar or mailbox with this name, regardless of case and accents; nil for any.
  public var calendar: String?
  /// Only evidence that occurred at or after this time.
  public var from: Date?
  /// Only evidence that occurred at or before this time.
  public var through: Date?

  public init() {}

  fileprivate func condition(in zone: TimeZoneRule) -> Condition? {
    .all([
      state.map { .compare("state", .equal, .string($0.rawValue)) },
      source.map { .compare("source", .equal, .string($0.rawValue)) },
      person.map { .contains("linkedPeople", .string($0.rawValue)) },
      calendar.map { .contains("importedFrom.name", .string($0)) },
      from.map { .occurred(.greaterOrEqual, $0, in: zone) },
      through.map { .occurred(.lessOrEqual, $0, in: zone) },
    ])
  }
}

extension SAMLedger {
  /// The evidence that needs review, newest first; or that is in another state, or from one source.
  public nonisolated func evidence(
    state: EvidenceTriageState? = .needsReview, source: EvidenceSource? = nil, limit: Int? = nil,
    offset: Int = 0
  ) async throws -> Page<ReviewItem> {
    var filter = EvidenceFilter()
    (filter.state, filter.source) = (state, source)
    return try await evidence(filter, limit: limit, offset: offset)
  }

  /// The evidence that matches a filter, newest first or oldest first.
  ///
  /// - Parameters:
  ///   - filter: which evidence is listed.
  ///   - oldestFirst: whether the oldest comes first; by default the newest does.
  ///   - limit: how many items at most; nil: all. A negative number counts as 0.
  ///   - offset: how many items to skip before the first one returned; a negative number counts as 0.
  ///   - zone: the time zone in which days begin: all-day evidence is compared by its day.
  public nonisolated func evidence(
    _ filter: EvidenceFilter, oldestFirst: Bool = false, limit: Int? = nil, offset: Int = 0,
    in zone: TimeZoneRule = .system
  ) async throws -> Page<ReviewItem> {
    let query = Query(
      EvidenceItem.kind, where: filter.condition(in: zone),
      sort: [SortKey("occurredAt", descending: !oldestFirst)], limit: limit, offset: offset)
    return try await ledger.withView { try $0.page(query) }
  }

  /// One piece of evidence as a list shows it; nil when it is not there.
  public func reviewItem(_ id: Ref<EvidenceItem>) async throws -> ReviewItem? {
    try await ledger.withView { view in view.read(EvidenceItem.kind, id.rawValue) { ReviewItem($0) } }
  }

  /// The evidence with this name in its source, such as `eventkit:<UID>`; at most one.
  public func evidence(sourceUID: String) async throws -> EvidenceItem? {
    let condition = Condition.compare("sourceUID", .equal, .string(sourceUID))
    return try await ledger.fetch(EvidenceItem.self, where: condition, limit: 1).first
  }

  /// The evidence that occurred within a window, its bounds included, in order of time; all-day evidence by its day in
  /// the zone.
  public func evidence(
    from start: Date, through end: Date, source: EvidenceSource? = nil, in zone: TimeZoneRule = .system
  ) async throws -> [EvidenceItem] {
    let condition = Condition.all([
      .occurred(.greaterOrEqual, start, in: zone), .occurred(.lessOrEqual, end, in: zone),
      source.map { .compare("source", .equal, .string($0.rawValue)) },
    ])
    return try await ledger.fetch(EvidenceItem.self, where: condition, sort: [SortKey("occurredAt")])
  }

  /// The ids of all evidence, to hand to another actor, which fetches what it needs.
  public func evidenceIDs() async throws -> [Ref<EvidenceItem>] {
    var query = Query(EvidenceItem.kind)
    query.fields = []
    return try await ledger.query(query).rows.map { Ref($0.id) }
  }
}

extension Condition {
  /// All-day evidence has no time: its day is compared with the day of the time in the zone.
  fileprivate static func occurred(
    _ comparison: Condition.Comparison, _ time: Date, in zone: TimeZoneRule
  ) -> Condition {
    .or([
      .and([
        .isNull("occurredOn"), .compare("occurredAt", comparison, .string(Instant(time).description)),
      ]),
      .and([
        .not(.isNull("occurredOn")),
        .compare("occurredOn", comparison, .string(zone.day(at: Instant(time)).description)),
      ]),
    ])
  }
}
