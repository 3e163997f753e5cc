import Daybook
import DaybookProviders
import Testing

@testable import SAM

struct ModelInsightsTests {
  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.sam])
    _ = try await ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Lee"]),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "1", set: ["title": "Lunch: very secret"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "1", rel: "linkedPeople", to: "ann"),
    ])
    return ledger
  }

  @Test func aModelWritesTheMessageOnceForTheSameFacts() async throws {
    let ledger = try await Self.ledger()
    let provider = ScriptedProvider(.success(#"{"message":" Ann had\nlunch. ","more":1}"#))
    let generator = InsightGenerator(ledger: ledger, writer: ModelInsights(provider))
    try await generator.generate()
    let found = try #require(try await ledger.fetch(Insight.self).first)
    #expect(found.message == "Ann had lunch.")
    #expect(found.generatedBy == "small")
    // It hears names and counts, and nothing of what the evidence says.
    #expect(provider.asked.count == 1)
    #expect(provider.asked.first?.user.contains("Ann Lee") == true)
    #expect(provider.asked.first?.user.contains("secret") == false)
    // The message stands while its evidence does, whoever looks.
    #expect(try await InsightGenerator(ledger: ledger).generate().events == 0)
    #expect(
      try await InsightGenerator(ledger: ledger, writer: ModelInsights(provider)).generate().events == 0)
    #expect(provider.asked.count == 1)
    // Unless somebody wants it written by another.
    try await InsightGenerator(ledger: ledger).generate(rewrites: true)
    #expect(try await ledger.fetch(Insight.self).first?.generatedBy == "rules")
  }

  @Test(arguments: [
    "", "Ann had lunch.", "[]", "{}", #"{"message":5}"#, #"{"message":" "}"#, #"{"message":null}"#,
    #"{"message":"\#(String(repeating: "x", count: 1001))"}"#,
  ])
  func whatIsNoMessageIsNotWrittenAndTriedAgain(answer: String) async throws {
    let ledger = try await Self.ledger()
    let provider = ScriptedProvider(.success(answer))
    let generator = InsightGenerator(ledger: ledger, writer: ModelInsights(provider))
    let failed = try await generator.generate()
    #expect(failed.failed == 1)
    #expect(failed.events == 0)
    #expect(failed.failure?.contains("small answered") == true)
    #expect(try await ledger.fetch(Insight.self).isEmpty)
    provider.answer(.success(#"{"message":"Yes."}"#))
    #expect(try await generator.generate().created == 1)
  }

  @Test func whoIsUnreachableHoldsNobodyUp() async throws {
    let provider = ScriptedProvider(.failure(LedgerError(.unreachable, "nobody there")))
    let generator = InsightGenerator(ledger: try await Self.ledger(), writer: ModelInsights(provider))
    #expect(try await generator.generate().failure == "nobody there")
  }
}
