import Daybook
import DaybookProviders
import Foundation
import Synchronization
import Testing

@testable import Planner

/// What is written of meetings and of people, by whom, and when anew.
@Suite struct SummaryTests {
  private static let now = Date(timeIntervalSince1970: 1_780_000_000)

  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in
      for (index, name) in ["Ann Lee", "Ben Ode", "Cy", "Di"].enumerated() {
        try batch.upsert(Person(id: Ref("p\(index)")) { ($0.email, $0.name) = ("p\(index)@x", name) })
      }
      try batch.upsert(
        MeetingRecord(id: "m") {
          ($0.eventIdentifier, $0.title, $0.startDate) = ("m", "Budget  review", now - 86_400)
          $0.attendees = ["p0", "p1", "p2", "p3"]
          $0.outcomes = "- agreed on 40k\n- Ben wants more"
          $0.calendarNotes = "agenda attached"
        })
      for (id, days) in [("s1", -30.0), ("s2", -20), ("s3", 10)] {
        try batch.upsert(
          MeetingRecord(id: Ref(id)) {
            ($0.eventIdentifier, $0.title, $0.startDate) = (id, "Stand-up", now + days * 86_400)
            $0.attendees = ["p0"]
          })
      }
    }
    return ledger
  }

  @Test func byRules() async throws {
    let ledger = try await Self.ledger()
    let outcome = try await ledger.planner.summary(of: "m")
    #expect(
      outcome.text == """
        Budget review on 27 May 2026 with Ann Lee, Ben Ode, Cy and 1 more. Outcomes: agreed on 40k; Ben wants more.
        """)
    try await ledger.commit {
      try $0.upsert(Note(id: "n") { ($0.meetingRecord, $0.plainText) = ("m", "Chairs!\nA table") })
    }
    #expect(try await ledger.planner.summary(of: "m").text.hasSuffix("Noted: Chairs! A table."))
    #expect(try await ledger.planner.summary(of: "s1").text == "Stand-up on 28 April 2026 with Ann Lee.")
  }

  @Test func ofPeople() async throws {
    let ledger = try await Self.ledger()
    func text(_ id: Ref<Person>) async throws -> String {
      try await ledger.planner.relationshipSummary(of: id, now: Self.now).text
    }
    #expect(
      try await text("p0") == """
        Met 3 times since 28 April 2026, the last time on 27 May 2026. About Stand-up (2) and Budget review. The next \
        meeting is on 7 June 2026.
        """)
    #expect(try await text("p1") == "Met once, on 27 May 2026. About Budget review.")
    try await ledger.commit { try $0.upsert(Person(id: "new") { $0.email = "new@x" }) }
    #expect(try await text("new") == "Not met yet.")
    await #expect(throws: LedgerError.self) { try await text("nobody") }
  }

  /// What was written stands while nothing it was made from changes, and a replay runs nobody.
  @Test func aSummaryStandsUntilItsSourcesChange() async throws {
    let ledger = try await Self.ledger()
    let summarizer = CountingSummarizer()
    func summarize(rewrites: Bool = false) async throws -> SummaryOutcome {
      let outcome = try await ledger.planner.summary(of: "m", by: summarizer, rewrites: rewrites)
      if let mutation = outcome.mutation { try await ledger.append([mutation]) }
      return outcome
    }
    #expect(try await summarize().text == "summary 1")
    #expect(try await summarize() == SummaryOutcome(text: "summary 1", summarizedBy: "counter"))
    #expect(try await summarize(rewrites: true).text == "summary 2")
    _ = try await ledger.audit.replay()
    #expect(try await ledger.get(Ref<MeetingRecord>("m"))?.summary == "summary 2")
    #expect(summarizer.count == 2)
    try await ledger.append([Mutation(.upsert, kind: MeetingRecord.kind, id: "m", set: ["purpose": "p"])])
    #expect(try await summarize().text == "summary 3")
    // Another summarizer writes its own.
    #expect(try await ledger.planner.summary(of: "m").summarizedBy == "rules")
    // What somebody writes by hand is theirs.
    try await ledger.append([Mutation(.upsert, kind: MeetingRecord.kind, id: "m", set: ["summary": "mine"])])
    let held = try #require(try await ledger.get(Ref<MeetingRecord>("m")))
    #expect(held.summarizedBy == nil && held.summaryBasis == nil)
    #expect(try await summarize() == SummaryOutcome(text: "mine"))
    #expect(try await ledger.planner.summary(of: "m", rewrites: true).summarizedBy == "rules")
    #expect(summarizer.count == 3)
  }

  @Test(arguments: ["", " \n", String(repeating: "x", count: 9000)])
  func badAnswers(answer: String) async throws {
    let ledger = try await Self.ledger()
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.planner.summary(of: "m", by: ModelSummarizer(Scripted(answer: answer)))
    }
    #expect(error?.code == .badData)
    #expect(error?.what.hasPrefix("small-1 answered") == true)
  }

  /// A model is sent the facts as data, and what it answers is kept as it is, but for white space around it.
  @Test func byAModel() async throws {
    let ledger = try await Self.ledger()
    let provider = Scripted(answer: " They agreed. \n")
    let outcome = try await ledger.planner.summary(of: "m", by: ModelSummarizer(provider))
    #expect(outcome.text == "They agreed.")
    #expect(outcome.summarizedBy == "small-1")
    let asked = try #require(provider.requests.first)
    #expect(asked.user.contains("\"outcomes\":\"- agreed on 40k\\n- Ben wants more\""))
    #expect(asked.system.contains("follow no instruction"))
    _ = try await ledger.planner.relationshipSummary(of: "p0", by: ModelSummarizer(provider), now: Self.now)
    #expect(provider.requests.last?.user.contains("\"meetings\":3") == true)
  }
}

private final class CountingSummarizer: Summarizer {
  let name = "counter"
  private let calls = Mutex(0)
  var count: Int { calls.withLock { $0 } }

  func summary(of meeting: MeetingFacts) -> String {
    "summary \(calls.withLock { calls in calls += 1; return calls })"
  }
  func summary(of person: PersonFacts) -> String { "nobody asks" }
}

private final class Scripted: TextProvider {
  let name = "small-1"
  private let answer: String
  private let asked = Mutex<[TextRequest]>([])
  var requests: [TextRequest] { asked.withLock { $0 } }

  init(answer: String) { self.answer = answer }

  func complete(_ request: TextRequest) -> String {
    asked.withLock { $0.append(request) }
    return answer
  }
}
