public import Daybook

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
