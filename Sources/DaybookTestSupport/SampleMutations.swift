package import DaybookModel

/// A stream of mutations with the shape of a busy practice: people, contexts, evidence, insights
/// and links, and messages and notes of kinds that no registered system need know. The same seed gives
/// the same stream. Deletes, dismissals and links name entities that the stream made before.
package struct SampleMutations: Sequence, IteratorProtocol {
  private var random: SeededRandom
  private var remaining: Int
  private var made: [String: [String]] = [:]
  private var minutes: Int64 = 0

  package init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    remaining = count
  }

  package mutating func next() -> Mutation? {
    guard remaining > 0 else { return nil }
    remaining -= 1
    minutes += Int64.random(in: 1...5, using: &random)
    var mutation: Mutation
    switch Int.random(in: 0..<100, using: &random) {
    case 70..<85: mutation = edge() ?? upsert()
    case 85..<93: mutation = dismissal() ?? upsert()
    case 93..<97: mutation = deletion() ?? upsert()
    default: mutation = upsert()
    }
    mutation.by = Self.authors.randomElement(using: &random)
    return mutation
  }

  private mutating func upsert() -> Mutation {
    let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &random)]
    let ids = made[kind] ?? []
    let isNew = ids.isEmpty || Int.random(in: 0..<100, using: &random) < 40
    let id = isNew ? identifier() : ids[Int.random(in: 0..<ids.count, using: &random)]
    if isNew { made[kind, default: []].append(id) }
    var names = Self.fields[kind] ?? []
    if !isNew { names = Array(names.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))) }
    var set = JSONObject()
    for name in names { set[name] = value(name, of: kind) }
    return Mutation(.upsert, kind: kind, id: id, set: set)
  }

  private mutating func edge() -> Mutation? {
    let (kind, relation, target) = Self.edges[Int.random(in: 0..<Self.edges.count, using: &random)]
    guard let id = made[kind]?.randomElement(using: &random),
      let to = made[target]?.randomElement(using: &random)
    else { return nil }
    let op: EventOperation = Int.random(in: 0..<5, using: &random) == 0 ? .unlink : .link
    return Mutation(op, kind: kind, id: id, rel: relation, to: to)
  }

  private mutating func dismissal() -> Mutation? {
    let kind = Bool.random(using: &random) ? "sam.evidenceItem" : "sam.insight"
    guard let id = made[kind]?.randomElement(using: &random) else { return nil }
    return Mutation(.dismiss, kind: kind, id: id, why: "handled")
  }

  private mutating func deletion() -> Mutation? {
    let kind = Self.kinds[Int.random(in: 0..<Self.kinds.count, using: &random)]
    guard let ids = made[kind], !ids.isEmpty else { return nil }
    let index = Int.random(in: 0..<ids.count, using: &random)
    made[kind]?.remove(at: index)
    return Mutation(.delete, kind: kind, id: ids[index])
  }

  private mutating func value(_ field: String, of kind: String) -> JSONValue {
    switch field {
    case "displayNameCache": .string(words(2))
    case "emailCache": .string("\(word()).\(word())@\(word()).example")
    case "roleBadges": .array([.string(word())])
    case "isPrimary", "isPinned": .bool(Bool.random(using: &random))
    case "confidence": .double(Double(Int.random(in: 0...1000, using: &random)) / 1000)
    case "occurredAt", "createdAt":
      .string(Instant(milliseconds: 1_772_000_000_000 + minutes * 60_000).description)
    case "source": .string(["calendar", "mail", "note"].randomElement(using: &random) ?? "note")
    case "state": .string(Bool.random(using: &random) ? "needsReview" : "done")
    case "kind": .string(kind == "sam.context" ? "household" : "followUp")
    case "person", "senderID": .string(made["sam.person"]?.randomElement(using: &random) ?? identifier())
    case "context": .string(made["sam.context"]?.randomElement(using: &random) ?? identifier())
    case "name", "title": .string(words(3))
    default: .string(words(Int.random(in: 6...40, using: &random)))
    }
  }

  private mutating func identifier() -> String {
    var bytes: [UInt8] = []
    bytes.append(hexadecimal: random.next(), width: 16)
    bytes.append(hexadecimal: random.next(), width: 16)
    let hex = String(decoding: bytes, as: UTF8.self)
    let parts = [8, 4, 4, 4, 12].reduce(into: (rest: hex[...], parts: [Substring]())) { state, count in
      state.parts.append(state.rest.prefix(count))
      state.rest = state.rest.dropFirst(count)
    }
    return parts.parts.joined(separator: "-")
  }

  private mutating func word() -> String { Self.words.randomElement(using: &random) ?? "note" }

  private mutating func words(_ count: Int) -> String {
    (0..<count).map { _ in word() }.joined(separator: " ")
  }

  private static let authors = ["ann@mac", "ben@phone", "cleo@web"]
  private static let kinds = [
    "sam.person", "sam.person", "sam.context", "sam.contextParticipation", "sam.evidenceItem",
    "sam.evidenceItem", "sam.evidenceItem", "sam.insight", "messaging.message", "messaging.message",
    "messaging.message", "planner.note",
  ]
  private static let fields: [String: [String]] = [
    "sam.person": ["displayNameCache", "emailCache", "roleBadges"],
    "sam.context": ["name", "kind"],
    "sam.contextParticipation": ["person", "context", "note", "isPrimary"],
    "sam.evidenceItem": ["title", "snippet", "occurredAt", "source", "state"],
    "sam.insight": ["kind", "message", "confidence"],
    "messaging.message": ["text", "senderID", "createdAt"],
    "planner.note": ["title", "plainText"],
  ]
  private static let edges = [
    ("sam.evidenceItem", "linkedPeople", "sam.person"),
    ("sam.evidenceItem", "linkedContexts", "sam.context"),
    ("sam.insight", "basedOnEvidence", "sam.evidenceItem"),
  ]
  private static let words = """
    account agenda annual archive balance birthday branch budget call client coverage daughter deadline
    draft family follow garden harbour house insurance invoice journey kitchen letter lunch market meeting
    mortgage neighbour office owner paper partner policy premium proposal quarter quote renewal report
    review school season signature son street summer survey team travel update visit week window winter
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
