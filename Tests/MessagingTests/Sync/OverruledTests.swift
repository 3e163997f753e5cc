import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// What was written here and only somebody else may write does not pass for theirs.
@Suite struct OverruledTests {
  private func phones() async throws -> (
    ann: Phone, bob: Phone, conversation: Ref<Conversation>, message: Ref<Message>
  ) {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob", displayName: "Bob")])
    let message = try await ann.mailbox.send("hers", to: conversation)
    for phone in [ann, bob, ann] { try await phone.sync() }
    return (ann, bob, conversation, message)
  }

  private func write(_ phone: Phone, _ kind: String, _ id: String, _ set: JSONObject) async throws {
    try await phone.ledger.append([Mutation(.upsert, kind: kind, id: id, set: set)])
  }

  @Test func anothersTextIsMarkedAndThenTheirsAgain() async throws {
    let (ann, bob, conversation, message) = try await phones()
    try await write(bob, Message.kind, message.rawValue, ["text": "not hers"])
    var item = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(item.syncStatus == .failed)
    #expect(item.isOverruled)
    let waiting = try await bob.mailbox.outbox()
    #expect(waiting.map(\.action) == ["undo"])
    #expect(waiting.map(\.failure) == ["only its sender may write 'text'"])

    var report = try await bob.sync()
    #expect(report.remarks.count == 1)
    #expect(report.failed == 0)
    item = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(item.text == "hers")
    #expect(item.syncStatus == .synced)
    #expect(try await bob.mailbox.outbox().isEmpty)
    let before = try await bob.events()
    report = try await bob.sync()
    #expect(report.remarks.isEmpty)
    #expect(try await bob.events() == before, "once")

    try await ann.mailbox.edit(message, "hers, anew")
    try await ann.sync()
    try await bob.sync()
    #expect(try await bob.texts(in: conversation) == ["hers, anew"])
  }

  /// Taking another's message for one's own sends nothing in their name.
  @Test func anothersMessageIsNotTakenOver() async throws {
    let (_, bob, conversation, message) = try await phones()
    try await write(bob, Message.kind, message.rawValue, ["sender": "bob", "text": "his"])
    try await bob.sync()
    let item = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(item.senderID == "ann")
    #expect(item.text == "hers")
    #expect(try await bob.mailbox.outbox().isEmpty)
  }

  /// What is one's own to write goes out beside it.
  @Test func whatIsOnesOwnIsStillSent() async throws {
    let (ann, bob, conversation, message) = try await phones()
    try await write(bob, Message.kind, message.rawValue, ["text": "not hers", "category": "question"])
    for _ in 0..<2 { try await bob.sync() }
    try await ann.sync()
    #expect(try await ann.mailbox.messages(in: conversation).first?.category == .question)
    #expect(try await bob.texts(in: conversation) == ["hers"])
  }

  @Test func theClassOfIt() async throws {
    let (_, bob, conversation, message) = try await phones()
    let ann = Participant.id(of: "ann", in: conversation)
    try await write(bob, Participant.kind, ann.rawValue, ["displayName": "Nobody"])
    try await write(bob, Conversation.kind, conversation.rawValue, ["owner": "bob"])
    let own = try await bob.mailbox.send("his", to: conversation)
    try await bob.sync()
    try await write(bob, Message.kind, own.rawValue, ["category": "spam"])
    try await write(bob, Message.kind, message.rawValue, ["createdAt": "2001-01-01T00:00:00.000Z"])
    #expect(try await bob.mailbox.outbox().map(\.action) == ["undo", "undo"])
    let report = try await bob.sync()
    #expect(report.waiting == 0)
    #expect(try await bob.mailbox.outbox().isEmpty)
    #expect(try await bob.mailbox.inbox().first?.title == "Ann")
    #expect(try await bob.mailbox.messages(in: conversation).last?.category == nil)
    #expect(try await bob.mailbox.messages(in: conversation).map(\.syncStatus) == [.synced, .synced])
  }

  /// Deleting another's message hides it here, and asks nobody.
  @Test func anothersMessageIsHiddenHereAlone() async throws {
    let (ann, bob, conversation, message) = try await phones()
    try await bob.ledger.append([Mutation(.delete, kind: Message.kind, id: message.rawValue)])
    let report = try await bob.sync()
    #expect(report.failed == 0)
    #expect(report.remarks.isEmpty)
    #expect(try await bob.mailbox.outbox().isEmpty)
    #expect(try await bob.texts(in: conversation) == [])
    #expect(try await ann.texts(in: conversation) == ["hers"])
  }
}
