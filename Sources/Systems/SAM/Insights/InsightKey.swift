import Daybook

/// What generated insights are grouped by. One group, one insight: its id is worked out from this, so machines that
/// generate it apart make the same one.
struct InsightKey: Hashable, Sendable {
  /// The first person linked to the evidence, the first context, each nil where there is none.
  var person: String?
  var context: String?
  var kind: InsightKind

  /// UUIDv5, as a natural key's, of the canonical JSON `["<person>"|null,"<context>"|null,"<kind>"]`.
  var insightID: String {
    let parts: [JSONValue] = [
      person.map { .string($0) } ?? .null, context.map { .string($0) } ?? .null, .string(kind.rawValue),
    ]
    return NaturalKey.id(of: Insight.kind, normalized: JSONValue.array(parts).description)
  }
}

extension InsightKind {
  /// What a signal is a sign of. A kind that this version does not know keeps its name.
  init(of signal: SignalKind) {
    self =
      switch signal {
      case .interaction: .recentInteraction
      case .family: .familyRelationship
      case .lifeEvent: .lifeEvent
      case .opportunity: .productOpportunity
      case .compliance: .complianceRisk
      case .followUp: .followUp
      default: InsightKind(rawValue: signal.rawValue)
      }
  }
}
