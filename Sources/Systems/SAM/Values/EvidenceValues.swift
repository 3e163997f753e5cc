public import Daybook

/// A sign in a piece of evidence, by a rule or a model.
public struct EvidenceSignal: Codable, Sendable, Hashable {
  public var kind: SignalKind
  /// 0 to 1.
  public var confidence: Double
  /// The reason in the evidence.
  public var reason: String
  /// The origin of the signal: `rules`, or a model's name.
  public var source: String

  /// Makes a signal, by default one of the built-in rules. A write with a `confidence` outside 0 to 1 is refused.
  public init(
    kind: SignalKind, confidence: Double, reason: String, source: String = EvidenceSignal.rules
  ) {
    (self.kind, self.confidence, self.reason, self.source) = (kind, confidence, reason, source)
  }

  /// The source of the built-in rules, and of all signals that were written before sources were recorded.
  public static let rules = "rules"

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    kind = try fields.decode(SignalKind.self, forKey: .kind)
    confidence = try fields.decode(Double.self, forKey: .confidence)
    reason = try fields.decode(String.self, forKey: .reason)
    source = try fields.decodeIfPresent(String.self, forKey: .source) ?? EvidenceSignal.rules
  }
}

/// A link that the evidence suggests and somebody may accept.
public struct ProposedLink: Codable, Sendable, Hashable {
  /// The kind and id of the entity to link: a person or a context.
  public var targetKind: String
  /// The target's id; of a person to be added, the id that the new person gets when the proposal is accepted.
  public var targetID: String
  /// The target's name when the proposal was made; for a person to be added, the participant's name, else the address.
  public var displayName: String
  /// The address by which it was found.
  public var email: String?
  /// 0 to 1.
  public var confidence: Double
  /// Why it is proposed, in English, such as `the same name`.
  public var reason: String
  /// What a user decided; `pending` by default.
  public var status: LinkStatus

  /// Makes a proposal. A write with a `confidence` outside 0 to 1 is refused.
  public init(
    targetKind: String, targetID: String, displayName: String, email: String? = nil, confidence: Double,
    reason: String, status: LinkStatus = .pending
  ) {
    (self.targetKind, self.targetID, self.displayName) = (targetKind, targetID, displayName)
    (self.email, self.confidence, self.reason, self.status) = (email, confidence, reason, status)
  }
}

/// Where evidence comes from.
public struct EvidenceSource: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// An entry of a calendar, or one occurrence of a repeating entry; written by `sam sync calendar`.
  public static let calendar: Self = "calendar"
  /// A message of a mailbox; written by mail imports.
  public static let mail: Self = "mail"
  /// A Zoom meeting; no importer of this version writes it.
  public static let zoom: Self = "zoom"
  /// A ``Note`` of the user, kept as evidence by ``SAMLedger/analyzeNotes(with:only:asEvidence:options:)``.
  public static let note: Self = "note"

  /// The sources that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.calendar, .mail, .zoom, .note]
}

/// Whether somebody has looked at it.
public struct EvidenceTriageState: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has reviewed it yet: the default, also for imported evidence.
  public static let needsReview: Self = "needsReview"
  /// Somebody has reviewed it; evidence made of a note begins so.
  public static let done: Self = "done"

  /// The states that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.needsReview, .done]
}

/// What a piece of evidence may be a sign of.
public struct SignalKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// People met or spoke: participants who did not decline, or words such as `lunch`.
  public static let interaction: Self = "interaction"
  /// The text mentions relatives, a birthday or an anniversary.
  public static let family: Self = "family"
  /// Something that changes what a person needs, such as a wedding, a birth or a new job.
  public static let lifeEvent: Self = "lifeEvent"
  /// A need that a product may answer, such as a mortgage or a policy review.
  public static let opportunity: Self = "opportunity"
  /// Something that the rules of the trade ask for, such as a consent, a signature or a disclosure.
  public static let compliance: Self = "compliance"
  /// Somebody should contact somebody again: a call back, a reminder, next steps.
  public static let followUp: Self = "followUp"

  /// The kinds that this version knows, in the order of ``RuleSignals``; any other text is kept.
  public static let known: [Self] = [.interaction, .family, .lifeEvent, .opportunity, .compliance, .followUp]
}

/// What an insight is about.
public struct InsightKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The person or context took part in something; drawn from signals of kind ``SignalKind/interaction``.
  public static let recentInteraction: Self = "recentInteraction"
  /// The person's family came up; drawn from signals of kind ``SignalKind/family``.
  public static let familyRelationship: Self = "familyRelationship"
  /// A life event of the person came up; drawn from signals of kind ``SignalKind/lifeEvent``.
  public static let lifeEvent: Self = "lifeEvent"
  /// A need that a product may answer came up; drawn from signals of kind ``SignalKind/opportunity``.
  public static let productOpportunity: Self = "productOpportunity"
  /// Something to settle for compliance came up; drawn from signals of kind ``SignalKind/compliance``.
  public static let complianceRisk: Self = "complianceRisk"
  /// Somebody should be contacted again; drawn from signals of kind ``SignalKind/followUp``. A context counts open
  /// ones.
  public static let followUp: Self = "followUp"

  /// The kinds that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [
    .recentInteraction, .familyRelationship, .lifeEvent, .productOpportunity, .complianceRisk, .followUp,
  ]
}

/// The status of a proposed link.
public struct LinkStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nobody has decided yet: the default.
  public static let pending: Self = "pending"
  /// A user accepted it, and the link was made.
  public static let accepted: Self = "accepted"
  /// A user rejected it; it is not proposed again.
  public static let rejected: Self = "rejected"

  /// The statuses that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.pending, .accepted, .rejected]
}
