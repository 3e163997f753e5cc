import Daybook
import DaybookTestSupport
import SAM

/// A large, fictitious practice: the same seed gives the same one. Its evidence carries no signals of its own;
/// the rules find them in the texts.
struct Practice {
  var random: SeededRandom
  let people: Int
  let contexts: Int
  let evidence: Int
  let insights: Int

  init(seed: UInt64, people: Int, evidence: Int, insights: Int) {
    random = SeededRandom(seed: seed)
    (self.people, self.evidence, self.insights) = (people, evidence, insights)
    contexts = max(1, people / 4)
  }

  /// Every mutation, in commits of bounded length.
  mutating func write(_ commit: ([Mutation]) async throws -> Void) async throws {
    var pending: [Mutation] = []
    func add(_ mutations: [Mutation]) async throws {
      pending += mutations
      guard pending.count >= Self.commitCount else { return }
      try await commit(pending)
      pending = []
    }
    for number in 0..<contexts { try await add(context(number)) }
    for number in 0..<people { try await add(person(number)) }
    for number in 0..<evidence { try await add(evidenceItem(number)) }
    for number in 0..<insights { try await add(insight(number)) }
    if !pending.isEmpty { try await commit(pending) }
  }

  private static let commitCount = 2000

  static func personID(_ number: Int) -> String { "person-\(number)" }
  static func contextID(_ number: Int) -> String { "context-\(number)" }
  static func evidenceID(_ number: Int) -> String { "evidence-\(number)" }

  private mutating func context(_ number: Int) -> [Mutation] {
    [
      Mutation(
        .upsert, kind: Context.kind, id: Self.contextID(number),
        set: [
          "name": .string("The \(pick(Self.names))s \(number)"), "kind": pick(["household", "business"]),
        ])
    ]
  }

  /// With one or two participations, every fourth with a consent that waits.
  private mutating func person(_ number: Int) -> [Mutation] {
    let id = Self.personID(number)
    let name = "\(pick(Self.names)) \(pick(Self.names))"
    var mutations = [
      Mutation(
        .upsert, kind: Person.kind, id: id,
        set: [
          "displayNameCache": .string(name), "emailCache": .string("person.\(number)@example.org"),
          "contactIdentifier": .string("contacts:\(number)"), "roleBadges": ["client"],
        ])
    ]
    for index in 0..<Int.random(in: 1...2, using: &random) {
      mutations.append(
        Mutation(
          .upsert, kind: ContextParticipation.kind, id: "participation-\(number)-\(index)",
          set: [
            "person": .string(id), "context": .string(anyContext()), "isPrimary": .bool(index == 0),
          ]))
    }
    if number % 4 == 0 {
      mutations.append(
        Mutation(
          .upsert, kind: ConsentRequirement.kind, id: "consent-\(number)",
          set: [
            "person": .string(id), "context": .string(anyContext()), "status": "pending",
            "dueDate": .string(time(number)),
          ]))
    }
    return mutations
  }

  /// Of a calendar, linked to a person and, half of it, to a context; a tenth waits for review.
  private mutating func evidenceItem(_ number: Int) -> [Mutation] {
    let id = Self.evidenceID(number)
    let text = "\(pick(Self.subjects)) with \(pick(Self.names))"
    var mutations = [
      Mutation(
        .upsert, kind: EvidenceItem.kind, id: id,
        set: [
          "sourceUID": .string("eventkit:\(number)"), "source": "calendar", "title": .string(text),
          "snippet": .string("\(text), \(pick(Self.names)) brings the papers"),
          "occurredAt": .string(time(number)), "state": number % 10 == 0 ? "needsReview" : "done",
        ]),
      Mutation(
        .link, kind: EvidenceItem.kind, id: id, rel: "linkedPeople",
        to: Self.personID(Int.random(in: 0..<people, using: &random))),
    ]
    if number % 2 == 0 {
      mutations.append(
        Mutation(.link, kind: EvidenceItem.kind, id: id, rel: "linkedContexts", to: anyContext()))
    }
    return mutations
  }

  /// Each based on two pieces of evidence; a fifth is dismissed.
  private mutating func insight(_ number: Int) -> [Mutation] {
    let id = "insight-\(number)"
    var set: JSONObject = [
      "samPerson": .string(Self.personID(Int.random(in: 0..<people, using: &random))),
      "samContext": .string(anyContext()), "kind": pick(["followUp", "recentInteraction", "opportunity"]),
      "message": .string("\(pick(Self.subjects)) is due"),
      "confidence": .double(Double(Int.random(in: 0...100, using: &random)) / 100),
      "createdAt": .string(time(number)),
    ]
    if number % 5 == 0 { set["dismissedAt"] = .string(time(number)) }
    return [Mutation(.upsert, kind: Insight.kind, id: id, set: set)]
      + (0..<2).map { _ in
        Mutation(
          .link, kind: Insight.kind, id: id, rel: "basedOnEvidence",
          to: Self.evidenceID(Int.random(in: 0..<evidence, using: &random)))
      }
  }

  private mutating func anyContext() -> String {
    Self.contextID(Int.random(in: 0..<contexts, using: &random))
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// Spread over some years, in no order.
  private func time(_ number: Int) -> String {
    Instant(milliseconds: 1_600_000_000_000 + Int64(number &* 7919 % 200_000) * 1_000_000).description
  }

  private static let names = """
    Adler Bach Berg Brandt Castillo Dahl Engel Fischer Garcia Haas Ivanov Jensen Keller Lang Maier Nguyen Olsen
    Peters Quist Roth Sommer Tanaka Ulrich Vogel Weber Xu Young Ziegler Ann Ben Cleo David Emma Finn Greta Hanna
    """.split(whereSeparator: \.isWhitespace).map(String.init)
  private static let subjects = [
    "Annual review", "Call about the policy", "Lunch", "Birthday of a daughter", "New baby",
    "Renewal of the quote",
    "Signature", "Follow up", "House purchase", "Board meeting", "Dentist", "Team lunch",
  ]
}
