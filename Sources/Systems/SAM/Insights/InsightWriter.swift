import Daybook

/// Writes the message of a generated insight.
public protocol InsightWriter: Sendable {
  /// Who writes, as the insight's `generatedBy` tells it: `rules`, or a model's name.
  var name: String { get }

  /// One sentence or two in plain words. Asked only for a group whose evidence or names changed.
  func message(for group: InsightGroup) async throws -> String
}

/// Sentences made of the group's own facts: no network, nothing guessed that the signals did not.
public struct RuleInsights: InsightWriter {
  public var name: String { EvidenceSignal.rules }

  public init() {}

  public func message(for group: InsightGroup) -> String {
    let who = Self.who(group)
    let times = group.count == 1 ? "once" : group.count == 2 ? "twice" : "\(group.count) times"
    let what =
      switch group.kind {
      case .recentInteraction:
        "\(group.count) interaction\(group.count == 1 ? "" : "s") with \(who)"
      case .familyRelationship: "The family of \(who) came up \(times)"
      case .lifeEvent: "A life event of \(who) came up \(times)"
      case .productOpportunity: "A need that a product may answer came up \(times) with \(who)"
      case .complianceRisk: "Something to settle for compliance came up \(times) with \(who)"
      case .followUp: "Something to get back to \(who) about came up \(times)"
      default: "\(group.kind.rawValue) came up \(times) with \(who)"
      }
    guard let last = group.last else { return what }
    return what + (group.count == 1 ? ", on " : ", the last time on ") + last.plainDay
  }

  private static func who(_ group: InsightGroup) -> String {
    switch (group.personName, group.contextName) {
    case (let person?, let context?): "\(person) (\(context))"
    case (let name?, nil), (nil, let name?): name
    case (nil, nil): "people who are not linked yet"
    }
  }
}
