public import Daybook

/// The evidence of one group, with all facts for a message about it.
public struct InsightGroup: Sendable, Equatable {
  /// The facts of a piece of evidence that matter for the group.
  public struct Member: Sendable, Equatable {
    /// The evidence by its id; a group holds each piece once.
    public var evidence: Ref<EvidenceItem>
    /// When it occurs; of an all-day entry the beginning of its day in UTC. The beginning of 1970 where undated.
    public var occurredAt: Instant
    /// The day of an all-day entry, which begins with the reader's day.
    public var occurredOn: CivilDay?
    /// The greatest confidence of its signals of the kind.
    public var confidence: Double

    /// Makes a member. `occurredOn` is nil for what has a time; `confidence` is from 0 to 1.
    public init(
      evidence: Ref<EvidenceItem>, occurredAt: Instant, occurredOn: CivilDay? = nil, confidence: Double
    ) {
      (self.evidence, self.occurredAt, self.confidence) = (evidence, occurredAt, confidence)
      self.occurredOn = occurredOn
    }

    fileprivate func hasOccurred(at now: Instant, in zone: TimeZoneRule) -> Bool {
      occurredOn.map { $0 <= zone.day(at: now) } ?? (occurredAt <= now)
    }
  }

  public var kind: InsightKind
  /// Nil if no person is linked, or the name is unknown.
  public var personName: String?
  /// Nil where no context is linked, or its name is unknown.
  public var contextName: String?
  /// In order of time, with upcoming ones last; at equal times by id. Never empty.
  public private(set) var members: [Member]

  /// How many of the members have occurred: the first ones.
  public private(set) var count: Int

  /// - Parameters:
  ///   - kind: the kind of the insight.
  ///   - personName: the name of the linked person; nil: no person, or an unknown name.
  ///   - contextName: the name of the linked context; nil: no context, or an unknown name.
  ///   - members: the pieces of evidence, in any order; at least one.
  ///   - now: later evidence is upcoming; nil: none is.
  ///   - zone: where days begin.
  public init(
    kind: InsightKind, personName: String?, contextName: String?, members: [Member], now: Instant? = nil,
    in zone: TimeZoneRule = .system
  ) {
    (self.kind, self.personName, self.contextName) = (kind, personName, contextName)
    let ordered = members.sorted {
      ($0.occurredAt, $0.evidence.rawValue) < ($1.occurredAt, $1.evidence.rawValue)
    }
    func hasOccurred(_ member: Member) -> Bool { now.map { member.hasOccurred(at: $0, in: zone) } ?? true }
    self.members = ordered.filter(hasOccurred) + ordered.filter { !hasOccurred($0) }
    count = members.count(where: hasOccurred)
  }

  /// When the latest past evidence occurred; nil if none has a date.
  public var last: Instant? { members.prefix(count).last?.occurredAt.dated }

  /// The number of upcoming members.
  public var upcomingCount: Int { members.count - count }

  /// When the first upcoming member occurs.
  public var next: Instant? { members.dropFirst(count).first?.occurredAt }

  /// The probability that not every piece of evidence is wrong, if they are independent: 1 − (1−c₁)(1−c₂)…, to two
  /// places, at most
  /// 0.99: a generated insight is never certain.
  public var confidence: Double {
    let doubt = members.reduce(1) { $0 * (1 - min(max($1.confidence, 0), 1)) }
    return min(0.99, ((1 - doubt) * 100).rounded() / 100)
  }

  /// A digest of everything above: as long as it is unchanged, the message is valid.
  var basis: String {
    var text: [JSONValue] = [
      .string(kind.rawValue), personName.map { .string($0) } ?? .null,
      contextName.map { .string($0) } ?? .null,
    ]
    for member in members {
      text += [
        .string(member.evidence.rawValue), .int(member.occurredAt.milliseconds), .double(member.confidence),
      ]
    }
    // The message is written again once an upcoming event has occurred.
    if upcomingCount > 0 { text += [.string("to come"), .int(Int64(upcomingCount))] }
    return Basis.digest(.array(text))
  }
}

extension Instant {
  /// nil for evidence that nobody dated, which reads as the beginning of 1970.
  var dated: Instant? { milliseconds == 0 ? nil : self }
}

/// The key by which generated insights are grouped. Each group has one insight, whose id is derived from the key, so
/// machines that generate it independently make the same one.
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
