import Daybook
public import DaybookProviders

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

/// Messages written by a language model, from the same facts that the rules have: names, counts and dates, but no text
/// of the evidence. Its answer is always checked.
public struct ModelInsights: InsightWriter {
  private let provider: any TextProvider

  /// The provider's model name; becomes ``Insight/generatedBy``.
  public var name: String { provider.name }

  /// Makes a writer that asks `provider` once for each message.
  public init(_ provider: any TextProvider) { self.provider = provider }

  /// Longer than any sentence or two.
  static let messageBytesMax = 1000

  /// Asks the model for one or two sentences.
  ///
  /// - Throws: `LedgerError`: `unreachable` where the endpoint does not answer, `bad-data` for an answer that is not
  ///   one JSON object with a `message` of 1 to 1000 bytes.
  public func message(for group: InsightGroup) async throws -> String {
    let facts: JSONValue = [
      "kind": .string(group.kind.rawValue), "person": group.personName.map { .string($0) } ?? .null,
      "context": group.contextName.map { .string($0) } ?? .null, "count": .int(Int64(group.count)),
      "last": group.last.map { .string($0.plainDay) } ?? .null,
      "toCome": .int(Int64(group.upcomingCount)), "next": group.next.map { .string($0.plainDay) } ?? .null,
      "confidence": .double(group.confidence),
    ]
    let answer = try await provider.complete(
      TextRequest(
        system: """
          You help an adviser who keeps a CRM. From the facts, write what the adviser should know: one sentence, \
          two at most, plain words, no advice on law or health, nothing that the facts do not say. \
          Answer one JSON object: {"message":"…"}.
          """,
        user: facts.description, wantsJSON: true))
    let object = try ModelAnswer.object(answer, of: name)
    return try ModelAnswer.text(object["message"], "message", bytesMax: Self.messageBytesMax, of: name)
  }
}
