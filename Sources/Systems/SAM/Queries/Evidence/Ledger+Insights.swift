public import Daybook

/// Which insights.
public struct InsightFilter: Sendable, Hashable {
  /// Whether a user has dismissed the insight.
  public enum Dismissal: Sendable {
    /// Only insights that nobody dismissed.
    case open
    /// Only dismissed insights.
    case dismissed
    /// Both.
    case any
  }

  /// Only insights about this person; nil for any.
  public var person: Ref<Person>?
  /// Only insights about this context; nil for any.
  public var context: Ref<Context>?
  /// Only insights of this kind; nil for any.
  public var kind: InsightKind?
  /// Only open insights by default.
  public var dismissal = Dismissal.open
  /// 0 to 1.
  public var minimumConfidence = 0.0

  public init() {}

  fileprivate func holds(_ item: InsightItem) -> Bool {
    let isWanted =
      switch dismissal {
      case .open: item.dismissedAt == nil
      case .dismissed: item.dismissedAt != nil
      case .any: true
      }
    return isWanted && (person == nil || item.person?.id == person)
      && (context == nil || item.context?.id == context) && (kind == nil || item.kind == kind)
      && item.confidence >= minimumConfidence
  }

  fileprivate var condition: Condition? {
    let dismissed: Condition? =
      switch dismissal {
      case .open: .isNull("dismissedAt")
      case .dismissed: .not(.isNull("dismissedAt"))
      case .any: nil
      }
    return .all([
      dismissed, kind.map { .compare("kind", .equal, .string($0.rawValue)) },
      minimumConfidence > 0 ? .compare("confidence", .greaterOrEqual, .double(minimumConfidence)) : nil,
    ])
  }
}

extension Ledger {
  /// Insights, the most certain first, of equals the newest. Of a person or a context O(its insights),
  /// otherwise O(insights).
  public nonisolated func insights(
    _ filter: InsightFilter = InsightFilter(), limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<InsightItem> {
    try await withView(at: cut) { view in
      guard filter.person == nil, filter.context == nil else {
        let all: [InsightItem] =
          if let person = filter.person {
            view.items(around: person, "insights")
          } else if let context = filter.context {
            view.items(around: context, "insights")
          } else {
            []
          }
        return Page(all.filter(filter.holds).byConfidence, limit: limit, offset: offset)
      }
      let sort = [SortKey("confidence", descending: true), SortKey("createdAt", descending: true)]
      return try view.page(
        Query(Insight.kind, where: filter.condition, sort: sort, limit: limit, offset: offset))
    }
  }

  /// The insight of a kind about a person in a context, whether dismissed or not; of several the first made.
  /// O(the person's insights).
  public func insight(
    about person: Ref<Person>, in context: Ref<Context>?, kind: InsightKind
  ) throws -> InsightItem? {
    try withView { view in
      let all: [InsightItem] = view.items(around: person, "insights")
      return all.first { $0.context?.id == context && $0.kind == kind }
    }
  }
}
