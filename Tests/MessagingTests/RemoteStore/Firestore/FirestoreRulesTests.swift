import DaybookModel
import DaybookTestSupport
import Testing

@testable import Messaging

/// The rules that are deployed decide as the table does that every remote store here asks.
@Suite struct FirestoreRulesTests {
  private static let users = ["ann", "ben", "cleo"]
  private static let conversations: [String: JSONObject] = [
    "c1": ["participantIDs": ["ann", "ben"]], "c2": ["participantIDs": ["cleo"]],
    "gone": ["participantIDs": ["ann", "ben"], "isDeleted": true],
  ]

  @Test func everyCollectionHasItsRules() throws {
    let text = FirestoreRules.text
    for rules in AccessTable.collections { #expect(text.contains("match /\(rules.pattern) {")) }
    _ = try RulesEvaluator(text)
  }

  @Test func theIndexIsTheOneThatIsAsked() throws {
    let object = try #require(try JSONParser.parse(FirestoreIndexes.text).object)
    let index = try #require(object["indexes"]?.array?.first?.object)
    #expect(index["collectionGroup"] == "conversations")
    #expect(
      index["fields"] == [
        ["fieldPath": "participantIDs", "arrayConfig": "CONTAINS"],
        ["fieldPath": "serverTime", "order": "ASCENDING"],
      ])
  }

  @Test(.seeded) func theyDecideAsTheTable() throws {
    let rules = try RulesEvaluator(FirestoreRules.text)
    var random = SeededRandom(seed: TestSeed.current)
    var counts = (allowed: 0, denied: 0)
    for _ in 0..<6000 {
      guard let attempt = Attempt(&random), !attempt.isBeyondTheLanguage else { continue }
      let wanted = attempt.isAllowedByTable
      let found = rules.allows(attempt.request)
      if wanted { counts.allowed += 1 } else { counts.denied += 1 }
      #expect(found == wanted, "\(attempt)")
    }
    #expect(counts.allowed > 300, "\(counts)")
    #expect(counts.denied > 300, "\(counts)")
  }

  /// Without the server's own time nothing is told in order.
  @Test func whatIsNotStampedIsRefused() throws {
    let rules = try RulesEvaluator(FirestoreRules.text)
    var request = RulesEvaluator.Request(
      action: "create", path: ["users", "ann"], user: "ann",
      after: .map(["email": .string("x"), "serverTime": .timestamp("now")]))
    #expect(rules.allows(request))
    request.after = .map(["email": .string("x"), "serverTime": .timestamp("yesterday")])
    #expect(!rules.allows(request))
    request.after = .map(["email": .string("x")])
    #expect(!rules.allows(request))
    request.after = .map(["email": .string("x"), "serverTime": .timestamp("now")])
    request.path = ["anything", "else"]
    #expect(!rules.allows(request))
  }

  /// One reading or writing, by anybody, of any document.
  private struct Attempt: CustomStringConvertible {
    var path: RemotePath
    var user: String
    var isReading = false
    var before: JSONObject?
    var isGone = false
    /// Nil takes the document away.
    var after: JSONObject?

    var description: String {
      "\(user) \(path) \(isReading ? "reads" : after == nil ? "deletes" : "writes") "
        + "\(isGone ? "gone " : "")\(before.map { "\($0)" } ?? "nothing") -> \(after.map { "\($0)" } ?? "")"
    }

    init?(_ random: inout SeededRandom) {
      guard let user = FirestoreRulesTests.users.randomElement(using: &random),
        let owner = FirestoreRulesTests.users.randomElement(using: &random),
        let conversation = ["c1", "c1", "c2", "gone", "none"].randomElement(using: &random),
        let path = Self.paths(owner, conversation).randomElement(using: &random),
        let rules = AccessTable.rules(for: path)
      else { return nil }
      (self.path, self.user) = (path, user)
      isReading = Int.random(in: 0..<6, using: &random) == 0
      switch path.collection {
      case "conversations" where path.components.count == 2:
        let held = FirestoreRulesTests.conversations[conversation]
        isGone = held?["isDeleted"] == true
        before = held.map { $0.without("isDeleted") }
      case "messages":
        if Bool.random(using: &random) {
          before = ["senderID": .string(owner), "conversationID": .string(conversation), "readBy": ["ben"]]
        }
      default: if Bool.random(using: &random) { before = [:] }
      }
      if before != nil, !isGone { isGone = Int.random(in: 0..<5, using: &random) == 0 }
      if isGone { before = before?.keeping(AccessTable.tombstoneFields) }
      if Int.random(in: 0..<5, using: &random) == 0 { return }
      var fields = isGone ? [:] : before ?? [:]
      if before == nil || isGone {
        if rules.pattern.hasSuffix("{message}") { fields["senderID"] = .string(user) }
        if rules.pattern == "conversations/{conversation}" { fields["participantIDs"] = [.string(user)] }
      }
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        let names = rules.fields.map(\.name) + ["another", "failure"]
        guard let name = names.randomElement(using: &random),
          let value = FirestoreRulesTests.values.randomElement(using: &random)
        else { continue }
        fields[name] = value
      }
      after = fields
    }

    private static func paths(_ owner: String, _ conversation: String) -> [RemotePath] {
      [
        RemotePath.user(owner), RemotePath.userConversation("c1", of: owner), RemotePath.faq("f", of: owner),
        RemotePath.conversation(conversation), RemotePath.participant(owner, in: conversation),
        RemotePath.message("m", in: conversation),
      ].compactMap { $0 }
    }

    /// Whether the table says something of a list's elements, which the language cannot.
    var isBeyondTheLanguage: Bool {
      let rules = AccessTable.rules(for: path)
      return (after ?? [:]).contains { member in
        let elements = member.value.array ?? []
        return switch rules?.field(member.key)?.type {
        case .texts: elements.contains { $0.string == nil }
        case .objects: elements.contains { $0.object == nil }
        default: false
        }
      }
    }

    var isAllowedByTable: Bool {
      let living = isGone ? nil : before
      func ask(_ action: AccessRequest.Action, _ before: JSONObject?, _ after: JSONObject? = nil) -> Bool {
        let request = AccessRequest(action, path, by: user, before: before, after: after)
        return AccessTable.verdict(request) { path -> JSONObject? in
          let held = FirestoreRulesTests.conversations[path.id]
          return held?["isDeleted"] == true ? nil : held
        } == .allowed
      }
      if isReading { return ask(.read, before) }
      guard let after else {
        // What was never there is made and taken away at once.
        if before == nil { return ask(.create, nil, [:]) && ask(.delete, [:]) }
        return !isGone && ask(.delete, living)
      }
      return living == nil ? ask(.create, nil, after) : ask(.change, living, after)
    }

    var request: RulesEvaluator.Request {
      var request = RulesEvaluator.Request(
        action: isReading ? "read" : before == nil ? "create" : "update", path: path.components, user: user)
      request.conversations = FirestoreRulesTests.conversations.mapValues { value($0) }
      if let before { request.before = value(isGone ? before.with("isDeleted", true) : before) }
      if isReading { return request }
      // A deletion takes all but whose it was away.
      let written =
        after ?? (before ?? [:]).keeping(AccessTable.tombstoneFields).with("isDeleted", true)
      guard case .map(var fields) = value(written) else { return request }
      fields["serverTime"] = .timestamp("now")
      request.after = .map(fields)
      return request
    }

    private func value(_ object: JSONObject) -> RulesValue {
      let rules = AccessTable.rules(for: path)
      var fields: [String: RulesValue] = [:]
      for member in object {
        let isInstant = rules?.field(member.key)?.type == .instant
        fields[member.key] = RulesValue(member.value, isInstant: isInstant)
      }
      return .map(fields)
    }
  }

  /// Of every type, and such as matter to some rule. Null and what a list must not hold the language cannot tell.
  private static let values: [JSONValue] = [
    "ann", "ben", "delivered", "sent", "c1", "hello", "2026-11-21T06:13:00.123Z", 5, 0.5, 7.5, true,
    ["ann"], ["ben"], ["ben", "ann"], ["ann", "ben"], ["ann", "ben", "cleo"], ["ann", "ann"], [["id": "x"]],
    ["a": 1], [], .string(String(repeating: "x", count: 1001)),
  ]
}

extension JSONObject {
  fileprivate func without(_ name: String) -> JSONObject {
    var result = self
    result[name] = nil
    return result
  }

  fileprivate func with(_ name: String, _ value: JSONValue) -> JSONObject {
    var result = self
    result[name] = value
    return result
  }

  fileprivate func keeping(_ names: Set<String>) -> JSONObject {
    JSONObject(filter { names.contains($0.key) }.map { ($0.key, $0.value) })
  }
}
