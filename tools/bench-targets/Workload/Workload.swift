import Daybook
import DaybookTestSupport

/// The reference workload: fictitious events of a CRM with messages and notes. The same seed gives the same
/// events. Three upserts in five change an existing entity, some of them a frequent one and most a recent one; the rest
/// dismisses, links, deletes and syncs. A reference may dangle.
struct Workload {
  private(set) var random: SeededRandom
  private var time: Instant
  private var counter = 0
  /// The living entities of each kind, the oldest first.
  private var alive: [[WorkloadID]] = WorkloadKind.allCases.map { _ in [] }
  private let authors: [String]
  private let weights = WorkloadKind.allCases.map(\.weight)
  private let words = WordSource()

  /// - Parameter start: when the first event happens; later than any `start` plus seven seconds an event.
  init(seed: UInt64, start: Instant = Self.start) {
    var random = SeededRandom(seed: seed)
    authors = ["mac", "phone", "pad", "web"].map { device in
      WorkloadVocabulary.firstNames[random.below(WorkloadVocabulary.firstNames.count)].lowercased() + "@"
        + device
    }
    (self.random, time) = (random, start)
  }

  static let start = Instant(milliseconds: 1_583_132_400_000)

  /// The living entities of a kind, the oldest first.
  func living(_ kind: WorkloadKind) -> [WorkloadID] { alive[kind.rawValue] }

  mutating func next() -> WorkloadEvent {
    if random.below(100) < 12 {
      counter += 1
    } else {
      time.milliseconds += 1 + Int64(random.exponential(mean: 9000))
      counter = 0
    }
    while true { if let event = draw() { return event } }
  }

  /// Nil if there is nothing to change yet.
  private mutating func draw() -> WorkloadEvent? {
    switch random.below(1000) {
    case ..<749: return upsert()
    case ..<833: return edge()
    case ..<923:
      guard let (kind, id) = known(random.below(10) < 6 ? .evidence : .insight) else { return nil }
      var event = event(.dismiss, kind, id)
      event.why = random.element(of: WorkloadVocabulary.reasons)
      return event
    case ..<978:
      let kind = anyKind()
      guard !living(kind).isEmpty else { return nil }
      return event(.delete, kind, alive[kind.rawValue].remove(at: random.below(living(kind).count)))
    default:
      guard let (kind, id) = known(.message) else { return nil }
      var event = event(.sync, kind, id)
      event.server = time
      return event
    }
  }

  private mutating func upsert() -> WorkloadEvent {
    let kind = anyKind()
    var names = kind.fields
    let id: WorkloadID
    if random.below(10) < 4 || living(kind).isEmpty {
      id = WorkloadID(&random)
      alive[kind.rawValue].append(id)
      if random.below(10) < 4 { names = kind.briefFields }
    } else {
      id = pick(kind) ?? WorkloadID(&random)
      names.shuffle(using: &random)
      names.removeSubrange(min([1, 1, 2, 3][random.below(4)], names.count)...)
    }
    var event = event(.upsert, kind, id)
    event.fields = names.map { ($0, value(kind, $0)) }
    return event
  }

  private mutating func edge() -> WorkloadEvent? {
    let relation = WorkloadKind.relations[random.weighted(WorkloadKind.relationWeights)]
    guard let (kind, id) = known(relation.kind) else { return nil }
    var event = event(random.below(10) < 8 ? .link : .unlink, kind, id)
    (event.relation, event.target) = (relation.name, reference(relation.target))
    return event
  }

  private mutating func event(
    _ operation: EventOperation, _ kind: WorkloadKind, _ id: WorkloadID
  ) -> WorkloadEvent {
    WorkloadEvent(
      time: time, counter: counter, operation: operation, kind: kind, id: id,
      author: random.element(of: authors))
  }

  private mutating func anyKind() -> WorkloadKind { WorkloadKind.allCases[random.weighted(weights)] }

  private mutating func known(_ kind: WorkloadKind) -> (WorkloadKind, WorkloadID)? {
    pick(kind).map { (kind, $0) }
  }

  /// By Zipf's law: two in five among the oldest, the others among the newest.
  private mutating func pick(_ kind: WorkloadKind) -> WorkloadID? {
    let ids = living(kind)
    guard !ids.isEmpty else { return nil }
    let rank = random.zipf(ids.count)
    return random.below(10) < 4 ? ids[rank] : ids[ids.count - 1 - rank]
  }

  private mutating func reference(_ kind: WorkloadKind) -> WorkloadID { pick(kind) ?? WorkloadID(&random) }
}

extension Workload {
  private mutating func value(_ kind: WorkloadKind, _ field: String) -> WorkloadEvent.Value {
    switch (kind, field) {
    case (.person, "displayNameCache"): .text("\(firstName()) \(lastName())")
    case (.person, "emailCache"):
      .text("\(firstName().lowercased()).\(lastName().lowercased())@\(rareWord()).example")
    case (.person, "contactIdentifier"):
      .text("+\(1 + random.below(98)) \(10 + random.below(90)) \(10_000_000 + random.below(90_000_000))")
    case (.person, "roleBadges"):
      .texts(Array(WorkloadVocabulary.roles.shuffled(using: &random).prefix(random.below(4) == 0 ? 2 : 1)))
    case (.person, _): .texts([rareWord().capitalized])
    case (.context, "kind"):
      .choice(random.element(of: ["household", "business", "recruitingGroup", "agentTeam"]))
    case (.participation, "person"), (.message, "senderID"): .reference(reference(.person))
    case (.participation, "context"): .reference(reference(.context))
    case (.message, "conversationID"): .reference(reference(.conversation))
    case (.participation, "note"): .choice(random.element(of: WorkloadVocabulary.roles))
    case (.participation, _), (.conversation, _): .flag(random.below(10) < 3)
    case (.evidence, "snippet"): .text(words.text(8...26, &random))
    case (.evidence, "occurredAt"), (.message, "createdAt"):
      .time(Instant(milliseconds: time.milliseconds - Int64(random.below(30 * 86_400_000))))
    case (.evidence, "source"):
      .choice(random.element(of: ["calendar", "mail", "contacts", "messages", "note", "manual"]))
    case (.evidence, "state"): .choice(random.below(3) == 0 ? "needsReview" : "done")
    case (.insight, "kind"):
      .choice(random.element(of: ["followUp", "relationshipAtRisk", "opportunity", "complianceWarning"]))
    case (.insight, "confidence"): .thousandths(random.below(1001))
    case (.insight, _), (.note, "plainText"): .text(words.text(10...44, &random))
    case (.message, _): .text(words.text(6...40, &random))
    default: .text(words.text(2...6, &random))
    }
  }

  private mutating func firstName() -> String { random.element(of: WorkloadVocabulary.firstNames) }
  private mutating func lastName() -> String { random.element(of: WorkloadVocabulary.lastNames) }
  private mutating func rareWord() -> String {
    WorkloadVocabulary.words[120 + random.below(WorkloadVocabulary.words.count - 120)]
  }
}
