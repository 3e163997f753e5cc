import Daybook
import DaybookProviders
import DaybookTestSupport
import MessagingTestSupport
import Synchronization
import Testing

@testable import Messaging

@Suite struct AnalysisTests {
  private static let faqs: [AnalysisRequest.KnownAnswer] = [
    .init(
      id: "hours", question: "When are you open?", answer: "from nine to five.", keywords: ["opening hours"]),
    .init(id: "price", question: "What does the course cost?", answer: "It costs 40 euros."),
    .init(id: "cafe", question: "Is there a café nearby?", answer: "Yes, next door."),
  ]

  @Test(arguments: [
    ("Are you OPEN on sundays?", "hours"), ("tell me your opening hours please", "hours"),
    ("How much does that course cost", "price"), ("any cafe nearby", "cafe"), ("Hello there!", nil),
    ("", nil), ("of course", "price"), ("what is it", nil),
  ])
  func aQuestionIsKnownByItsWords(text: String, faq: String?) {
    #expect(FAQMatcher(Self.faqs).best(for: text)?.faq.rawValue == faq)
  }

  @Test func scoresAreShares() throws {
    let match = try #require(FAQMatcher(Self.faqs).best(for: "the course"))
    #expect(match.score == 0.5)
    #expect(FAQMatcher([]).best(for: "anything") == nil)
    let twins = FAQMatcher([
      .init(id: "b", question: "same", answer: "x"), .init(id: "a", question: "same", answer: "y"),
    ])
    #expect(twins.best(for: "same")?.faq == "a")
  }

  @Test(arguments: [
    ("Can you send an invoice with your offer?", MessageCategory.business, Sentiment.neutral, 0.5),
    ("Thank you, that was great", .thanks, .positive, 0), ("hi!", .greeting, .neutral, 0),
    ("This is URGENT, everything is broken", .urgent, .negative, 0),
    ("You won the lottery: claim your prize", .spam, .neutral, 0),
    ("Where are you?", .question, .neutral, 0.1),
    ("It rains", .other, .neutral, 0),
  ])
  func rulesGiveCategoryAndSentiment(
    text: String, category: MessageCategory, sentiment: Sentiment, score: Double
  ) {
    let found = RuleAnalyzer().analyze(AnalysisRequest(text: text))
    #expect(found.category == category)
    #expect(found.sentiment == sentiment)
    #expect(found.opportunityScore == score)
  }

  @Test(arguments: [
    ("Not bad at all", Sentiment.neutral), ("I am not happy", .negative), ("I'm not very happy.", .negative),
    ("It isn't bad", .neutral), ("I don’t think it is bad", .neutral), ("No problem", .neutral),
    ("No, that is great", .positive), ("not only good but great", .positive),
    ("Never been so happy", .negative), ("Nothing wrong, all good", .positive),
    ("I was not at home. Great to hear from you", .positive), ("This is bad", .negative),
    ("We are happy", .positive),
  ])
  func aNegationTurnsWhatItReaches(text: String, sentiment: Sentiment) {
    #expect(RuleAnalyzer().analyze(AnalysisRequest(text: text)).sentiment == sentiment)
  }

  @Test func whatIsDeniedIsNoSign() {
    let calm = RuleAnalyzer().analyze(AnalysisRequest(text: "This is not urgent"))
    #expect(calm.category == .other)
    let broke = RuleAnalyzer().analyze(AnalysisRequest(text: "We have no budget, and are not interested"))
    #expect(broke.category == .business)
    #expect(broke.opportunityScore == 0)
  }

  /// Another keyword can only add matches.
  @Test(.seeded) func anotherKeywordTakesNothingAway() {
    let words = "open hours sunday price course cost parking cafe nearby tuesday refund".split(separator: " ")
      .map(String.init)
    var random = SeededRandom(seed: TestSeed.current)
    func pick(_ count: Int) -> [String] {
      (0..<count).compactMap { _ in words.randomElement(using: &random) }
    }
    for _ in 0..<500 {
      let question = pick(Int.random(in: 0...5, using: &random)).joined(separator: " ")
      var keywords: [String] = []
      let text = pick(3).joined(separator: " ")
      var before: Double = 0
      for _ in 0..<6 {
        let known = AnalysisRequest.KnownAnswer(
          id: "a", question: question, answer: "x", keywords: keywords)
        let score = FAQMatcher([known]).best(for: text)?.score ?? 0
        #expect(score >= before, "\(question) \(keywords): \(text)")
        before = score
        keywords.append(pick(Int.random(in: 1...2, using: &random)).joined(separator: " "))
      }
    }
  }

  @Test func aKeywordTellsTheQuestionByItself() {
    let faq = AnalysisRequest.KnownAnswer(
      id: "hours", question: "When does the shop in the old town open on holidays?", answer: "x",
      keywords: ["opening hours", "holiday times", "bank holiday", "closed"])
    #expect(FAQMatcher([faq]).best(for: "Are you closed today?")?.faq == "hours")
    #expect(FAQMatcher([faq]).best(for: "Tell me your opening hours")?.score == 0.5)
  }

  @Test func aReplyIsTheAnswerToTheQuestion() {
    let found = RuleAnalyzer().analyze(
      AnalysisRequest(text: "when are you open?", sender: "Bob", faqs: Self.faqs))
    #expect(found.smartReplyDraft == "Hello Bob, from nine to five.")
    #expect(RuleAnalyzer().analyze(AnalysisRequest(text: "casino bitcoin")).smartReplyDraft == nil)
  }

  private struct Answering: TextProvider {
    let answer: String
    var name: String { "model" }
    func complete(_ request: TextRequest) async throws -> String { answer }
  }

  @Test func aModelIsBelievedNoMoreThanItMustBe() async throws {
    let request = AnalysisRequest(text: "x", faqs: Self.faqs)
    let good = try await ModelAnalyzer(
      Answering(
        answer:
          #"{"category":"business","sentiment":"positive","opportunityScore":0.7,"faqMatch":"price","smartReplyDraft":"Yes."}"#
      )
    ).analyze(request)
    #expect(good.category == .business)
    #expect(good.opportunityScore == 0.7)
    #expect(good.faqMatch == "price")
    #expect(good.smartReplyDraft == "Yes.")
    let bad = try await ModelAnalyzer(
      Answering(
        answer: #"{"category":"nonsense","opportunityScore":7,"faqMatch":"other","smartReplyDraft":""}"#)
    ).analyze(request)
    #expect(bad == MessageAnalysis())
    await #expect(throws: LedgerError.self) {
      try await ModelAnalyzer(Answering(answer: "no")).analyze(request)
    }
  }

  /// What is found out is in the ledger, counts as a use of the question, and only what a message is goes out.
  @Test func whatIsFoundIsWritten() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("When are you open?", to: conversation)
    try await ann.sync()
    try await bob.sync()
    try await bob.ledger.commit { batch in
      try batch.upsert(
        FAQ(id: "f") { ($0.question, $0.answer, $0.owner) = ("When are you open?", "at nine", "bob") })
    }
    var summary = try await bob.mailbox.analyze(by: RuleAnalyzer())
    #expect(summary.examined == 1)
    #expect(summary.changed == 1)
    let item = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(item.category == .question)
    #expect(item.faqMatch == "f")
    #expect(item.smartReplyDraft == "Hello Ann, at nine")
    #expect(try await bob.ledger.get(Ref<FAQ>("f"))?.useCount == 1)
    summary = try await bob.mailbox.analyze(by: RuleAnalyzer())
    #expect(summary.examined == 0, "it was read")
    #expect(item.syncStatus == .pending)
    try await bob.sync()
    #expect(try await bob.mailbox.messages(in: conversation).first?.syncStatus == .synced)
    let document = try #require(server.documents.first { $0.path.collection == "messages" })
    #expect(document.fields["category"] == "question")
    #expect(document.fields["smartReplyDraft"] == nil)
    #expect(document.fields["opportunityScore"] == nil)
    #expect(document.fields["faqMatch"] == nil)
  }

  @Test func preferencesAreKept() async throws {
    let server = server()
    let ann = try await Phone("ann", MemoryRemoteStore(server))
    let bob = try await Phone("bob", MemoryRemoteStore(server))
    let conversation = try await ann.mailbox.start(with: [Contact(id: "bob")])
    try await ann.mailbox.send("Where are you?", to: conversation)
    try await ann.sync()
    try await bob.sync()
    try await bob.ledger.append([
      Mutation(
        .upsert, kind: User.kind, id: "bob",
        set: [
          "aiPreferences": [
            "categorizes": false, "readsSentiment": true, "scoresOpportunities": false, "matchesFAQs": true,
            "draftsReplies": false,
          ]
        ])
    ])
    _ = try await bob.mailbox.analyze(by: RuleAnalyzer())
    let item = try #require(try await bob.mailbox.messages(in: conversation).first)
    #expect(item.category == nil)
    #expect(item.sentiment == .neutral)
    #expect(item.opportunityScore == nil)
    #expect(item.smartReplyDraft == nil)
  }
}
