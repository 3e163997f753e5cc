import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// When something was written, its author says; which came first, the server.
@Suite struct AuthorTimeTests {
  @Test func aMessageKeepsTheTimeAtWhichItWasWritten() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server), hoursAhead: -50)
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let one = try await ann.mailbox.send("one", to: conversation)
    try await ann.mailbox.send("two", to: conversation)
    let written = try await times(ann, conversation)
    #expect(written[0] < written[1])
    try await ann.sync()
    try await bob.sync()
    #expect(try await times(ann, conversation) == written)
    #expect(try await times(bob, conversation) == written)
    #expect(try await bob.mailbox.inbox().first?.lastMessage?.createdAt == written[1])
    let items = try await bob.mailbox.messages(in: conversation)
    #expect(items.allSatisfy { $0.acceptedAt?.hasPrefix("2027") == true }, "the server's own time orders")

    // An edit, and what others say of it, change nothing about when it was written.
    try await ann.mailbox.edit(one, "uno")
    try await bob.mailbox.markRead(conversation)
    for phone in [ann, bob, ann] { try await phone.sync() }
    #expect(try await times(ann, conversation) == written)
    #expect(try await times(bob, conversation) == written)
  }

  /// A fast clock shows, and gets nobody ahead.
  @Test func theServerOrdersWhateverTheClocksSay() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server), hoursAhead: 1000)
    let bob = try await Phone("bob", MemoryRemoteStore(server), hoursAhead: -1000)
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("first", to: conversation)
    try await ann.sync()
    try await bob.sync()
    try await bob.mailbox.send("second", to: conversation)
    try await bob.sync()
    try await ann.sync()
    #expect(try await ann.texts(in: conversation) == ["first", "second"])
    let times = try await times(ann, conversation)
    #expect(times[1] < times[0])
  }

  /// The same of what else is made here and taken later.
  @Test func everythingElseKeepsItsTimeToo() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server), hoursAhead: -50)
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    let began = try #require(try await ann.ledger.get(conversation)?.createdAt)
    try await ann.sync()
    try await bob.sync()
    #expect(try await ann.ledger.get(conversation)?.createdAt == began)
    #expect(try await bob.ledger.get(conversation)?.createdAt == began)
    let part = Participant.id(of: "bob", in: conversation)
    let joined = try await bob.ledger.get(part)?.joinedAt
    #expect(try await ann.ledger.get(part)?.joinedAt == joined)
    #expect(joined.map { $0 < began.addingTimeInterval(60) } == true)
  }

  /// Another program's document, which does not say.
  @Test func whereNobodySaysItIsTheTimeOfAcceptance() async throws {
    let server = server()
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let far = MemoryRemoteStore(server)
    _ = try await far.write(
      .create(try #require(.conversation("c")), ["participantIDs": ["ann", "bob"]]), by: "ann")
    _ = try await far.write(
      .create(
        try #require(.message("m", in: "c")), ["senderID": "ann", "createdAt": .null, "text": "hello"]),
      by: "ann")
    try await bob.sync()
    let item = try #require(try await bob.mailbox.messages(in: "c").first)
    #expect(item.acceptedAt?.hasPrefix(Instant(item.createdAt).description.dropLast(1)) == true)
  }

  private func times(_ phone: Phone, _ conversation: Ref<Conversation>) async throws -> [Date] {
    try await phone.mailbox.messages(in: conversation).map(\.createdAt)
  }
}
