public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Evidence. Lists take O(pieces of evidence) to search and sort, and read only what they show.

extension Ledger {
  /// What needs review, newest first; or what is in another state, or of one source.
  public func evidence(
    state: EvidenceTriageState? = .needsReview, source: EvidenceSource? = nil, limit: Int? = nil,
    offset: Int = 0
  ) throws -> Listing<ReviewItem> {
    let condition = Condition.all([
      state.map { .compare("state", .equal, .string($0.rawValue)) },
      source.map { .compare("source", .equal, .string($0.rawValue)) },
    ])
    let query = Query(
      EvidenceItem.kind, where: condition, sort: [SortKey("occurredAt", descending: true)], limit: limit,
      offset: offset)
    return try withView { try $0.listing(query) }
  }

  /// One piece of evidence as a list shows it; nil when it is not there.
  public func reviewItem(_ id: Ref<EvidenceItem>) throws -> ReviewItem? {
    try withView { view in view.read(EvidenceItem.kind, id.rawValue) { ReviewItem($0) } }
  }

  /// The evidence with this name in its source, such as `eventkit:<UID>`; at most one.
  public func evidence(sourceUID: String) throws -> EvidenceItem? {
    let condition = Condition.compare("sourceUID", .equal, .string(sourceUID))
    return try fetch(EvidenceItem.self, where: condition, limit: 1).first
  }

  /// What occurred within a window, its bounds included, in the order of time.
  public func evidence(
    from start: Date, through end: Date, source: EvidenceSource? = nil
  ) throws -> [EvidenceItem] {
    let condition = Condition.all([
      .compare("occurredAt", .greaterOrEqual, .string(Instant(start).description)),
      .compare("occurredAt", .lessOrEqual, .string(Instant(end).description)),
      source.map { .compare("source", .equal, .string($0.rawValue)) },
    ])
    return try fetch(EvidenceItem.self, where: condition, sort: [SortKey("occurredAt")])
  }

  /// The ids of all evidence, to hand to another actor, which fetches what it needs.
  public func evidenceIDs() throws -> [Ref<EvidenceItem>] {
    var query = Query(EvidenceItem.kind)
    query.fields = []
    return try self.query(query).rows.map { Ref($0.id) }
  }
}
