import Daybook
import DaybookTestSupport
import Testing

@testable import SAM

/// A generator that follows random edits comes to what one comes to that sees only their outcome.
struct GeneratorPropertyTests {
  @Test(.seeded, arguments: 0..<8 as Range<UInt64>)
  func followingEqualsBeginningAnew(round: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ round)
    // The other ledger gets the same edits, and no insights until the end.
    let ledger = try Ledger.seeded(systems: [.sam])
    let other = try Ledger.seeded(systems: [.sam])
    let generator = InsightGenerator(ledger: ledger)
    var refused: Set<String> = []
    for _ in 0..<14 {
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let mutations = Self.edit(&random)
        let first = try? await ledger.append(mutations)
        let second = try? await other.append(mutations)
        #expect((first == nil) == (second == nil), "\(mutations)")
      }
      if Int.random(in: 0..<6, using: &random) == 0 {
        let absorbed = Ref<Person>("p\(Int.random(in: 0..<5, using: &random))")
        let kept = Ref<Person>("p\(Int.random(in: 0..<5, using: &random))")
        _ = try? await ledger.sam.merge(absorbed, into: kept)
        _ = try? await other.sam.merge(absorbed, into: kept)
      }
      try await Self.meddle(ledger, &refused, &random)
      try await generator.generate()
      #expect(try await InsightGenerator(ledger: ledger).generate().events == 0, "followed wrongly")
    }
    try await InsightGenerator(ledger: other).generate()
    let expected = try await Self.insights(other).filter { !refused.contains($0.id) }
    #expect(try await Self.insights(ledger) == expected)
  }

  /// Deletes an insight, restores one or dismisses one, as users do.
  private static func meddle(
    _ ledger: Ledger, _ refused: inout Set<String>, _ random: inout SeededRandom
  ) async throws {
    let insight = try await insights(ledger).randomElement(using: &random)?.id
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      guard let insight else { return }
      try await ledger.commit { $0.delete(Ref<Insight>(insight)) }
      refused.insert(insight)
    case 1:
      guard let id = refused.sorted().randomElement(using: &random) else { return }
      try await ledger.commit { $0.restore(Ref<Insight>(id)) }
      refused.remove(id)
    case 2:
      guard let insight else { return }
      try await ledger.commit { $0.dismiss(Ref<Insight>(insight)) }
    default: return
    }
  }

  private struct Told: Equatable {
    var id: String
    var message: String
    var confidence: Double
    var evidence: Set<String>
  }

  private static func insights(_ ledger: Ledger) async throws -> [Told] {
    try await ledger.fetch(Insight.self).map {
      Told(
        id: $0.id.rawValue, message: $0.message, confidence: $0.confidence,
        evidence: Set($0.basedOnEvidence.map(\.rawValue)))
    }.sorted { $0.id < $1.id }
  }

  private static func edit(_ random: inout SeededRandom) -> [Mutation] {
    let evidence = "e\(Int.random(in: 0..<12, using: &random))"
    let person = "p\(Int.random(in: 0..<5, using: &random))"
    let context = "c\(Int.random(in: 0..<3, using: &random))"
    let links: EventOperation = Int.random(in: 0..<3, using: &random) == 0 ? .unlink : .link
    let deletes: EventOperation = Bool.random(using: &random) ? .delete : .restore
    switch Int.random(in: 0..<12, using: &random) {
    case 0...3:
      let titles = [
        "Lunch", "Wedding of her son", "Follow up: consent", "nothing", "Life insurance quote", "",
      ]
      let title = titles.randomElement(using: &random) ?? ""
      let date = "2026-02-\(Int.random(in: 10...28, using: &random))T10:00:00.000Z"
      return [
        Mutation(
          .upsert, kind: "sam.evidenceItem", id: evidence,
          set: ["title": .string(title), "occurredAt": .string(date)]),
        Mutation(links, kind: "sam.evidenceItem", id: evidence, rel: "linkedPeople", to: person),
      ]
    case 4, 5:
      return [Mutation(links, kind: "sam.evidenceItem", id: evidence, rel: "linkedPeople", to: person)]
    case 6:
      return [Mutation(links, kind: "sam.evidenceItem", id: evidence, rel: "linkedContexts", to: context)]
    case 7:
      var mutation = Mutation(.sync, kind: "sam.evidenceItem", id: evidence)
      mutation.present = Bool.random(using: &random)
      return [mutation]
    case 8: return [Mutation(deletes, kind: "sam.evidenceItem", id: evidence)]
    case 9: return [Mutation(deletes, kind: "sam.person", id: person)]
    case 10: return [Mutation(deletes, kind: "sam.context", id: context)]
    default:
      let name = "Name \(Int.random(in: 0..<4, using: &random))"
      return [
        Mutation(.upsert, kind: "sam.person", id: person, set: ["displayNameCache": .string(name)]),
        Mutation(.upsert, kind: "sam.context", id: context, set: ["name": .string(name)]),
      ]
    }
  }
}
