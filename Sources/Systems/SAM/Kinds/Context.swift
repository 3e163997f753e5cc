public import Daybook

/// A household, a business, a group: what people take part in together.
public struct Context: Entity {
  public var id = ID()
  public var name = ""
  public var kind: ContextKind = .household

  /// Consent requirements that wait.
  public var consentAlertCount = 0
  /// Evidence that waits for review.
  public var reviewAlertCount = 0
  /// Open insights that ask to get in touch.
  public var followUpAlertCount = 0
  /// Its products as a list shows them.
  public var productCards: [ContextProductModel] = []
  /// The latest evidence, newest first.
  public var recentInteractions: [InteractionModel] = []
  /// Evidence that is to come, such as what a calendar has planned.
  public var upcomingInteractionsCount = 0

  public var participations: [Ref<ContextParticipation>] = []
  public var products: [Ref<Product>] = []
  public var consentRequirements: [Ref<ConsentRequirement>] = []
  public var insights: [Ref<Insight>] = []
  public var evidence: [Ref<EvidenceItem>] = []

  public init() {}

  public static let schema = Schema("sam.context") {
    Personal()
    Names(\.name)
    Inverse(\.participations, of: \ContextParticipation.context, onDelete: .cascade)
    Inverse(\.products, of: \Product.context, onDelete: .cascade)
    Inverse(\.consentRequirements, of: \ConsentRequirement.context, onDelete: .cascade)
    Inverse(\.insights, of: \Insight.samContext, onDelete: .cascade)
    Inverse(\.evidence, of: \EvidenceItem.linkedContexts, onDelete: .nullify)
    Projection(\.consentAlertCount) { Formulas.pendingConsents($0) }
    Projection(\.reviewAlertCount) { Formulas.evidenceToReview($0) }
    Projection(\.followUpAlertCount) { Formulas.openFollowUps($0) }
    Projection(\.productCards) { Formulas.productCards($0) }
    Projection(\.recentInteractions) { Formulas.recentInteractions($0) }
    Projection(\.upcomingInteractionsCount) { Formulas.upcoming("evidence", $0) }
  }
}
