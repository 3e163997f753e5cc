import Daybook
import Testing

@testable import SAM

/// Evidence and insights.
@Suite struct EvidenceQueryTests {
  @Test func whatNeedsReviewNewestFirst() async throws {
    let ledger = try await Practice().ledger
    let inbox = try await ledger.sam.evidence()
    #expect(inbox.items.map(\.id) == ["e6", "e4", "e2", "e0"])
    #expect(inbox.items[0].people == [Mention(id: "ann", name: "Ann Lee")])
    #expect(inbox.items[0].pendingProposals.map(\.displayName) == ["Ben Lee"])
    #expect(inbox.items[3].contexts.map(\.name) == ["The Lees"])
    let page = try await ledger.sam.evidence(limit: 2, offset: 1)
    #expect(page.items.map(\.id) == ["e4", "e2"])
    #expect(page.total == 4)
  }

  @Test func evidenceOfAStateAndASource() async throws {
    let ledger = try await Practice().ledger
    #expect(
      try await ledger.sam.evidence(state: .done, source: .calendar).items.map(\.id) == ["e5", "e3", "e1"])
    #expect(try await ledger.sam.evidence(state: nil, source: .mail).items.map(\.id) == ["e7", "e6"])
    #expect(try await ledger.sam.evidence(state: nil).total == 8)
    #expect(try await ledger.sam.evidence(state: "later").total == 0)
  }

  @Test func evidenceByItsNameInTheSource() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.evidence(sourceUID: "eventkit:3")?.title == "Meeting 3")
    #expect(try await ledger.sam.evidence(sourceUID: "eventkit:9") == nil)
    #expect(try await ledger.sam.reviewItem("e3")?.state == .done)
    #expect(try await ledger.sam.reviewItem("e9") == nil)
  }

  @Test func evidenceWithinAWindowBoundsIncluded() async throws {
    let ledger = try await Practice().ledger
    let found = try await ledger.sam.evidence(
      from: Practice.day(-18), through: Practice.day(-14), source: .calendar)
    #expect(found.map(\.id) == ["e2", "e3", "e4", "e5"])
  }

  @Test func idsCrossActorsAndAreFetchedThere() async throws {
    let ledger = try await Practice().ledger
    let ids = try await ledger.sam.evidenceIDs()
    #expect(Set(ids.map(\.rawValue)) == Set((0..<8).map { "e\($0)" }))
    let titles = try await withThrowingTaskGroup(of: String?.self) { group in
      for id in ids { group.addTask { try await ledger.get(id)?.title } }
      return try await group.reduce(into: Set<String>()) { titles, title in
        if let title { titles.insert(title) }
      }
    }
    #expect(titles == Set((0..<8).map { "Meeting \($0)" }))
  }

  @Test func openInsightsTheMostCertainFirst() async throws {
    let ledger = try await Practice().ledger
    let open = try await ledger.sam.insights()
    #expect(open.items.map(\.id) == ["i2", "i1"])
    #expect(open.items[0].interactionsCount == 1)
    #expect(open.items[0].person?.name == "Ann Lee")
    #expect(try await ledger.sam.insights(limit: 1, offset: 1).items.map(\.id) == ["i1"])
  }

  @Test(arguments: [false, true]) func insightsFiltered(aroundAnn: Bool) async throws {
    let ledger = try await Practice().ledger
    func found(_ change: (inout InsightFilter) -> Void) async throws -> [Ref<Insight>] {
      var filter = InsightFilter()
      if aroundAnn { filter.person = "ann" }
      change(&filter)
      return try await ledger.sam.insights(filter).items.map(\.id)
    }
    #expect(try await found { $0.dismissal = .dismissed } == ["i3"])
    #expect(try await found { $0.dismissal = .any } == ["i2", "i3", "i1"])
    #expect(try await found { $0.kind = .followUp } == ["i1"])
    #expect(try await found { $0.minimumConfidence = 0.9 } == ["i2"])
    #expect(try await found { $0.context = "lees" } == ["i2", "i1"])
    #expect(try await found { $0.context = "sons" } == [])
  }

  @Test func theInsightOfAPersonAContextAndAKind() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.insight(about: "ann", in: "lees", kind: .lifeEvent)?.id == "i2")
    #expect(try await ledger.sam.insight(about: "ann", in: nil, kind: .productOpportunity)?.id == "i3")
    #expect(try await ledger.sam.insight(about: "ann", in: nil, kind: .lifeEvent) == nil)
    #expect(try await ledger.sam.insight(about: "ben", in: "lees", kind: .lifeEvent) == nil)
  }
}
