import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// What a list of conversations shows is in the user's own document, for programs that read nothing else.
@Suite struct PreviewTests {
  private func own(_ user: String, _ conversation: Ref<Conversation>, _ server: MemoryServer) -> JSONObject? {
    server.documents.first { $0.path == RemotePath.userConversation(conversation.rawValue, of: user) }?.fields
  }

  @Test func itFollowsWhatIsWrittenAndRead() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("one", to: conversation)
    try await ann.mailbox.send("two", to: conversation)
    for phone in [ann, bob] { try await phone.sync() }
    let last = try #require(own("bob", conversation, server)?["lastMessage"]?.object)
    #expect(last["text"] == "two")
    #expect(last["senderID"] == "ann")
    #expect(last["attachmentCount"] == 0)
    #expect(own("bob", conversation, server)?["unreadCount"] == 2)
    #expect(own("ann", conversation, server)?["unreadCount"] == 0)
    try await bob.mailbox.markRead(conversation)
    try await bob.mailbox.set(pinned: true, in: conversation)
    try await bob.sync()
    #expect(own("bob", conversation, server)?["unreadCount"] == 0)
    #expect(own("bob", conversation, server)?["isPinned"] == true)
    let before = (try await bob.events(), server.documents.map(\.revision))
    try await bob.sync()
    #expect(try await bob.events() == before.0, "nothing is new")
    #expect(server.documents.map(\.revision) == before.1)
  }

  /// Nothing is taken from it, and a conversation that is not there yet has none.
  @Test func itIsNoSource() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.sync()
    let far = MemoryRemoteStore(server)
    let path = try #require(RemotePath.userConversation(conversation.rawValue, of: "ann"))
    _ = try await far.write(
      RemoteWrite(path, set: ["unreadCount": 7, "lastMessage": ["text": "made up"]]), by: "ann")
    try await ann.sync()
    let inbox = try #require(try await ann.mailbox.inbox().first)
    #expect(inbox.unreadCount == 0)
    #expect(inbox.lastMessage == nil)
  }
}
