import DaybookModel
import DaybookTestSupport
import DaybookView

/// Random histories of the club, and random conditions on its people, from small pools, so that things meet.
struct RandomClub {
  var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  static let people = ["a", "b", "c", "d", "é"]
  static let groups = ["g", "h", "i", "j"]
  static let kinds: [(String, [String])] = [
    ("club.person", people), ("club.person", people), ("club.group", groups),
    ("club.membership", ["m", "n", "o"]), ("club.task", ["t", "u", "v"]), ("club.room", ["r"]),
    ("club.badge", ["k", "l"]),
  ]

  mutating func story(events: Int) -> Story {
    var story = Story()
    for _ in 0..<events {
      var mutation = mutation()
      var over: Event.Over?
      let earlier = story.events.isEmpty ? nil : pick(story.events).event.stamp
      if mutation.op == .upsert, let earlier, chance(15) { over = .upTo(chance(50) ? earlier : story.last) }
      if mutation.op == .restore, chance(50) { over = .cleared }
      if mutation.op == .sync, chance(30) {
        mutation.server = ServerTime(seconds: Int64.random(in: 0...3, using: &random), nanoseconds: 0)
        if chance(50) { mutation.acks = earlier }
      }
      story.add(mutation, by: chance(50) ? 0 : 1, over: over)
    }
    return story
  }

  private mutating func mutation() -> Mutation {
    let (kind, ids) = pick(Self.kinds)
    let id = pick(ids)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<12: return .delete(kind, id)
    case 12..<18: return .restore(kind, id)
    case 18..<26: return .sync(kind, id, chance(50) ? set(kind) : nil, present: chance(60))
    case 26..<42:
      let op: EventOperation = chance(75) ? .link : .unlink
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        return Mutation(op, kind: "club.group", id: pick(Self.groups), rel: "watchers", to: pick(Self.people))
      case 1:
        return Mutation(op, kind: "club.group", id: pick(Self.groups), rel: "badges", to: pick(["k", "l"]))
      case 2:
        return Mutation(op, kind: "club.task", id: pick(["t", "u"]), rel: "needs", to: pick(["k", "l"]))
      default:
        return Mutation(
          op, kind: "club.person", id: pick(Self.people), rel: "friends", to: pick(Self.people + ["x"]))
      }
    default:
      var upsert = Mutation.upsert(kind, id, set(kind))
      if chance(50) { upsert.v = pick([1, 2]) }
      return upsert
    }
  }

  private mutating func set(_ kind: String) -> JSONObject {
    var set = JSONObject()
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      switch kind {
      case "club.person":
        let name = pick(Self.personFields)
        set[name] = value(name)
      case "club.group": set[pick(["name", "parent"])] = .string(pick(Self.groups))
      case "club.membership":
        let name = pick(["person", "group", "isPrimary"])
        set[name] =
          name == "isPrimary" ? .bool(chance(50)) : .string(pick(name == "group" ? Self.groups : Self.people))
      case "club.task":
        let name = pick(["owner", "room", "title", "state"])
        set[name] = .string(pick(name == "owner" ? Self.people : ["r", "open", "done"]))
      default: set["label"] = .string(pick(Self.groups))
      }
    }
    return set
  }

  static let personFields = [
    "email", "name", "fullName", "age", "score", "isActive", "role", "born", "joinedAt", "token", "tags",
    "address", "manager", "createdAt", "leftAt", "membershipCount",
  ]

  /// Mostly of the field's type.
  mutating func value(_ field: String) -> JSONValue {
    chance(88) ? pick(Self.pool(field)) : pick(Self.strange)
  }

  static let strange: [JSONValue] = [.null, .null, 1, "x", true, ["x"], ["y": 1], 0.5]

  static func pool(_ field: String) -> [JSONValue] {
    switch field {
    case "age": [-1, 0, 1, 30, 1_000_000_000_000_000_000, 9_223_372_036_854_775_807]
    case "score": [0.5, 1, 1.5, -2.25e10, 0, 9.223372036854775807e18]
    case "isActive": [true, false]
    case "role": ["member", "chair", "boss", "other"]
    case "born": ["1980-03-01", "1996-02-29"]
    case "joinedAt", "createdAt", "leftAt":
      [
        "2026-11-21T06:13:00.000Z", "2026-11-20T00:00:00.000Z", "2026-11-20T01:00:00+01:00",
        "2026-11-21T06:13:00Z", "2026-11-20T00:00:00.001Z",
      ]
    case "tags": [[], ["Café"], ["cafe", "z\"q"]]
    case "address": [["street": "Low", "city": "Rome"], ["street": "Low", "city": .null]]
    case "manager": (people + ["nobody"]).map { .string($0) }
    case "membershipCount": [0, 1, 2]
    default: ["", "Ann", "ann", "Ánn\n", "a \\ \"b\"", "b", "Ann Lee", "\u{1}"]
    }
  }

  // MARK: Conditions

  mutating func condition(depth: Int = 3) -> Condition {
    if depth > 0, chance(45) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: return .not(condition(depth: depth - 1))
      case 1:
        return .and((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
      case 2: return .or((0..<Int.random(in: 0...3, using: &random)).map { _ in condition(depth: depth - 1) })
      default:
        return .any(Condition.Path(prefix() + [pick(["friends", "reports"])]), condition(depth: depth - 1))
      }
    }
    return leaf()
  }

  private mutating func prefix() -> [String] {
    chance(25) ? (chance(30) ? ["manager", "manager"] : ["manager"]) : []
  }

  static let comparisons: [Condition.Comparison] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  private mutating func leaf() -> Condition {
    let field = pick(Self.personFields.filter { $0 != "fullName" })
    let path = Condition.Path(prefix() + [field])
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return .isNull(path)
    case 1: return .isIn(path, (0..<3).map { _ in canonical(field) })
    case 2: return .contains(path, .string(pick(["ANN", "a", "CAFÉ", "", "\"", "b"])))
    case 3: return .matches(path, chance(50) ? .holds : .begins, pick(["Ann", "n", "", "\n"]))
    case 4:
      return .compareFields(path, pick(Self.comparisons), Condition.Path([pick(["name", "age", "score"])]))
    case 5:
      return .contains(
        Condition.Path(prefix() + [pick(["friends", "reports", "groupsWatched"])]),
        .string(pick(Self.people + Self.groups)))
    case 6:
      return .compare(
        Condition.Path(prefix() + [pick(["friends", "memberships", "tags", "tasks"]), "count"]),
        pick(Self.comparisons),
        .int(Int64(pick([0, 1, 2]))))
    case 7:
      return .compare(Condition.Path(prefix() + ["id"]), pick(Self.comparisons), .string(pick(Self.people)))
    case 8: return .compare("address.city", pick(Self.comparisons), pick(["Rome", "Oslo"]))
    case 9: return .any("tags", .compare(Condition.Path([]), pick(Self.comparisons), pick(["Café", "z\"q"])))
    default: return .compare(path, pick(Self.comparisons), canonical(field))
    }
  }

  private mutating func canonical(_ field: String) -> JSONValue { Self.canonical(value(field), field) }

  /// A literal as the parser would give it.
  static func canonical(_ value: JSONValue, _ field: String) -> JSONValue {
    guard ["joinedAt", "createdAt", "leftAt"].contains(field), let text = value.string,
      let instant = DateText.instant(text)
    else { return value }
    return .string(instant.description)
  }
}
