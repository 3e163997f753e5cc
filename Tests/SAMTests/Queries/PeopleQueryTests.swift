import Daybook
import Testing

@testable import SAM

/// Lists and pages of people and contexts.
@Suite struct PeopleQueryTests {
  @Test func peopleComeByNameWithWhatTheSeedAsksFor() async throws {
    let ledger = try await Practice().ledger
    let people = try await ledger.sam.people()
    #expect(people.items.map(\.name) == ["Ann Lee", "Ben Lee", "Mía Lee"])
    #expect(people.total == 3)
    let ann = try #require(people.items.first)
    #expect(ann.email == "Ann.Lee@example.com")
    #expect(ann.contextCount == 2)
    #expect(ann.consentAlertsCount == 3)
    #expect(ann.reviewAlertsCount == 4)
    #expect(ann.roles == [.client])
  }

  @Test func archivedPeopleOnlyWhereAskedFor() async throws {
    let ledger = try await Practice().ledger
    #expect(
      try await ledger.sam.people(includingArchived: true).items.map(\.id) == [
        "ann", "ben", "mia", "zoe",
      ])
  }

  @Test(arguments: [
    ("lee", ["ann", "ben", "mia"]), ("LEE Ann", ["ann"]), ("mia", ["mia"]), ("example.com ben", ["ben"]),
    ("nobody", []), ("  ", ["ann", "ben", "mia"]),
  ])
  func peopleByWords(_ text: String, _ found: [Ref<Person>]) async throws {
    #expect(try await Practice().ledger.sam.people(matching: text).items.map(\.id) == found)
  }

  @Test func limitAndOffsetCutAListAndSayHowLongItIs() async throws {
    let ledger = try await Practice().ledger
    let second = try await ledger.sam.people(limit: 1, offset: 1)
    #expect(second.items.map(\.id) == ["ben"])
    #expect(second.total == 3)
    #expect(try await ledger.sam.people(limit: 0).items.isEmpty)
  }

  @Test func whoHasNoNameIsCalledByTheMailOrTheID() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit(by: "test") { batch in
      try batch.upsert(Person(id: "a") { ($0.displayNameCache, $0.emailCache) = (" ", "a@x") })
      try batch.upsert(Person(id: "b"))
    }
    #expect(Set(try await ledger.sam.people().items.map(\.name)) == ["a@x", "b"])
  }

  @Test func aPersonsPage() async throws {
    let practice = try await Practice()
    let page = try #require(try await practice.ledger.sam.personPage("ann"))
    #expect(page.summary.name == "Ann Lee")
    #expect(page.emails == ["Ann.Lee@example.com"])
    #expect(page.participations.map(\.id) == ["p2", "p3"])
    #expect(page.participations.map(\.contextKind) == [.household, .business])
    #expect(page.participations[0].roles == [.client, .primaryInsured])
    #expect(page.participations.map(\.endDate) == [nil, Practice.day(-100)])
    #expect(page.coverages.map(\.id) == ["c1", "c2", "c4"])
    #expect(page.coverages[0].productType == .life)
    #expect(page.coverages[0].productStatus == "Active")
    #expect(page.coverages[0].context?.name == "The Lees")
    #expect(page.responsibleFor.map(\.dependent?.name) == ["Mía Lee"])
    #expect(page.dependentOf.map(\.guardian?.name) == ["Ben Lee"])
    #expect(page.jointInterests.map(\.members.count) == [2])
    #expect(page.jointInterests.first?.products.map(\.name) == ["Homeowners"])
    #expect(page.pendingConsents.map(\.id) == ["q3", "q2", "q1"])
    #expect(page.openInsights.map(\.id) == ["i2", "i1"])
    #expect(page.recentInteractions.map(\.title) == (3...7).reversed().map { "Meeting \($0)" })
    #expect(page.recentNotes.map(\.id) == ["n2", "n1"])
  }

  @Test func aPageIsGoneWithItsEntity() async throws {
    let ledger = try await Practice().ledger
    try await ledger.commit(by: "test") { batch in
      batch.delete(Ref<Person>("ann"))
      batch.delete(Ref<Context>("sons"))
    }
    #expect(try await ledger.sam.personPage("ann") == nil)
    #expect(try await ledger.sam.contextPage("sons") == nil)
    #expect(try await ledger.sam.personPage("never") == nil)
    let page = try #require(try await ledger.sam.contextPage("lees"))
    #expect(page.participations.map(\.person?.name) == [nil, "Ben Lee"])
    #expect(page.openInsights.isEmpty)
  }

  @Test func aContextsPage() async throws {
    let page = try #require(try await Practice().ledger.sam.contextPage("lees"))
    #expect(page.summary.participantCount == 2)
    #expect(page.summary.productCount == 2)
    #expect(page.summary.followUpAlertCount == 1)
    #expect(page.participations.map(\.person?.name) == ["Ann Lee", "Ben Lee"])
    #expect(page.products.map(\.name) == ["Term Life 20", "Homeowners"])
    #expect(page.products[0].coverages.map(\.role) == [.owner, .insured, .beneficiary])
    #expect(page.products[0].coverages.map(\.survivorshipRights) == [false, false, true])
    #expect(page.products.map(\.pendingConsentCount) == [1, 0])
    #expect(page.pendingConsents.map(\.id) == ["q2"])
    #expect(page.openInsights.map(\.id) == ["i2", "i1"])
    #expect(page.recentInteractions.map(\.title) == ["Meeting 1", "Meeting 0"])
    #expect(page.recentNotes.map(\.content) == ["Visit"])
  }

  @Test func contextsByNameAndKind() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.contexts().items.map(\.id) == ["sons", "lees"])
    #expect(try await ledger.sam.contexts(matching: "the LEES").items.map(\.id) == ["lees"])
    #expect(try await ledger.sam.contexts(kind: .business).items.map(\.id) == ["sons"])
  }

  @Test func participationsOfAPersonInAContext() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.participations(of: "ann").map(\.id) == ["p2"])
    #expect(try await ledger.sam.participations(of: "ann", includingEnded: true).map(\.id) == ["p2", "p3"])
    #expect(try await ledger.sam.participations(of: "ann", in: "sons").isEmpty)
    #expect(try await ledger.sam.participations(in: "lees").map(\.id) == ["p2", "p1"])
    #expect(try await ledger.sam.participations().count == 2)
  }

  @Test func thePersonWithAnIdentifierOfTheAddressBook() async throws {
    let ledger = try await Practice().ledger
    #expect(try await ledger.sam.person(contactIdentifier: "contacts:ann")?.id == "ann")
    #expect(try await ledger.sam.person(contactIdentifier: "contacts:nobody") == nil)
  }

  @Test func aPageOfThePast() async throws {
    let ledger = try await Practice().ledger
    let before = Instant(milliseconds: 0)
    #expect(try await ledger.sam.personPage("ann", at: .asOf(before)) == nil)
  }
}
