import Daybook
import Foundation
import Testing

@testable import SAM

/// What has happened, and what is to come, at a given moment.
@Suite struct MomentTests {
  private let ledger: Ledger

  private static func instant(_ day: String) -> Instant { Instant("\(day)T12:00:00.000Z")! }

  /// Evidence on the first of three months, with the ledger's clock between the second and the third.
  init() async throws {
    var options = LedgerOptions()
    options.now = { Self.instant("2026-11-23") }
    ledger = try Ledger.inMemory(systems: [.sam], options: options)
    let signals: JSONValue = [["kind": "interaction", "confidence": 0.5, "reason": "x"]]
    var mutations = [
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Lee"])
    ]
    for day in ["2026-10-01", "2026-11-01", "2026-12-23"] {
      let set: JSONObject = [
        "title": .string(day), "occurredAt": .string("\(day)T10:00:00.000Z"), "signals": signals,
      ]
      mutations.append(Mutation(.upsert, kind: "sam.evidenceItem", id: day, set: set))
      mutations.append(
        Mutation(.link, kind: "sam.evidenceItem", id: day, rel: "linkedPeople", to: "ann"))
    }
    try await ledger.append(mutations)
  }

  @Test func whatIsToComeIsNotRecent() async throws {
    let ann = try #require(try await ledger.get(Ref<Person>("ann")))
    #expect(ann.recentInteractions.map(\.title) == ["2026-11-01", "2026-10-01"])
    #expect(ann.upcomingInteractionsCount == 1)
    let page = try #require(try await ledger.sam.personPage("ann"))
    #expect(page.recentInteractions.map(\.title) == ["2026-11-01", "2026-10-01"])
    #expect(page.upcomingInteractionsCount == 1)
  }

  /// A day is of no zone: it begins with the day of those who read, in counts, filters, timelines and insights.
  @Test(arguments: [(0, 1), (-8, 0), (10, 1)] as [(Int64, Int)])
  func whatTakesAWholeDayBeginsWithTheDayHere(_ hoursEast: Int64, _ held: Int) async throws {
    var options = LedgerOptions()
    options.zone = .fixed(seconds: hoursEast * 3600)
    options.now = { Instant("2026-11-24T04:00:00.000Z")! }
    let ledger = try Ledger.inMemory(systems: [.sam], options: options)
    let signals: JSONValue = [["kind": "interaction", "confidence": 0.5, "reason": "x"]]
    try await ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Lee"]),
      Mutation(
        .upsert, kind: "sam.evidenceItem", id: "fair",
        set: [
          "title": "Fair", "occurredAt": "2026-11-24T00:00:00.000Z", "occurredOn": "2026-11-24",
          "signals": signals,
        ]),
      Mutation(.link, kind: "sam.evidenceItem", id: "fair", rel: "linkedPeople", to: "ann"),
    ])
    let ann = try #require(try await ledger.get(Ref<Person>("ann")))
    #expect(ann.recentInteractions.count == held && ann.upcomingInteractionsCount == 1 - held)
    try await InsightGenerator(ledger: ledger).generate()
    let insight = try #require(try await ledger.fetch(Insight.self).first)
    #expect(insight.message.contains("to come") == (held == 0), "\(insight.message)")
    for (day, isThere) in [("2026-11-23", false), ("2026-11-24", true), ("2026-11-25", false)] {
      let day = try #require(CivilDay(day))
      var filter = EvidenceFilter()
      filter.from = Date(options.zone.start(of: day))
      filter.through = Date(options.zone.start(of: day)).addingTimeInterval(86_399)
      #expect(try await ledger.sam.evidence(filter, in: options.zone).total == (isThere ? 1 : 0))
      let timeline = try await ledger.sam.timeline(
        of: Ref<Person>("ann"), since: filter.from, until: filter.through, in: options.zone)
      #expect(timeline.items.contains { $0.id == "fair" } == isThere)
    }
  }

  @Test func theMomentIsAnArgumentOfTheQuery() async throws {
    func counts(_ cut: Cut) async throws -> [Int] {
      let ann = try #require(try await ledger.get(Ref<Person>("ann"), at: cut))
      return [ann.recentInteractions.count, ann.upcomingInteractionsCount]
    }
    #expect(try await counts(.now.viewed(at: Self.instant("2026-10-15"))) == [1, 2])
    #expect(try await counts(.now.viewed(at: Self.instant("2027-01-01"))) == [3, 0])
    #expect(try await counts(.now) == [2, 1])
    // As of a time that has passed, the moment is that time; what is to come has not happened as of later either.
    #expect(try await counts(.asOf(Self.instant("2026-12-24"))) == [2, 1])
    #expect(
      try await counts(.asOf(Self.instant("2026-12-24")).viewed(at: Self.instant("2026-11-23"))) == [2, 1])
  }

  @Test func insightsTellWhatIsToComeApart() async throws {
    try await InsightGenerator(ledger: ledger).generate()
    let insight = try #require(try await ledger.fetch(Insight.self).first)
    #expect(
      insight.message
        == "2 interactions with Ann Lee, the last time on 1 November 2026; 1 more to come, on 23 December 2026"
    )
    #expect(insight.interactionsCount == 2 && insight.upcomingInteractionsCount == 1)
    #expect(try await InsightGenerator(ledger: ledger).generate().events == 0)
  }

  @Test func aGroupThatIsAllToCome() {
    func message(_ kind: InsightKind, _ days: [String]) -> String {
      RuleInsights().message(
        for: InsightGroup(
          kind: kind, personName: "Ann", contextName: nil,
          members: days.map {
            .init(evidence: Ref($0), occurredAt: Self.instant($0), confidence: 0.5)
          }, now: Self.instant("2026-11-23")))
    }
    #expect(
      message(.recentInteraction, ["2026-12-23"]) == "1 interaction with Ann to come, on 23 December 2026")
    #expect(
      message(.lifeEvent, ["2026-12-23", "2026-12-24"])
        == "A life event of Ann is to come up twice, the first time on 23 December 2026")
  }
}
