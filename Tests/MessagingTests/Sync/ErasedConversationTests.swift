import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// What comes after a conversation was erased shows, and nothing of before does.
@Suite struct ErasedConversationTests {
  @Test func aMessageAfterAnErasureIsInTheInbox() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await bob.mailbox.start(with: [Contact(id: "ann", displayName: "Dr Ann")])
    try await bob.mailbox.send("My knee hurts", to: conversation)
    for _ in 0..<2 {
      try await bob.sync()
      try await ann.sync()
    }
    #expect(try await ann.texts(in: conversation) == ["My knee hurts"])

    var request = ErasureRequest(kind: Conversation.kind, id: conversation.rawValue)
    request.withBelongings = true
    try await ann.ledger.erasures.erase(request)
    #expect(try await ann.mailbox.inbox().isEmpty)
    // Nothing of before comes back by itself.
    try await ann.sync()
    #expect(try await ann.mailbox.inbox().isEmpty)

    try await bob.mailbox.send("Chest pain since this morning", to: conversation)
    try await bob.sync()
    try await ann.sync()
    #expect(try await ann.mailbox.inbox().map(\.conversation) == [conversation])
    let item = try #require(try await ann.mailbox.inbox().first)
    #expect(item.unreadCount == 1 && item.lastMessage?.text == "Chest pain since this morning")
    let texts = try await ann.texts(in: conversation)
    #expect(texts.filter { !$0.isEmpty } == ["Chest pain since this morning"], "\(texts)")
    // And can be answered.
    try await ann.mailbox.send("Call me at once", to: conversation)
    try await ann.sync()
    try await bob.sync()
    #expect(try await bob.texts(in: conversation).last == "Call me at once")
  }
}
