public import Daybook

/// A person's role. Until version 6 free text ("Primary Insured"), now typed; a text that is not a known role stays as
/// it was written.
public struct RoleType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let client: Self = "client"
  public static let lead: Self = "lead"
  public static let applicant: Self = "applicant"
  public static let primaryInsured: Self = "primaryInsured"
  public static let insured: Self = "insured"
  public static let beneficiary: Self = "beneficiary"
  public static let owner: Self = "owner"
  public static let spouse: Self = "spouse"
  public static let child: Self = "child"
  public static let dependent: Self = "dependent"
  public static let guardian: Self = "guardian"
  public static let agent: Self = "agent"
  public static let recruit: Self = "recruit"
  public static let referralPartner: Self = "referralPartner"
  public static let vendor: Self = "vendor"

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
