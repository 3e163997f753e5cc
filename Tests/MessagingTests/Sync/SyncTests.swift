import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// What one phone writes, the others read.
@Suite struct SyncTests {
  @Test func aMessageIsThereAtOnceAndThenEverywhere() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server), hoursAhead: -5)
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob", displayName: "Bobby")])
    try await ann.mailbox.send("See you on Monday?", to: conversation)
    var item = try #require(try await ann.mailbox.messages(in: conversation).first)
    #expect(item.syncStatus == .pending)
    #expect(item.status == .sending)
    #expect(
      try await ann.mailbox.outbox().map(\.action) == ["create", "create", "create", "create", "create"])

    var report = try await ann.sync()
    #expect(report.sent == 5)
    #expect(report.remarks == [])
    #expect(report.waiting == 0)
    item = try #require(try await ann.mailbox.messages(in: conversation).first)
    #expect(item.syncStatus == .synced)
    #expect(item.status == .sent)
    #expect(try await ann.mailbox.outbox() == [])

    report = try await bob.sync()
    #expect(report.received > 0)
    #expect(try await bob.texts(in: conversation) == ["See you on Monday?"])
    var inbox = try #require(try await bob.mailbox.inbox().first)
    #expect(inbox.title == "Ann")
    #expect(inbox.unreadCount == 1)
    #expect(try await bob.mailbox.markRead(conversation) == 1)
    inbox = try #require(try await bob.mailbox.inbox().first)
    #expect(inbox.unreadCount == 0)
    try await bob.mailbox.send("Yes", to: conversation)
    try await bob.sync()
    try await ann.sync()
    let read = try await ann.mailbox.messages(in: conversation)
    #expect(read.map(\.text) == ["See you on Monday?", "Yes"])
    #expect(read.map(\.status) == [.read, .sent])
    #expect(try await ann.mailbox.inbox().first?.unreadCount == 1)
  }

  @Test func aRunThatChangesNothingWritesNothing() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("one", to: conversation)
    try await ann.sync()
    try await bob.sync()
    // Bob has said what he is called.
    try await ann.sync()
    let before = (try await ann.events(), try await bob.events())
    for _ in 0..<2 {
      try await ann.sync()
      try await bob.sync()
    }
    #expect(try await ann.events() == before.0)
    #expect(try await bob.events() == before.1)
  }
}
