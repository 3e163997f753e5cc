import Daybook
import Testing

@testable import SAM

struct InsightGeneratorTests {
  private let ledger: Ledger
  private let generator: InsightGenerator

  init() throws {
    ledger = try Ledger.inMemory(systems: [.sam])
    generator = InsightGenerator(ledger: ledger)
  }

  private static let lunch: JSONValue = [["kind": "interaction", "confidence": 0.5, "reason": "x"]]

  /// Evidence on a day of March 2026, linked to a person and perhaps a context.
  private func evidence(
    _ id: String, _ person: String? = "ann", context: String? = nil, day: Int = 3, signals: JSONValue = lunch
  ) async throws {
    let date = "2026-03-\(day < 10 ? "0" : "")\(day)T10:00:00.000Z"
    var mutations = [
      Mutation(
        .upsert, kind: "sam.evidenceItem", id: id, set: ["occurredAt": .string(date), "signals": signals])
    ]
    for (relation, target) in [("linkedPeople", person), ("linkedContexts", context)] {
      guard let target else { continue }
      mutations.append(Mutation(.link, kind: "sam.evidenceItem", id: id, rel: relation, to: target))
    }
    _ = try await ledger.append(mutations)
  }

  private func people() async throws {
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "ann") { $0.displayNameCache = "Ann Lee" })
      try batch.upsert(Person(id: "bob") { $0.displayNameCache = "Bob" })
      try batch.upsert(Context(id: "home") { $0.name = "Home" })
    }
  }

  private func insights() async throws -> [Insight] {
    try await ledger.fetch(Insight.self).sorted { $0.message < $1.message }
  }

  @Test func groupsByPersonContextAndKind() async throws {
    try await people()
    let two: JSONValue = [
      ["kind": "interaction", "confidence": 0.5, "reason": "x"],
      ["kind": "followUp", "confidence": 0.25, "reason": "y"],
    ]
    try await evidence("1")
    try await evidence("2", day: 5, signals: two)
    try await evidence("3", context: "home")
    try await evidence("4", "bob")
    try await evidence("5", nil, signals: [["kind": "odd", "confidence": 1, "reason": "z"]])
    try await evidence("6", signals: [])
    let summary = try await generator.generate()
    #expect(summary.created == 5)
    #expect(summary.examined == 6)
    let found = try await insights()
    #expect(
      found.map(\.message) == [
        "1 interaction with Ann Lee (Home), on 3 March 2026", "1 interaction with Bob, on 3 March 2026",
        "2 interactions with Ann Lee, the last time on 5 March 2026",
        "Something to get back to Ann Lee about came up once, on 5 March 2026",
        "odd came up once with people who are not linked yet, on 3 March 2026",
      ])
    #expect(found.map(\.confidence) == [0.5, 0.5, 0.75, 0.25, 0.99])
    #expect(found.map(\.basedOnEvidence) == [["3"], ["4"], ["1", "2"], ["2"], ["5"]])
    #expect(found.map { $0.samPerson?.rawValue } == ["ann", "bob", "ann", "ann", nil])
    #expect(found.map { $0.samContext?.rawValue } == ["home", nil, nil, nil, nil])
    #expect(
      found.map(\.kind) == [.recentInteraction, .recentInteraction, .recentInteraction, .followUp, "odd"])
    #expect(found.allSatisfy { $0.generatedBy == "rules" })
  }

  @Test func runningAgainAddsNothing() async throws {
    try await people()
    for number in 1...5 { try await evidence("\(number)", day: number) }
    #expect(try await generator.generate().events == 6)
    #expect(try await generator.generate() == GenerationSummary())
    // Another one looks at everything and finds the same.
    let other = try await InsightGenerator(ledger: ledger).generate()
    #expect(other.events == 0)
    #expect(other.examined == 5)
  }

  /// Also of somebody whom nobody has made yet: the links lead to an id alone.
  @Test(arguments: ["ann", "nobody yet"])
  func whatCameWhileItWasDeletedCountsOnceItIsRestored(person: String) async throws {
    try await people()
    try await evidence("1", person)
    try await generator.generate()
    let id = try #require(try await insights().first).id
    try await ledger.commit { $0.delete(id) }
    try await evidence("2", person)
    #expect(try await generator.generate().events == 0)
    try await ledger.commit { $0.restore(id) }
    try await generator.generate()
    #expect(try await insights().map(\.basedOnEvidence) == [["1", "2"]])
  }

  @Test func twoMachinesMakeOneInsight() async throws {
    try await people()
    try await evidence("1")
    try await generator.generate()
    let other = try Ledger.inMemory(systems: [.sam])
    _ = try await other.append([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: [:]),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "9", set: ["signals": Self.lunch]),
      Mutation(.link, kind: "sam.evidenceItem", id: "9", rel: "linkedPeople", to: "ann"),
    ])
    try await InsightGenerator(ledger: other).generate()
    #expect(try await other.fetch(Insight.self).map(\.id) == insights().map(\.id))
  }

  @Test func onlyWhatChangedIsLookedAt() async throws {
    try await people()
    for number in 1...9 { try await evidence("\(number)", number < 4 ? "ann" : "bob", day: number) }
    try await generator.generate()
    // Ann's three and the new one; then, of her name, her four.
    try await evidence("10", day: 20)
    var summary = try await generator.generate()
    #expect(summary.examined == 4)
    #expect(summary.changed == 1)
    #expect(summary.events == 2)
    #expect(
      try await insights().map(\.message).first
        == "4 interactions with Ann Lee, the last time on 20 March 2026")
    _ = try await ledger.append([
      Mutation(.upsert, kind: "sam.person", id: "ann", set: ["displayNameCache": "Ann Smith"])
    ])
    summary = try await generator.generate()
    #expect(summary.examined == 4)
    #expect(summary.events == 1)
    // What says nothing new is looked at and writes nothing.
    _ = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "1", set: ["state": "done"])
    ])
    summary = try await generator.generate()
    #expect(summary.examined == 4)
    #expect(summary.events == 0)
    #expect(try await generator.generate().examined == 0)
  }

  @Test func whatNoLongerSpeaksIsUnlinkedAndMayReturn() async throws {
    try await people()
    for number in 1...4 { try await evidence("\(number)", day: number) }
    try await generator.generate()
    let id = try #require(try await insights().first).id
    // One is relinked, one loses its signal, one is pruned by its source, one is deleted.
    _ = try await ledger.append([
      Mutation(.unlink, kind: "sam.evidenceItem", id: "1", rel: "linkedPeople", to: "ann"),
      Mutation(.link, kind: "sam.evidenceItem", id: "1", rel: "linkedPeople", to: "bob"),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "2", set: ["signals": []]),
    ])
    try await generator.generate()
    #expect(try await ledger.get(id)?.basedOnEvidence == ["3", "4"])
    var pruned = Mutation(.sync, kind: "sam.evidenceItem", id: "3")
    pruned.present = false
    _ = try await ledger.append([pruned])
    try await generator.generate()
    #expect(try await ledger.get(id)?.basedOnEvidence == ["4"])
    #expect(try await ledger.get(id)?.confidence == 0.5)
    try await ledger.commit { $0.delete(Ref<EvidenceItem>("4")) }
    #expect(try await generator.generate().removed == 1)
    #expect(try await ledger.get(id) == nil)
    #expect(try await generator.generate().events == 0)
    try await ledger.commit { $0.restore(Ref<EvidenceItem>("4")) }
    pruned.present = true
    _ = try await ledger.append([pruned])
    try await generator.generate()
    #expect(try await ledger.get(id)?.basedOnEvidence == ["3", "4"])
  }

  @Test func dismissedGathersAndStaysDismissedDeletedStaysDeleted() async throws {
    try await people()
    try await evidence("1")
    try await evidence("2", "bob")
    try await generator.generate()
    let (ann, bob) = (try await insights()[0].id, try await insights()[1].id)
    try await ledger.commit {
      $0.dismiss(ann)
      $0.delete(bob)
    }
    try await evidence("3", day: 9)
    try await evidence("4", "bob", day: 9)
    try await generator.generate()
    var found = try #require(try await ledger.get(ann))
    #expect(found.dismissedAt != nil)
    #expect(found.basedOnEvidence == ["1", "3"])
    #expect(try await ledger.get(bob) == nil)
    try await ledger.commit {
      $0.restore(ann)
      $0.restore(bob)
    }
    // What came while it was deleted is gathered when it is back.
    try await generator.generate()
    found = try #require(try await ledger.get(ann))
    #expect(found.dismissedAt == nil)
    #expect(try await ledger.get(bob)?.basedOnEvidence == ["2", "4"])
  }

  @Test func whatIsMadeByHandIsNeverTouched() async throws {
    try await people()
    try await evidence("1")
    try await evidence("2", "bob")
    try await generator.generate()
    let made = Insight { ($0.samPerson, $0.kind, $0.message) = ("ann", .recentInteraction, "by hand") }
    // And one made his own: about somebody else than its evidence.
    let (ann, bob) = (try await insights()[0].id, try await insights()[1].id)
    try await ledger.commit { batch in
      try batch.upsert(made)
      try batch.link(made.id, \.basedOnEvidence, to: "2")
      try batch.link(bob, \.samPerson, to: "ann")
    }
    try await ledger.commit { $0.delete(Ref<EvidenceItem>("2")) }
    try await evidence("3", "bob", day: 8)
    try await evidence("4", day: 8)
    #expect(try await generator.generate().changed == 1)
    #expect(try await ledger.get(ann)?.basedOnEvidence == ["1", "4"])
    #expect(try await ledger.get(made.id)?.message == "by hand")
    #expect(try await ledger.get(bob)?.message == "1 interaction with Bob, on 3 March 2026")
    #expect(try await InsightGenerator(ledger: ledger).generate().events == 0)
  }

  @Test func manyInsightsGoInSeveralCommits() async throws {
    var mutations: [Mutation] = []
    for number in 0..<1500 {
      let id = "\(number)"
      mutations.append(Mutation(.upsert, kind: "sam.evidenceItem", id: id, set: ["signals": Self.lunch]))
      mutations.append(
        Mutation(.link, kind: "sam.evidenceItem", id: id, rel: "linkedPeople", to: "p\(number)"))
    }
    _ = try await ledger.append(mutations)
    let summary = try await generator.generate()
    #expect(summary.events == 3000)
    #expect(summary.commits == 2)
    #expect(try await generator.generate() == GenerationSummary())
  }
}
