import Daybook
import DaybookModel
import DaybookTestSupport

/// Random mutations of every kind of operation, of registered kinds and raw ones, by hand and by syncs, of few
/// entities, so that they meet.
struct Workload {
  var random: SeededRandom

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func mutations() -> [Mutation] {
    let count = chance(70) ? 1 : Int.random(in: 2...4, using: &random)
    return (0..<count).map { _ in mutation() }
  }

  static let ids: [String: [String]] = [
    "sam.person": ["p1", "p2", "p3"], "sam.context": ["c1", "c2"], "sam.evidenceItem": ["e1", "e2", "e3"],
    "sam.insight": ["i1", "i2"], "sam.contextParticipation": ["t1", "t2"], "sam.product": ["q1"],
    "sam.coverage": ["v1", "v2"], "sam.note": ["n1", "n2"], "planner.note": ["r1", "r2"],
    "messaging.message": ["m1", "m2"],
  ]
  static let kinds = ids.keys.sorted()

  mutating func mutation() -> Mutation {
    let kind = pick(Self.kinds)
    let id = pick(Self.ids[kind] ?? ["x"])
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: return edge()
    case 12..<18: return Mutation(.delete, kind: kind, id: id)
    case 18..<23: return Mutation(.restore, kind: kind, id: id)
    case 23..<28:
      let (kind, id) = chance(50) ? ("sam.evidenceItem", "e1") : ("sam.insight", "i1")
      return Mutation(.dismiss, kind: kind, id: id)
    case 28..<36: return fromSource()
    case 36..<44: return fromServer()
    case 44..<50:
      // By its natural key: whoever meets the same one offline makes the same entity.
      return Mutation(
        .upsert, kind: "sam.person", id: "",
        set: ["contactIdentifier": .string("contacts:\(pick([1, 2]))"), "displayNameCache": word()])
    default: return Mutation(.upsert, kind: kind, id: id, set: fields(of: kind))
    }
  }

  private mutating func edge() -> Mutation {
    let op = pick([EventOperation.link, .link, .unlink])
    let (kind, id, rel, to) = pick([
      ("sam.evidenceItem", "e1", "linkedPeople", "p1"), ("sam.evidenceItem", "e2", "linkedPeople", "p2"),
      ("sam.evidenceItem", "e1", "linkedContexts", "c1"), ("sam.insight", "i1", "basedOnEvidence", "e1"),
      ("sam.person", "p1", "evidence", "e2"), ("sam.contextParticipation", "t1", "person", "p1"),
      ("sam.coverage", "v1", "product", "q1"), ("planner.note", "r1", "tags", "work"),
    ])
    return Mutation(op, kind: kind, id: id, rel: rel, to: to)
  }

  /// What a calendar or an address book says.
  private mutating func fromSource() -> Mutation {
    var sync =
      chance(60)
      ? Mutation(.sync, kind: "sam.evidenceItem", id: pick(["e1", "e3"]), set: ["title": word()])
      : Mutation(.sync, kind: "sam.person", id: pick(["p1", "p2"]), set: ["displayNameCache": word()])
    if chance(70) { sync.present = chance(60) }
    if chance(20) { sync.set = nil }
    return sync
  }

  /// What a server says of a message; it may acknowledge a write that was made here or anywhere.
  private mutating func fromServer() -> Mutation {
    var sync = Mutation(
      .sync, kind: "messaging.message", id: pick(["m1", "m2"]), set: ["text": word()])
    sync.server = ServerTime(
      seconds: 1_790_000_000 + Int64.random(in: 0...9, using: &random), nanoseconds: 5)
    if chance(60) { sync.acks = lastMessage }
    if chance(30) { sync.present = chance(70) }
    return sync
  }

  /// A local write of a message, for servers to acknowledge.
  var lastMessage: Stamp?

  private mutating func fields(of kind: String) -> JSONObject {
    var set = JSONObject()
    for _ in 0..<(chance(70) ? 1 : 2) {
      switch kind {
      case "sam.person":
        if chance(30) { set["contactIdentifier"] = .string("contacts:\(pick([1, 2, 3]))") }
        set[pick(["displayNameCache", "emailCache"])] = word()
      case "sam.context": set[pick(["name", "kind"])] = word()
      case "sam.evidenceItem": set[pick(["title", "snippet", "bodyText"])] = word()
      case "sam.insight":
        set["message"] = word()
        if chance(30) { set["confidence"] = .double(Double(Int.random(in: 0...4, using: &random)) / 4) }
      case "sam.contextParticipation":
        set[pick(["note"])] = word()
        if chance(50) { set["context"] = .string(pick(["c1", "c2"])) }
      case "sam.product": set[pick(["name", "subtitle"])] = word()
      case "sam.coverage": set["survivorshipRights"] = .bool(chance(50))
      case "sam.note": set["content"] = word()
      default: set[pick(["text", "title", "ünusual"])] = pick([word(), .int(7), .null, ["a", ["b": 1]]])
      }
    }
    return set
  }

  private mutating func word() -> JSONValue {
    .string(pick(Self.words))
  }

  static let words = [
    "ann", "ben", "call about the will", "review, urgent!", "zoë", "\u{1F469}\u{200D}\u{1F4BB}",
  ]
}
