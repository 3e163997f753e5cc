public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An observation about a person, a context or a product, drawn from evidence.
public struct Insight: Entity {
  public var id = ID()
  public var samPerson: Ref<Person>?
  public var samContext: Ref<Context>?
  public var product: Ref<Product>?
  public var kind: InsightKind = .recentInteraction
  public var message = ""
  /// 0 to 1.
  public var confidence = 0.0
  public var basedOnEvidence: [Ref<EvidenceItem>] = []
  /// Who wrote the message of a generated insight, `rules` or a model's name; null for one made by hand,
  /// which the generator never touches.
  public var generatedBy: String?
  /// A digest of what the message was written for: while it stands, the message does.
  public var basis: String?
  public var createdAt = Date.unwritten
  public var dismissedAt: Date?
  /// The evidence it rests on.
  public var interactionsCount = 0
  /// Of the evidence, what is to come.
  public var upcomingInteractionsCount = 0
  /// Consent requirements that wait, of its person, context and product.
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
