import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// Whom a conversation is with, what it is called, and who wrote what in it.
@Suite struct ConversationTests {
  /// Two people with a conversation that both have heard of.
  private func two() async throws -> (ann: Phone, bob: Phone, Ref<Conversation>) {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    for phone in [ann, bob] { try await phone.sync() }
    return (ann, bob, conversation)
  }

  @Test func withOnePersonThereIsOne() async throws {
    let ann = try await Phone("ann", MemoryRemoteStore(server()))
    #expect(try await ann.mailbox.direct(with: "bob") == nil)
    let group = try await ann.mailbox.start(with: [Contact(id: "bob"), Contact(id: "carol")])
    let named = try await ann.mailbox.start(with: [Contact(id: "bob")], title: "Chess")
    #expect(try await ann.mailbox.direct(with: "bob") == nil, "neither a group nor one with a name")
    let first = try await ann.mailbox.start(with: [Contact(id: "bob")])
    #expect(try await ann.mailbox.direct(with: "bob") == first)
    // As when two devices began one each.
    let second = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("here", to: first)
    #expect(try await ann.mailbox.direct(with: "bob") == first, "the one that was written to last")
    try await ann.mailbox.send("there", to: second)
    #expect(try await ann.mailbox.direct(with: "bob") == second)
    #expect(Set([group, named, first, second]).count == 4)
  }

  /// What is private is not written where somebody who left may come back and read it.
  @Test func aGroupThatOthersLeftIsNotTheConversationWithOne() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let carol = try await Phone("carol", MemoryRemoteStore(server))
    let group = try await ann.mailbox.start(with: [
      Contact(id: "bob", displayName: "Bob"), Contact(id: "carol", displayName: "Carol"),
    ])
    for phone in [ann, carol] { try await phone.sync() }
    try await carol.mailbox.leave(group)
    for phone in [carol, ann] { try await phone.sync() }
    #expect(try await ann.mailbox.inbox().map(\.title) == ["Bob, Carol (left)"])
    #expect(try await ann.mailbox.direct(with: "bob") == nil)
    let direct = try await ann.mailbox.start(with: [Contact(id: "bob", displayName: "Bob")])
    #expect(try await ann.mailbox.direct(with: "bob") == direct)
    #expect(try await ann.mailbox.conversation(named: "bob") == direct)
    try await ann.mailbox.rename(direct, "Chess")
    #expect(try await ann.mailbox.conversation(named: "bob") == direct)
    // Who left is known by name when they are taken in again.
    #expect(try await ann.mailbox.contact(named: "carol").isNew == false)
  }

  @Test func whereNobodyIsLeftNothingIsSent() async throws {
    let (ann, bob, conversation) = try await two()
    try await bob.mailbox.leave(conversation)
    for phone in [bob, ann] { try await phone.sync() }
    let error = await #expect(throws: LedgerError.self) {
      try await ann.mailbox.send("are you there?", to: conversation)
    }
    #expect(
      error?.code == .refused && error?.what.contains("Bob left") == true, "\(String(describing: error))")
    try await ann.mailbox.add([Contact(id: "bob")], to: conversation)
    try await ann.mailbox.send("welcome back", to: conversation)
  }

  /// A group that has shrunk to two is not the conversation with the other one.
  @Test func aPersonsNameMeansTheConversationWithThemAlone() async throws {
    let ann = try await Phone("ann", MemoryRemoteStore(server()))
    let bob = Contact(id: "bob", displayName: "Robert")
    let direct = try await ann.mailbox.start(with: [bob])
    let group = try await ann.mailbox.start(with: [bob], title: "Choir of Robert")
    for name in ["bob", "robert", "Robert"] {
      #expect(try await ann.mailbox.conversation(named: name) == direct)
    }
    for name in ["choir", "choir of robert"] {
      #expect(try await ann.mailbox.conversation(named: name) == group)
    }
    let other = try await ann.mailbox.start(with: [Contact(id: "carol", displayName: "Choir")])
    #expect(try await ann.mailbox.conversation(named: "choir") == other, "its title is just that")
  }

  @Test func aNameIsEverybodys() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(
      with: [Contact(id: "bob"), Contact(id: "carol")], title: "Choir")
    try await ann.sync()
    try await bob.sync()
    #expect(try await bob.mailbox.inbox().map(\.title) == ["Choir"])
    #expect(try await bob.mailbox.conversation(named: "choir") == conversation)
    try await bob.mailbox.rename(conversation, "Quartet")
    #expect(try await bob.mailbox.waitingCount() == 1)
    try await bob.sync()
    try await ann.sync()
    #expect(try await ann.mailbox.inbox().map(\.title) == ["Quartet"])
    try await ann.mailbox.rename(conversation, nil)
    for phone in [ann, bob] { try await phone.sync() }
    #expect(try await bob.mailbox.inbox().map(\.title) == ["Ann, carol"])
    await #expect(throws: LedgerError.self) { try await ann.mailbox.rename("nowhere", "x") }
  }

  @Test func whatSomebodyWroteKeepsTheirName() async throws {
    let (ann, bob, conversation) = try await two()
    try await bob.mailbox.send("bye", to: conversation)
    try await bob.mailbox.leave(conversation)
    for phone in [bob, ann] { try await phone.sync() }
    let item = try #require(try await ann.mailbox.messages(in: conversation).last)
    #expect(item.sender == "Bob")
    let inbox = try #require(try await ann.mailbox.inbox().first)
    #expect(inbox.title == "Bob (left)")
    #expect(inbox.lastSender == "Bob")
    #expect(try await ann.mailbox.conversation(named: "bob") == conversation)
  }

  @Test func notificationsAreOnesOwnWord() async throws {
    let ann = try await Phone("ann", MemoryRemoteStore(server()))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.set(mentionsOnly: true, showsPreview: false, in: conversation)
    let part = try await ann.ledger.get(Participant.id(of: "ann", in: conversation))
    var wanted = NotificationPreferences()
    (wanted.mentionsOnly, wanted.showsPreview) = (true, false)
    #expect(part?.notificationPreferences == wanted)
    let before = try await ann.events()
    try await ann.mailbox.set(mentionsOnly: true, in: conversation)
    #expect(try await ann.events() == before)
  }
}
