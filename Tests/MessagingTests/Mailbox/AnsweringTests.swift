import Daybook
import DaybookModel
import MessagingTestSupport
import Testing

@testable import Messaging

/// A drafted answer is sent in one step, and once.
@Suite struct AnsweringTests {
  private func phones(
    hoursAhead: Int64 = 0
  ) async throws -> (ann: Phone, bob: Phone, conversation: Ref<Conversation>) {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server), hoursAhead: hoursAhead)
    try await ann.ledger.commit { batch in
      try batch.upsert(
        FAQ(id: "hours") {
          ($0.question, $0.answer, $0.owner) = ("When are you open?", "we open at nine.", "ann")
        })
    }
    let conversation = try await bob.mailbox.start(with: [Contact(id: "ann")])
    try await bob.mailbox.send("When are you open?", to: conversation)
    for phone in [bob, ann] { try await phone.sync() }
    return (ann, bob, conversation)
  }

  @Test func aDraftIsSentInOneStep() async throws {
    let (ann, bob, conversation) = try await phones()
    let question = try #require(try await ann.mailbox.messages(in: conversation).first?.message)
    await #expect(throws: LedgerError.self) { try await ann.mailbox.answer(question) }
    _ = try await ann.mailbox.analyze(by: RuleAnalyzer())
    let drafts = try await ann.mailbox.drafts()
    #expect(drafts.map(\.message) == [question])
    #expect(drafts.map(\.faq) == ["hours"])
    let sent = try await ann.mailbox.answer(question)
    #expect(try await ann.mailbox.drafts().isEmpty, "it is answered")
    for phone in [ann, bob] { try await phone.sync() }
    #expect(
      try await bob.texts(in: conversation) == ["When are you open?", "Hello Bob, we open at nine."])
    #expect(try await bob.ledger.get(sent)?.replyTo == question)
    await #expect(throws: LedgerError.self) { try await ann.mailbox.answer(sent, "to myself") }
  }

  /// What Ann wrote before the question came comes behind it on the remote store, and answers nothing.
  @Test func whatWaitedWhenTheQuestionCameAnswersNothing() async throws {
    let (ann, bob, conversation) = try await phones(hoursAhead: 1)
    try await ann.mailbox.send("The photo of yesterday", to: conversation)
    try await bob.mailbox.send("And when are you open on Sundays?", to: conversation)
    for phone in [bob, ann] { try await phone.sync() }
    #expect(try await ann.texts(in: conversation).last == "The photo of yesterday")
    _ = try await ann.mailbox.analyze(by: RuleAnalyzer())
    #expect(try await ann.mailbox.drafts().map(\.text) == ["And when are you open on Sundays?"])
  }

  @Test func otherWordsThanTheDraft() async throws {
    let (ann, _, conversation) = try await phones()
    let question = try #require(try await ann.mailbox.messages(in: conversation).first?.message)
    try await ann.mailbox.answer(question, "At ten.")
    #expect(try await ann.texts(in: conversation).last == "At ten.")
  }

  @Test func preferencesAreSet() async throws {
    let (ann, _, _) = try await phones()
    var wanted = try await ann.mailbox.preferences()
    #expect(wanted == AIPreferences())
    (wanted.draftsReplies, wanted.matchesFAQs) = (false, false)
    try await ann.mailbox.set(wanted)
    #expect(try await ann.mailbox.preferences() == wanted)
    _ = try await ann.mailbox.analyze(by: RuleAnalyzer())
    #expect(try await ann.mailbox.drafts().isEmpty)
    let before = try await ann.events()
    try await ann.mailbox.set(wanted)
    #expect(try await ann.events() == before)
  }
}
