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
