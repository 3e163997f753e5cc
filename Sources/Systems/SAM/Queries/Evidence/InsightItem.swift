public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An insight as a list shows it.
public struct InsightItem: Sendable, Hashable {
  public var id: Ref<Insight>
  public var kind: InsightKind
  /// One or two sentences in plain words.
  public var message: String
  /// 0 to 1.
  public var confidence: Double
  /// The person whom it is about; nil where no person is linked.
  public var person: Mention<Person>?
  /// The context that it is about; nil where no context is linked.
  public var context: Mention<Context>?
  /// The product that it is about; nil where there is none, as in all generated insights.
  public var product: Mention<Product>?
  /// The number of supporting pieces of evidence that have occurred.
  public var interactionsCount: Int
  /// The number of supporting pieces of evidence that are upcoming.
  public var upcomingInteractionsCount: Int
  /// The time of the first write; in a list newer ones precede older ones of the same confidence.
  public var createdAt: Date?
  /// When a user dismissed it; nil while it is open.
  public var dismissedAt: Date?
}

extension InsightItem: ListItem {
  /// The kind that the list shows.
  public typealias Target = Insight

  /// Reads an insight from the view. O(its evidence).
  public init(_ reader: borrowing EntityReader) {
    id = Ref(reader.id)
    kind = InsightKind(rawValue: reader.text("kind") ?? "")
    message = reader.text("message") ?? ""
    confidence = reader.value("confidence").double ?? 0
    (person, context) = (reader.mention("samPerson"), reader.mention("samContext"))
    product = reader.mention("product")
    interactionsCount = Formulas.occurred("basedOnEvidence", reader)
    upcomingInteractionsCount = Formulas.upcoming("basedOnEvidence", reader)
    (createdAt, dismissedAt) = (reader.date("createdAt"), reader.date("dismissedAt"))
  }
}

extension [InsightItem] {
  /// The open ones, the most certain first; of equally certain ones, the newest first.
  var openByConfidence: [InsightItem] { filter { $0.dismissedAt == nil }.byConfidence }

  var byConfidence: [InsightItem] {
    sorted { left, right in
      if left.confidence != right.confidence { return left.confidence > right.confidence }
      let (leftTime, rightTime) = (left.createdAt ?? .unwritten, right.createdAt ?? .unwritten)
      return leftTime != rightTime ? leftTime > rightTime : left.id.rawValue < right.id.rawValue
    }
  }
}

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

extension SAMLedger {
  /// Insights, the most certain first; of equally certain ones, the newest first. O(its insights) for a person or a
  /// context, otherwise O(insights).
  public func insights(
    _ filter: InsightFilter = InsightFilter(), limit: Int? = nil, offset: Int = 0,
    at cut: Cut = .now
  ) async throws -> Page<InsightItem> {
    try await ledger.withView(at: cut) { view in
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

  /// The insight of a kind about a person in a context, whether dismissed or not; the first that was made, if there are
  /// several. O(the person's insights).
  public nonisolated func insight(
    about person: Ref<Person>, in context: Ref<Context>?, kind: InsightKind
  ) async throws -> InsightItem? {
    try await ledger.withView { view in
      let all: [InsightItem] = view.items(around: person, "insights")
      return all.first { $0.context?.id == context && $0.kind == kind }
    }
  }
}
