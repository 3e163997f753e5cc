import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// What is read is one write, however much it is, and never more than was shown.
@Suite struct MarkingTests {
  private func phones(_ texts: Int) async throws -> (ann: Phone, bob: Phone, conversation: Ref<Conversation>)
  {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    for number in 0..<texts { try await ann.mailbox.send("\(number)", to: conversation) }
    for phone in [ann, bob, ann] { try await phone.sync() }
    return (ann, bob, conversation)
  }

  @Test func manyAreOneWrite() async throws {
    let (ann, bob, conversation) = try await phones(200)
    let before = try await bob.events()
    #expect(try await bob.mailbox.markRead(conversation) == 200)
    #expect(try await bob.events() == before + 1)
    #expect(try await bob.mailbox.inbox().first?.unreadCount == 0)
    #expect(try await bob.mailbox.markRead(conversation) == 0)
    #expect(try await bob.events() == before + 1, "again is nothing")
    #expect(try await bob.mailbox.waitingCount() == 1)
    try await bob.sync()
    try await ann.sync()
    let items = try await ann.mailbox.messages(in: conversation)
    #expect(items.allSatisfy { $0.status == .read })
    #expect(items.allSatisfy { $0.readers == ["bob"] })
    #expect(try await ann.ledger.get(items[0].message)?.status == .read)
  }

  @Test func onlyWhatWasShownIsRead() async throws {
    let (ann, bob, conversation) = try await phones(5)
    let items = try await bob.mailbox.messages(in: conversation)
    let last = try #require(items.last?.message)
    #expect(try await bob.mailbox.markRead(conversation, only: [last]) == 1)
    #expect(try await bob.mailbox.inbox().first?.unreadCount == 4)
    #expect(try await bob.mailbox.markRead(conversation, only: [last]) == 0)
    let unread = try await bob.mailbox.messages(in: conversation).map(\.isUnread)
    #expect(unread == [true, true, true, true, false])
    try await bob.sync()
    try await ann.sync()
    #expect(
      try await ann.mailbox.messages(in: conversation).map(\.status) == [.sent, .sent, .sent, .sent, .read])
    // The first of them go by one write, with the last that was marked before.
    #expect(try await bob.mailbox.markRead(conversation, only: Set(items.prefix(4).map(\.message))) == 4)
    #expect(try await bob.mailbox.waitingCount() == 1)
    #expect(try await bob.mailbox.inbox().first?.unreadCount == 0)
  }

  /// What was sent after it is not read with it.
  @Test func whatComesLaterIsUnread() async throws {
    let (ann, bob, conversation) = try await phones(2)
    try await bob.mailbox.markRead(conversation)
    try await ann.mailbox.send("later", to: conversation)
    for phone in [bob, ann, bob] { try await phone.sync() }
    #expect(try await bob.mailbox.inbox().first?.unreadCount == 1)
    #expect(
      try await ann.mailbox.messages(in: conversation).map(\.status) == [.read, .read, .sent])
  }
}
