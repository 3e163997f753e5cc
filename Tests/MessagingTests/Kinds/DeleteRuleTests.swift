import Daybook
import Testing

@testable import Messaging

/// Messages and participants go with their conversation, attachments with their message, and all of them return
/// with it; a user or an answer that goes is only forgotten.
@Suite struct DeleteRuleTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.messaging])
    try await ledger.commit { batch in
      try batch.upsert(User(id: "ann") { $0.displayName = "Ann" })
      try batch.upsert(
        FAQ(id: "f") { ($0.question, $0.answer, $0.owner) = ("When?", "On Monday.", "ann") })
      try batch.upsert(Conversation(id: "c") { $0.owner = "ann" })
      try batch.upsert(Participant(id: "c/ann") { ($0.conversation, $0.user) = ("c", "ann") })
      try batch.upsert(
        Message(id: "m") { message in
          (message.conversation, message.sender, message.text) = ("c", "ann", "hello")
          message.faqMatch = "f"
        })
      try batch.upsert(Messaging.Attachment(id: "a") { $0.message = "m" })
    }
    return ledger
  }

  @Test func aConversationTakesAllThatIsInItAndBringsItBack() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<Conversation>("c")) }
    #expect(try await ledger.get(Ref<Message>("m")) == nil)
    #expect(try await ledger.get(Ref<Messaging.Attachment>("a")) == nil)
    #expect(try await ledger.get(Ref<Participant>("c/ann")) == nil)
    #expect(try await ledger.get(Ref<User>("ann"))?.conversations == [])
    #expect(try await ledger.get(Ref<FAQ>("f"))?.useCount == 0)
    try await ledger.commit { $0.restore(Ref<Conversation>("c")) }
    #expect(try await ledger.get(Ref<Message>("m"))?.conversation == "c")
    #expect(try await ledger.get(Ref<Messaging.Attachment>("a"))?.message == "m")
    #expect(try await ledger.get(Ref<Conversation>("c"))?.participantIDs == ["ann"])
    #expect(try await ledger.get(Ref<FAQ>("f"))?.useCount == 1)
  }

  @Test func attachmentsGoWithTheirMessageAlone() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<Messaging.Attachment>("a")) }
    #expect(try await ledger.get(Ref<Message>("m"))?.attachments == [])
    try await ledger.commit { $0.restore(Ref<Messaging.Attachment>("a")) }
    try await ledger.commit { $0.delete(Ref<Message>("m")) }
    #expect(try await ledger.get(Ref<Messaging.Attachment>("a")) == nil)
    #expect(try await ledger.get(Ref<Conversation>("c"))?.messages == [])
  }

  @Test func aUserThatGoesIsForgottenAndNothingElseGoes() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<User>("ann")) }
    #expect(try await ledger.get(Ref<Conversation>("c"))?.owner == nil)
    let message = try #require(try await ledger.get(Ref<Message>("m")))
    #expect(message.sender == nil)
    #expect(message.senderID == "ann", "who sent it is still said")
    #expect(try await ledger.get(Ref<FAQ>("f"))?.owner == nil)
    #expect(try await ledger.get(Ref<Conversation>("c"))?.participantIDs == ["ann"])
    try await ledger.commit { $0.restore(Ref<User>("ann")) }
    let user = try #require(try await ledger.get(Ref<User>("ann")))
    #expect(user.conversations == ["c"])
    #expect(user.faqs == ["f"])
    #expect(user.participations == ["c/ann"])
  }

  @Test func anAnswerThatGoesIsForgotten() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { $0.delete(Ref<FAQ>("f")) }
    #expect(try await ledger.get(Ref<Message>("m"))?.faqMatch == nil)
    try await ledger.commit { $0.restore(Ref<FAQ>("f")) }
    #expect(try await ledger.get(Ref<Message>("m"))?.faqMatch == "f")
  }

  private static let badValues: [(String, JSONObject, String)] = [
    ("message", ["opportunityScore": 1.5], "messaging.message.opportunityScore"),
    ("message", ["retryCount": -1], "messaging.message.retryCount"),
    ("message", ["acceptedAt": "2026-11-21T06:13:00Z"], "messaging.message.acceptedAt"),
    ("message", ["sender": 7], "messaging.message.sender"),
    ("message", ["txt": "x"], "messaging.message has no field 'txt'"),
    ("attachment", ["fileSize": -4], "messaging.attachment.fileSize"),
    ("attachment", ["data": "not base64!"], "messaging.attachment.data"),
    ("faq", ["question": "  ", "answer": "x"], "messaging.faq.question"),
    ("faq", ["question": "x", "answer": " "], "messaging.faq.answer"),
    ("user", ["aiPreferences": 1], "messaging.user.aiPreferences"),
  ]

  @Test(arguments: badValues)
  func aBadValueIsRefusedByKindAndField(kind: String, set: JSONObject, names: String) async throws {
    let ledger = try await Self.ledger()
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.append([Mutation(.upsert, kind: "messaging." + kind, id: "x", set: set)])
    }
    #expect(error?.code == .badData)
    #expect(error?.what.contains(names) == true, "\(error?.what ?? "")")
    #expect(try await ledger.get(kind: "messaging." + kind, id: "x") == nil)
  }

  @Test func aUserTakesPartOnce() async throws {
    let ledger = try await Self.ledger()
    await #expect(throws: LedgerError.self) {
      try await ledger.commit { batch in
        try batch.upsert(Participant(id: "other") { ($0.conversation, $0.user) = ("c", "ann") })
      }
    }
  }
}
