public import Daybook

/// Where evidence comes from.
public struct EvidenceSource: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let calendar: Self = "calendar"
  public static let mail: Self = "mail"
  public static let zoom: Self = "zoom"
  public static let note: Self = "note"

  public static let known: [Self] = [.calendar, .mail, .zoom, .note]
}

/// Whether somebody has looked at it.
public struct EvidenceTriageState: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let needsReview: Self = "needsReview"
  public static let done: Self = "done"

  public static let known: [Self] = [.needsReview, .done]
}

/// What a piece of evidence may be a sign of.
public struct SignalKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let interaction: Self = "interaction"
  public static let family: Self = "family"
  public static let lifeEvent: Self = "lifeEvent"
  public static let opportunity: Self = "opportunity"
  public static let compliance: Self = "compliance"
  public static let followUp: Self = "followUp"

  public static let known: [Self] = [.interaction, .family, .lifeEvent, .opportunity, .compliance, .followUp]
}

/// What an insight is about.
public struct InsightKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let recentInteraction: Self = "recentInteraction"
  public static let familyRelationship: Self = "familyRelationship"
  public static let lifeEvent: Self = "lifeEvent"
  public static let productOpportunity: Self = "productOpportunity"
  public static let complianceRisk: Self = "complianceRisk"
  public static let followUp: Self = "followUp"

  public static let known: [Self] = [
    .recentInteraction, .familyRelationship, .lifeEvent, .productOpportunity, .complianceRisk, .followUp,
  ]
}

/// What became of a proposed link.
public struct LinkStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let pending: Self = "pending"
  public static let accepted: Self = "accepted"
  public static let rejected: Self = "rejected"

  public static let known: [Self] = [.pending, .accepted, .rejected]
}
