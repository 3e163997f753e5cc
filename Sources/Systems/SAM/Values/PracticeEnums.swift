public import Daybook

/// What kind of context it is. The last five came with version 7.
public struct ContextKind: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let household: Self = "household"
  public static let business: Self = "business"
  public static let recruitingGroup: Self = "recruitingGroup"
  public static let personalPlanning: Self = "personalPlanning"
  public static let agentTeam: Self = "agentTeam"
  public static let agentExternal: Self = "agentExternal"
  public static let referralPartner: Self = "referralPartner"
  public static let vendor: Self = "vendor"

  public static let known: [Self] = [
    .household, .business, .recruitingGroup, .personalPlanning, .agentTeam, .agentExternal, .referralPartner,
    .vendor,
  ]
}

/// What a product insures.
public struct ProductType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let life: Self = "life"
  public static let health: Self = "health"
  public static let auto: Self = "auto"
  public static let homeowners: Self = "homeowners"
  public static let renters: Self = "renters"
  public static let umbrella: Self = "umbrella"
  public static let disability: Self = "disability"
  public static let longTermCare: Self = "longTermCare"
  public static let annuity: Self = "annuity"
  public static let retirement: Self = "retirement"

  public static let known: [Self] = [
    .life, .health, .auto, .homeowners, .renters, .umbrella, .disability, .longTermCare, .annuity,
    .retirement,
  ]
}

/// How a person is covered by a product.
public struct CoverageRole: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let insured: Self = "insured"
  public static let beneficiary: Self = "beneficiary"
  public static let owner: Self = "owner"

  public static let known: [Self] = [.insured, .beneficiary, .owner]
}

/// What is consented to.
public struct ConsentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let general: Self = "general"
  public static let dataSharing: Self = "dataSharing"
  public static let electronicDelivery: Self = "electronicDelivery"
  public static let marketing: Self = "marketing"
  public static let recording: Self = "recording"
  public static let spousal: Self = "spousal"
  public static let guardian: Self = "guardian"

  public static let known: [Self] = [
    .general, .dataSharing, .electronicDelivery, .marketing, .recording, .spousal, .guardian,
  ]
}

/// Where a consent stands.
public struct ConsentStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let pending: Self = "pending"
  public static let granted: Self = "granted"
  public static let declined: Self = "declined"
  public static let revoked: Self = "revoked"
  public static let expired: Self = "expired"

  public static let known: [Self] = [.pending, .granted, .declined, .revoked, .expired]
}
