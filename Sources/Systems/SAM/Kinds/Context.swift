public import Daybook

/// A household, a business, a group: what people take part in together.
public struct Context: Entity {
  public var id = ID()
  /// The name in the user's own words, such as `Lee household`; empty until somebody writes it.
  public var name = ""
  public var kind: ContextKind = .household

  /// Consent requirements that wait.
  public var consentAlertCount = 0
  /// Evidence that waits for review.
  public var reviewAlertCount = 0
  /// Open insights of kind followUp.
  public var followUpAlertCount = 0
  /// Its products in the form for lists.
  public var productCards: [ContextProductModel] = []
  /// The five pieces of linked evidence that occurred last, newest first.
  public var recentInteractions: [InteractionModel] = []
  /// Upcoming evidence, such as planned calendar entries.
  public var upcomingInteractionsCount = 0

  /// Set through ``ContextParticipation/context``, in the order in which they were linked; deleted with the context.
  public var participations: [Ref<ContextParticipation>] = []
  /// Set through ``Product/context``, in the order in which they were linked; deleted with the context.
  public var products: [Ref<Product>] = []
  /// Set through ``ConsentRequirement/context``, whatever their status; deleted with the context.
  public var consentRequirements: [Ref<ConsentRequirement>] = []
  /// Set through ``Insight/samContext``, dismissed ones too; deleted with the context.
  public var insights: [Ref<Insight>] = []
  /// Set through ``EvidenceItem/linkedContexts``; it stays when the context is deleted.
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
