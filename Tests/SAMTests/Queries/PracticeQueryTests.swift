import Daybook
import Testing

@testable import SAM

/// Consents, products, coverage, responsibilities, joint interests, notes.
@Suite struct PracticeQueryTests {
  @Test func consentsTheFirstDueFirst() async throws {
    let ledger = try await Practice().ledger
    let consents = try await ledger.sam.consents()
    #expect(consents.items.map(\.id) == ["q3", "q2", "q1"])
    #expect(consents.items.map { $0.isOverdue(before: Practice.start) } == [true, false, false])
    #expect(consents.items[1].context?.name == "The Lees")
    #expect(consents.items[0].product?.name == "Term Life 20")
  }

  @Test(arguments: [false, true]) func consentsFiltered(aroundAnn: Bool) async throws {
    let ledger = try await Practice().ledger
    func found(_ change: (inout ConsentFilter) -> Void) async throws -> [Ref<ConsentRequirement>] {
      var filter = ConsentFilter()
      if aroundAnn { filter.person = "ann" }
      change(&filter)
      return try await ledger.sam.consents(filter).items.map(\.id)
    }
    #expect(try await found { $0.status = nil } == ["q4", "q3", "q2", "q1"])
    #expect(try await found { $0.status = .granted } == ["q4"])
    #expect(try await found { $0.dueBefore = Practice.day(30) } == ["q3"])
    #expect(try await found { $0.dueBefore = Practice.day(31) } == ["q3", "q2"])
    #expect(try await found { $0.context = "lees" } == ["q2"])
    #expect(try await found { $0.product = "term" } == ["q3"])
    #expect(try await found { $0.product = "home" } == [])
  }

  @Test func whatIsGrantedIsNeverOverdue() async throws {
    var filter = ConsentFilter()
    filter.status = .granted
    let granted = try await Practice().ledger.sam.consents(filter).items
    #expect(granted.map { $0.isOverdue(before: Practice.day(100)) } == [false])
  }

  @Test func productsWithWhoIsCovered() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.products().items.map(\.name) == ["Homeowners", "Term Life 20"])
    #expect(try await ledger.sam.products(type: .life).items.map(\.id) == ["term"])
    #expect(try await ledger.sam.products(of: "lees", type: .homeowners).items.map(\.id) == ["home"])
    #expect(try await ledger.sam.products(of: "sons").items.isEmpty)
    let term = try #require(try await ledger.sam.products(type: .life).items.first)
    #expect(term.coverages.map(\.person?.name) == ["Ann Lee", "Ann Lee", "Ben Lee"])
    #expect(term.issuedDate == Practice.day(-300))
  }

  @Test func whoIsCoveredByWhat() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.coverages().items.map(\.id) == ["c4", "c1", "c2", "c3"])
    #expect(try await ledger.sam.coverages(of: "ann").items.map(\.id) == ["c1", "c2", "c4"])
    #expect(try await ledger.sam.coverages(by: "term").items.map(\.id) == ["c1", "c2", "c3"])
    #expect(try await ledger.sam.coverages(of: "ann", by: "home").items.map(\.role) == [.insured])
  }

  @Test func responsibilitiesBothWays() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.responsibilities().map(\.id) == ["r1"])
    #expect(try await ledger.sam.responsibilities(includingEnded: true).map(\.id) == ["r1", "r2"])
    #expect(try await ledger.sam.responsibilities(of: "ann", includingEnded: true).map(\.id) == ["r1", "r2"])
    #expect(try await ledger.sam.responsibilities(of: "mia").map(\.reason) == ["minor"])
  }

  @Test func jointInterestsOfAPersonAndAll() async throws {
    let ledger = try await Practice().ledger
    for person in [Ref<Person>("ann"), "ben"] {
      #expect(try await ledger.sam.jointInterests(of: person).map(\.description) == ["Joint account"])
    }
    #expect(try await ledger.sam.jointInterests(of: "mia").isEmpty)
    #expect(try await ledger.sam.jointInterests().first?.members.map(\.name) == ["Ann Lee", "Ben Lee"])
  }

  @Test func notesNewestFirst() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.notes(about: Ref<Person>("ann")).map(\.id) == ["n2", "n1"])
    #expect(try await ledger.sam.notes(about: Ref<Context>("lees")).map(\.id) == ["n3"])
    #expect(try await ledger.sam.notes(about: Ref<Person>("ben")).isEmpty)
    #expect(try await ledger.sam.notes(about: Ref<Context>("lees")).first?.createdAt != nil)
  }

  @Test func aNoteWithItsLatestAnalysis() async throws {
    let ledger = try await Practice().ledger
    try await ledger.commit(by: "test") { batch in
      for (id, day, topic) in [("a1", -2, "old"), ("a2", -1, "insurance")] {
        try batch.upsert(
          AnalysisArtifact(id: Ref(id)) { artifact in
            (artifact.sourceNote, artifact.analyzedAt) = ("n1", Practice.day(day))
            (artifact.topicsJSON, artifact.actions) = ("[\"\(topic)\"]", ["call about \(topic)"])
          })
      }
    }
    let notes = try await ledger.sam.notes(about: Ref<Person>("ann"))
    #expect(notes.map(\.topics) == [[], ["insurance"]])
    #expect(notes.map(\.actions) == [[], ["call about insurance"]])
  }

  @Test func aPieceOfEvidencesPage() async throws {
    let ledger = try await Practice().ledger
    let page = try #require(try await ledger.sam.evidencePage("e6"))
    #expect(page.summary.people.map(\.name) == ["Ann Lee"])
    #expect(page.proposals.map(\.status) == [.pending, .rejected])
    #expect(page.sourceUID == "eventkit:6")
    #expect(try await ledger.sam.evidencePage("e0")?.insights.map(\.id) == ["i2", "i3", "i1"])
    #expect(try await ledger.sam.evidencePage("e9") == nil)
  }

  @Test func somePeopleByTheirIDs() async throws {
    let people = try await Practice().ledger.sam.people(["ann", "zoe", "never"])
    #expect(people.mapValues(\.name) == ["ann": "Ann Lee", "zoe": "Zoe Gone"])
  }
}
