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
  public var message: String
  /// 0 to 1.
  public var confidence: Double
  public var person: Mention<Person>?
  public var context: Mention<Context>?
  public var product: Mention<Product>?
  /// The evidence it rests on.
  public var interactionsCount: Int
  /// What of the evidence is to come.
  public var upcomingInteractionsCount: Int
  public var createdAt: Date?
  public var dismissedAt: Date?
}

extension InsightItem: ListItem {
  public typealias Target = Insight

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
  /// Those that nobody dismissed, the most certain first, of equals the newest.
  var openByConfidence: [InsightItem] { filter { $0.dismissedAt == nil }.byConfidence }

  var byConfidence: [InsightItem] {
    sorted { left, right in
      if left.confidence != right.confidence { return left.confidence > right.confidence }
      let (leftTime, rightTime) = (left.createdAt ?? .unwritten, right.createdAt ?? .unwritten)
      return leftTime != rightTime ? leftTime > rightTime : left.id.rawValue < right.id.rawValue
    }
  }
}
