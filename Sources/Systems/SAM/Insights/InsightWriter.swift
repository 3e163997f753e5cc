import Daybook

/// Writes the message of a generated insight.
public protocol InsightWriter: Sendable {
  /// The name that is recorded in the insight's `generatedBy`: `rules`, or a model's name.
  var name: String { get }

  /// One sentence or two in plain words. Called only for a group whose evidence or names changed.
  func message(for group: InsightGroup) async throws -> String
}

/// Sentences made of the group's own facts, without a network and without guesses beyond the signals.
public struct RuleInsights: InsightWriter {
  /// `rules`.
  public var name: String { EvidenceSignal.rules }

  public init() {}

  /// One English sentence without a full stop, such as `2 interactions with Ann Lee, the last time on 1 November 2026`.
  public func message(for group: InsightGroup) -> String {
    let isPlanned = group.count == 0
    var message = Self.what(group, isPlanned: isPlanned)
    if let last = group.last {
      message += (group.count == 1 ? ", on " : ", the last time on ") + last.plainDay
    }
    guard let next = group.next else { return message }
    if isPlanned {
      return message + (group.upcomingCount == 1 ? ", on " : ", the first time on ") + next.plainDay
    }
    return message
      + "; \(group.upcomingCount) more to come, \(group.upcomingCount == 1 ? "on" : "the next on") \(next.plainDay)"
  }

  private static func what(_ group: InsightGroup, isPlanned: Bool) -> String {
    let who = who(group)
    let count = isPlanned ? group.upcomingCount : group.count
    let times = count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
    let cameUp = (isPlanned ? "is to come up " : "came up ") + times
    return switch group.kind {
    case .recentInteraction:
      "\(count) interaction\(count == 1 ? "" : "s") with \(who)" + (isPlanned ? " to come" : "")
    case .familyRelationship: "The family of \(who) \(cameUp)"
    case .lifeEvent: "A life event of \(who) \(cameUp)"
    case .productOpportunity: "A need that a product may answer \(cameUp) with \(who)"
    case .complianceRisk: "Something to settle for compliance \(cameUp) with \(who)"
    case .followUp: "Something to get back to \(who) about \(cameUp)"
    default: "\(group.kind.rawValue) \(cameUp) with \(who)"
    }
  }

  private static func who(_ group: InsightGroup) -> String {
    switch (group.personName, group.contextName) {
    case (let person?, let context?): "\(person) (\(context))"
    case (let name?, nil), (nil, let name?): name
    case (nil, nil): "people who are not linked yet"
    }
  }
}
