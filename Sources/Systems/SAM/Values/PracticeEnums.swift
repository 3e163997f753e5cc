public import Daybook

/// What kind of context it is. The last five came with version 7.
public struct ContextKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// People who live together, such as a family; the default.
  public static let household: Self = "household"
  /// A company and the people in it.
  public static let business: Self = "business"
  /// Candidates whom the practice recruits as agents.
  public static let recruitingGroup: Self = "recruitingGroup"
  /// One person's own planning, such as for retirement.
  public static let personalPlanning: Self = "personalPlanning"
  /// Agents of the practice itself.
  public static let agentTeam: Self = "agentTeam"
  /// Agents of other firms.
  public static let agentExternal: Self = "agentExternal"
  /// A person or a firm that refers clients to the practice.
  public static let referralPartner: Self = "referralPartner"
  /// A supplier of the practice.
  public static let vendor: Self = "vendor"

  /// The kinds that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [
    .household, .business, .recruitingGroup, .personalPlanning, .agentTeam, .agentExternal, .referralPartner,
    .vendor,
  ]
}

/// What a product insures.
public struct ProductType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Life insurance; the default.
  public static let life: Self = "life"
  /// Health insurance.
  public static let health: Self = "health"
  /// Car insurance.
  public static let auto: Self = "auto"
  /// Insurance of a home that its owner lives in.
  public static let homeowners: Self = "homeowners"
  /// Insurance of a tenant's belongings and liability.
  public static let renters: Self = "renters"
  /// Liability insurance beyond the limits of other policies.
  public static let umbrella: Self = "umbrella"
  /// Income while the insured person cannot work.
  public static let disability: Self = "disability"
  /// Care at home or in a nursing home.
  public static let longTermCare: Self = "longTermCare"
  /// An annuity: regular payments for a premium.
  public static let annuity: Self = "annuity"
  /// A retirement plan.
  public static let retirement: Self = "retirement"

  /// The types that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [
    .life, .health, .auto, .homeowners, .renters, .umbrella, .disability, .longTermCare, .annuity,
    .retirement,
  ]
}

/// How a person is covered by a product.
public struct CoverageRole: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The product insures this person; the default.
  public static let insured: Self = "insured"
  /// The product pays this person.
  public static let beneficiary: Self = "beneficiary"
  /// The policy belongs to this person.
  public static let owner: Self = "owner"

  /// The roles that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.insured, .beneficiary, .owner]
}

/// What is consented to.
public struct ConsentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A consent of no particular type; the default.
  public static let general: Self = "general"
  /// Passing data on to others.
  public static let dataSharing: Self = "dataSharing"
  /// Receiving documents electronically instead of on paper.
  public static let electronicDelivery: Self = "electronicDelivery"
  /// Receiving advertising.
  public static let marketing: Self = "marketing"
  /// Recording calls or meetings.
  public static let recording: Self = "recording"
  /// A spouse's consent, such as to a change of beneficiary.
  public static let spousal: Self = "spousal"
  /// A guardian's consent for the person in their care.
  public static let guardian: Self = "guardian"

  /// The types that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [
    .general, .dataSharing, .electronicDelivery, .marketing, .recording, .spousal, .guardian,
  ]
}

/// The status of a consent.
public struct ConsentStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not decided yet: the default. Only pending requirements count as alerts.
  public static let pending: Self = "pending"
  /// The consent was given, at ``ConsentRequirement/completedAt``.
  public static let granted: Self = "granted"
  /// The consent was refused when it was requested.
  public static let declined: Self = "declined"
  /// The consent was given and later withdrawn.
  public static let revoked: Self = "revoked"
  /// Its due date passed without a decision; `sam consents expire` writes it.
  public static let expired: Self = "expired"

  /// The statuses that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [.pending, .granted, .declined, .revoked, .expired]
}
