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

/// A person's role. Until version 6 free text ("Primary Insured"), now typed; a text that is not a known role stays as
/// it was written.
public struct RoleType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A client of the practice.
  public static let client: Self = "client"
  /// A person who may become a client.
  public static let lead: Self = "lead"
  /// A person who has applied for a product.
  public static let applicant: Self = "applicant"
  /// The first of the people whom a policy insures.
  public static let primaryInsured: Self = "primaryInsured"
  /// A person whom a policy insures.
  public static let insured: Self = "insured"
  /// A person whom a policy pays.
  public static let beneficiary: Self = "beneficiary"
  /// The owner of a policy.
  public static let owner: Self = "owner"
  /// A spouse, as a role in a household.
  public static let spouse: Self = "spouse"
  /// A child, as a role in a household.
  public static let child: Self = "child"
  /// A person who depends on another, such as for support.
  public static let dependent: Self = "dependent"
  /// A person who is legally responsible for another; ``Responsibility`` says for whom.
  public static let guardian: Self = "guardian"
  /// An agent who sells products.
  public static let agent: Self = "agent"
  /// A candidate whom the practice recruits as an agent.
  public static let recruit: Self = "recruit"
  /// A person who refers clients to the practice.
  public static let referralPartner: Self = "referralPartner"
  /// A supplier of the practice.
  public static let vendor: Self = "vendor"

  /// The roles that this version knows, in the order in which they are listed; any other text is kept.
  public static let known: [Self] = [
    .client, .lead, .applicant, .primaryInsured, .insured, .beneficiary, .owner, .spouse, .child, .dependent,
    .guardian, .agent, .recruit, .referralPartner, .vendor,
  ]
}

extension RoleType {
  /// The badges of version 6 as roles: "Primary Insured" and "primary-insured" are `primaryInsured`.
  static func typed(_ badges: JSONValue) -> JSONValue {
    guard let badges = badges.array else { return badges }
    return .array(badges.map { badge in badge.string.map { .string(typed($0).rawValue) } ?? badge })
  }

  static func typed(_ badge: String) -> RoleType {
    let letters = badge.lowercased().filter { $0.isLetter || $0.isNumber }
    return known.first { $0.rawValue.lowercased() == letters } ?? RoleType(rawValue: badge)
  }
}
