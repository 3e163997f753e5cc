public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An observation about a person, a context or a product, drawn from evidence.
public struct Insight: Entity {
  public var id = ID()
  /// The person whom it is about; nil where no person is linked. Deleted with the person.
  public var samPerson: Ref<Person>?
  /// The context that it is about; nil where no context is linked. Deleted with the context.
  public var samContext: Ref<Context>?
  /// The product that it is about; the generator never sets it. Nil where there is none.
  public var product: Ref<Product>?
  public var kind: InsightKind = .recentInteraction
  /// One or two sentences in plain words, by the generator's ``InsightWriter`` or a user.
  public var message = ""
  /// 0 to 1.
  public var confidence = 0.0
  /// The evidence that supports it; the generator adds and removes links. May be empty in an insight made by hand.
  public var basedOnEvidence: [Ref<EvidenceItem>] = []
  /// What wrote the message of a generated insight, `rules` or a model's name; null for one made by hand,
  /// which the generator never touches.
  public var generatedBy: String?
  /// A digest of the facts of the message: as long as it is unchanged, the message is valid.
  public var basis: String?
  /// The time of the first write, unless a write sets it.
  public var createdAt = Date.unwritten
  /// When a user dismissed it; nil while it is open. A dismissed insight still gathers evidence.
  public var dismissedAt: Date?
  /// The number of supporting pieces of evidence that have occurred.
  public var interactionsCount = 0
  /// The number of supporting pieces of evidence that are upcoming.
  public var upcomingInteractionsCount = 0
  /// The pending consent requirements of its person, context and product.
  public var consentsCount = 0

  public init() {}

  public static let schema = Schema("sam.insight") {
    Personal()
    Names(\.message)
    Indexed(\.dismissedAt)
    Dismissal(\.dismissedAt)
    One(\.samPerson, inverse: \Person.insights)
    One(\.samContext, inverse: \Context.insights)
    One(\.product)
    Many(\.basedOnEvidence, inverse: \EvidenceItem.supportingInsights, onDelete: .nullify)
    Check(value: \.confidence, "must be between 0 and 1") { (0...1).contains($0) }
    Projection(\.interactionsCount) { Formulas.occurred("basedOnEvidence", $0) }
    Projection(\.upcomingInteractionsCount) { Formulas.upcoming("basedOnEvidence", $0) }
    Projection(\.consentsCount) { Formulas.consentsAround($0) }
    Bound(\.createdAt, .far)
    Bound(\.dismissedAt, .far)
  }
}
