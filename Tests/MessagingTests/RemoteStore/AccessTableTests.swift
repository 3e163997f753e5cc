import Daybook
import Testing

@testable import Messaging

/// Every rule, both ways.
struct AccessTableTests {
  private static let conversation: JSONObject = ["participantIDs": ["ann", "ben"]]
  private static let message: JSONObject = [
    "senderID": "ann", "conversationID": "c1", "text": "hello", "status": "sent", "readBy": [],
  ]

  private func verdict(
    _ action: AccessRequest.Action, _ path: String, by user: String, before: JSONObject? = nil,
    after: JSONObject? = nil
  ) throws -> AccessVerdict {
    let path = try #require(RemotePath(path))
    return AccessTable.verdict(AccessRequest(action, path, by: user, before: before, after: after)) {
      $0.description == "conversations/c1" ? Self.conversation : nil
    }
  }

  /// What is there with some fields changed.
  private func change(
    _ path: String, by user: String, from before: JSONObject, _ fields: JSONObject
  ) throws -> AccessVerdict {
    var after = before
    for member in fields { after[member.key] = member.value }
    return try verdict(.change, path, by: user, before: before, after: after)
  }

  private func isRefused(_ verdict: AccessVerdict) -> Bool {
    if case .refused = verdict { true } else { false }
  }
  private func isInvalid(_ verdict: AccessVerdict) -> Bool {
    if case .invalid = verdict { true } else { false }
  }

  @Test(arguments: ["users/ann", "users/ann/conversations/c1", "users/ann/faqs/f1"])
  func aUsersDocumentsAreTheirsAlone(path: String) throws {
    for action in AccessRequest.Action.allCases {
      let before: JSONObject? = action == .create ? nil : [:]
      let after: JSONObject? = action == .read || action == .delete ? nil : ["own": 1]
      #expect(try verdict(action, path, by: "ann", before: before, after: after) == .allowed)
      #expect(isRefused(try verdict(action, path, by: "ben", before: before, after: after)))
    }
  }

  @Test func conversationsAreTheirParticipants() throws {
    let path = "conversations/c1"
    #expect(try verdict(.read, path, by: "ann", before: Self.conversation) == .allowed)
    #expect(isRefused(try verdict(.read, path, by: "cleo", before: Self.conversation)))
    #expect(try verdict(.create, path, by: "ann", after: Self.conversation) == .allowed)
    #expect(isRefused(try verdict(.create, path, by: "cleo", after: Self.conversation)))
    #expect(isRefused(try verdict(.create, path, by: "ann", after: [:])))
    #expect(try change(path, by: "ben", from: Self.conversation, ["title": "Lunch"]) == .allowed)
    #expect(isRefused(try change(path, by: "cleo", from: Self.conversation, ["title": "Lunch"])))
    // Adds anybody, takes away oneself.
    func members(_ ids: JSONValue, _ user: String) throws -> AccessVerdict {
      try change(path, by: user, from: Self.conversation, ["participantIDs": ids])
    }
    #expect(try members(["ann", "ben", "cleo"], "ben") == .allowed)
    #expect(try members(["ann"], "ben") == .allowed)
    #expect(isRefused(try members(["ben"], "ben")))
    #expect(isRefused(try members(["ann", "ben", "cleo"], "cleo")))
    #expect(isInvalid(try members("ann", "ben")))
    #expect(isInvalid(try members(["ann", "ann", "ben"], "ben")))
    #expect(isInvalid(try members(["ann", "ben", ""], "ben")))
    #expect(isInvalid(try members(["ann", "ben", 5], "ben")))
    #expect(isInvalid(try members(.null, "ben")))
    // Deleted by the last one in it.
    #expect(isRefused(try verdict(.delete, path, by: "ann", before: Self.conversation)))
    #expect(try verdict(.delete, path, by: "ann", before: ["participantIDs": ["ann"]]) == .allowed)
    // Who began it stays so.
    #expect(
      try verdict(.create, path, by: "ann", after: ["participantIDs": ["ann"], "owner": "ann"]) == .allowed)
    #expect(isRefused(try change(path, by: "ben", from: Self.conversation, ["owner": "ben"])))
  }

  @Test func messagesAreSentInOnesOwnName() throws {
    let path = "conversations/c1/messages/m1"
    #expect(try verdict(.create, path, by: "ann", after: Self.message) == .allowed)
    #expect(isRefused(try verdict(.create, path, by: "ben", after: Self.message)))
    #expect(isRefused(try verdict(.create, path, by: "cleo", after: ["senderID": "cleo"])))
    #expect(isRefused(try verdict(.create, path, by: "ann", after: ["text": "hello"])))
    #expect(
      isRefused(try verdict(.create, "conversations/c2/messages/m1", by: "ann", after: ["senderID": "ann"])))
    #expect(try verdict(.read, path, by: "ben", before: Self.message) == .allowed)
    #expect(isRefused(try verdict(.read, path, by: "cleo", before: Self.message)))
    #expect(try verdict(.delete, path, by: "ann", before: Self.message) == .allowed)
    #expect(isRefused(try verdict(.delete, path, by: "ben", before: Self.message)))
    #expect(isRefused(try verdict(.delete, path, by: "cleo", before: Self.message)))
  }

  /// Who of the two may write which field of Ann's message.
  @Test(
    arguments: [
      ("text", "new", true, false), ("attachments", [], true, false), ("unknown", 1, true, false),
      ("senderID", "ben", false, false), ("conversationID", "c1x", false, false),
      ("createdAt", .null, true, true),
      ("createdAt", "2026-11-21T06:13:00.123Z", false, false), ("status", "failed", true, false),
      ("status", "delivered", true, true), ("status", "read", true, true),
      ("category", "question", false, true),
      ("sentiment", "positive", false, true), ("opportunityScore", 0.5, false, true),
      ("faqMatch", "f1", false, true),
      ("smartReplyDraft", "yes", false, true), ("analyzedBy", "rules", false, true),
      ("readBy", ["ann"], true, false),
      ("readBy", ["ben"], false, true), ("readBy", ["ann", "ben"], false, false),
      ("readBy", ["cleo"], false, false),
      ("updatedAt", "2026-11-21T06:13:00.123Z", true, true),
    ] as [(String, JSONValue, Bool, Bool)])
  func fieldsOfAMessage(field: String, value: JSONValue, sender: Bool, recipient: Bool) throws {
    let path = "conversations/c1/messages/m1"
    #expect((try change(path, by: "ann", from: Self.message, [(field, value)].object) == .allowed) == sender)
    #expect(
      (try change(path, by: "ben", from: Self.message, [(field, value)].object) == .allowed) == recipient)
    #expect(isRefused(try change(path, by: "cleo", from: Self.message, [(field, value)].object)))
  }

  @Test func whatWasReadStaysRead() throws {
    let path = "conversations/c1/messages/m1"
    var read = Self.message
    read["readBy"] = ["ann"]
    #expect(try change(path, by: "ben", from: read, ["readBy": ["ann", "ben"]]) == .allowed)
    #expect(isRefused(try change(path, by: "ben", from: read, ["readBy": ["ben"]])))
    #expect(isRefused(try change(path, by: "ann", from: read, ["readBy": []])))
  }

  @Test func aParticipantsDocumentIsTheirs() throws {
    let path = "conversations/c1/participants/ben"
    let made: JSONObject = ["displayName": "Ben", "joinedAt": "2026-11-21T06:13:00.123Z"]
    #expect(try verdict(.create, path, by: "ben", after: made) == .allowed)
    #expect(try verdict(.create, path, by: "ann", after: made) == .allowed)
    #expect(isRefused(try verdict(.create, path, by: "cleo", after: made)))
    #expect(isRefused(try verdict(.create, "conversations/c1/participants/cleo", by: "ann", after: made)))
    for field: (String, JSONValue) in [
      ("lastReadMessageID", "m1"), ("notificationPreferences", "all"), ("isPinned", true), ("isMuted", true),
    ] {
      #expect(try verdict(.create, path, by: "ben", after: [field].object) == .allowed)
      #expect(isRefused(try verdict(.create, path, by: "ann", after: [field].object)))
      #expect(try change(path, by: "ben", from: made, [field].object) == .allowed)
      #expect(isRefused(try change(path, by: "ann", from: made, [field].object)))
    }
    #expect(try verdict(.read, path, by: "ann", before: made) == .allowed)
    #expect(isRefused(try verdict(.read, path, by: "cleo", before: made)))
    #expect(try verdict(.delete, path, by: "ben", before: made) == .allowed)
    #expect(isRefused(try verdict(.delete, path, by: "ann", before: made)))
  }

  @Test(arguments: ["rooms/r1", "users/ann/secrets/s1", "conversations/c1/messages/m1/attachments/a1"])
  func unknownCollectionsAreNobodys(path: String) throws {
    for action in AccessRequest.Action.allCases {
      #expect(isRefused(try verdict(action, path, by: "ann", before: [:], after: [:])))
    }
  }

  @Test(
    arguments: [
      ("email", 5), ("displayName", .string(String(repeating: "x", count: 1001))), ("createdAt", "yesterday"),
      ("aiPreferences", "all"), ("serverTime", "2026-11-21T06:13:00.123Z"), ("isDeleted", true),
      ("syncStatus", "x"),
      ("own", .string(String(repeating: "x", count: 900_000))),
    ] as [(String, JSONValue)])
  func badValuesAreInvalid(field: String, value: JSONValue) throws {
    #expect(isInvalid(try verdict(.create, "users/ann", by: "ann", after: [(field, value)].object)))
    // What is there already does not stand in the way of the rest.
    var before: JSONObject = [(field, value)].object
    if value.canonicalBytes.count > 100_000 { before = [:] }
    #expect(
      try change("users/ann", by: "ann", from: before, ["email": "a@example.org"]) == .allowed
        || field == "own")
  }

  /// To Swift the two are equal texts.
  @Test func anIdThatLooksTheSameIsAnother() throws {
    let (composed, decomposed) = ("ren\u{e9}", "rene\u{301}")
    #expect(composed == decomposed)
    #expect(isRefused(try verdict(.read, "users/\(composed)", by: decomposed, before: [:])))
    let conversation: JSONObject = ["participantIDs": [.string(composed)]]
    #expect(isRefused(try verdict(.read, "conversations/c1", by: decomposed, before: conversation)))
    #expect(RemotePath("users/\(composed)") != RemotePath("users/\(decomposed)"))
  }

  @Test(arguments: [
    "", "users", "users/", "/users", "users/a/b", "users/..", "users/.", "users/__x__", "users/a\nb",
    "users//x/y",
  ])
  func badPathsAreNone(text: String) { #expect(RemotePath(text) == nil) }
}

extension [(String, JSONValue)] {
  fileprivate var object: JSONObject { JSONObject(self) }
}
