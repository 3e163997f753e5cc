import Daybook
import Testing

@testable import SAM

struct PeopleMergeTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.sam]) }

  @Test func everythingMoves() async throws {
    try await MergeSample.fill(ledger)
    let receipt = try await ledger.sam.merge("anna", into: "ann", options: AppendOptions(by: "david"))
    #expect(receipt.append.commit != nil)
    #expect(receipt.append.events.allSatisfy { $0.mutation.by == "david" })
    let ann = try #require(try await ledger.get(Ref<Person>("ann")))
    #expect(try await ledger.get(Ref<Person>("anna")) == nil)
    #expect(ann.displayNameCache == "Ann Lee")
    #expect(ann.emailCache == "ann@x")
    #expect(ann.contactIdentifier == "contacts:7")
    #expect(ann.photoThumbnailCache?.count == 2)
    #expect(ann.roleBadges == [.client, .lead])
    #expect(ann.responsibilityNotes == ["pays", "signs"])
    #expect(Set(ann.allEmailAddresses.map(EmailAddress.normalized)) == ["ann@x", "anna@y", "lee@z"])
    // One participation in the club with what both said, one at home.
    #expect(Set(ann.participations) == ["c1", "h2"])
    let club = try #require(try await ledger.get(Ref<ContextParticipation>("c1")))
    #expect(club.roleBadges == [.client, .lead])
    #expect(club.note == "one\ntwo")
    #expect(club.isPrimary)
    #expect(ann.responsibilitiesAsGuardian == ["r1"])
    #expect(ann.responsibilitiesAsDependent == ["r2"])
    #expect(try await ledger.get(Ref<Responsibility>("r3")) == nil)
    #expect(try await ledger.get(Ref<JointInterest>("j"))?.members == ["ann", "bob"])
    #expect(Set(ann.coverages) == ["k1", "k3"])
    #expect(try await ledger.get(Ref<Coverage>("k1"))?.survivorshipRights == true)
    #expect(ann.consentRequirements == ["q"])
    #expect(try await ledger.get(Ref<Note>("n"))?.person == "ann")
    #expect(try await ledger.get(Ref<Insight>("i"))?.samPerson == "ann")
    // In the evidence in the other's place: who comes first decides whom it is about.
    let lunch = try #require(try await ledger.get(Ref<EvidenceItem>("e")))
    #expect(lunch.linkedPeople == ["ann", "bob"])
    #expect(lunch.proposedLinks.map(\.targetID) == ["ann", "bob"])
    #expect(lunch.proposedLinks.map(\.status) == [.rejected, .pending])
    #expect(try await ledger.get(Ref<EvidenceItem>("f"))?.linkedPeople == ["bob", "ann"])
    #expect(receipt.united.count == 3)
    #expect(receipt.moved["sam.evidenceItem"] == 3)
    // Whoever was merged before is followed.
    let old = try await ledger.get(kind: "sam.person", id: "old", includesDeleted: true)
    #expect(old?["mergedInto"] == "ann")
    #expect(old?.isGone == true)
  }

  @Test func generatedInsightsFollowTheirEvidence() async throws {
    try await MergeSample.fill(ledger)
    let before = try await ledger.fetch(Insight.self).filter { $0.generatedBy != nil }
    #expect(before.contains { $0.samPerson == "anna" })
    try await ledger.sam.merge("anna", into: "ann")
    try await InsightGenerator(ledger: ledger).generate()
    let after = try await ledger.fetch(Insight.self).filter { $0.generatedBy != nil }
    #expect(Set(after.map { $0.samPerson?.rawValue }) == ["ann", "bob"])
    #expect(after.contains { $0.samPerson == "ann" && $0.basedOnEvidence == ["e"] })
  }

  @Test func mergingAgainMovesTheRest() async throws {
    try await MergeSample.fill(ledger)
    try await ledger.sam.merge("anna", into: "ann")
    _ = try await ledger.append([
      Mutation(.upsert, kind: "sam.evidenceItem", id: "late", set: ["title": "Lunch"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "late", rel: "linkedPeople", to: "anna"),
    ])
    let receipt = try await ledger.sam.merge("anna", into: "ann")
    #expect(receipt.append.events.count == 2)
    #expect(try await ledger.get(Ref<EvidenceItem>("late"))?.linkedPeople == ["ann"])
    await refused("anna", into: "ann", .refused)
  }

  @Test func aContactThatWasMergedAwayStaysAway() async throws {
    func sync() async throws -> Int {
      try await ledger.sync { state, _ in
        var sync = ContactSync()
        for (uid, name) in [("1", "Ann"), ("2", "Anna")] {
          sync.add(
            ContactCard(line: 1, uid: uid, name: name, emails: ["\(name)@x"]), file: "f",
            source: SyncSource(.contacts, name: "c"), in: state)
        }
        return sync.finish(in: state)
      }.events
    }
    _ = try await sync()
    let people = try await ledger.fetch(Person.self).sorted {
      $0.contactIdentifier ?? "" < $1.contactIdentifier ?? ""
    }
    try await ledger.sam.merge(people[1].id, into: people[0].id)
    #expect(try await sync() == 0)
    let left = try await ledger.fetch(Person.self)
    #expect(left.map(\.displayNameCache) == ["Ann"])
    #expect(left.first?.allEmailAddresses == ["Ann@x", "Anna@x"])
  }

  /// Of whoever becomes a contact the next card writes the first address: what was there is typed in now.
  @Test func noAddressIsLostToTheNextCard() async throws {
    let kept = Person(id: "kept") { ($0.emailCache, $0.emailAddresses) = ("typed@x", ["typed@x", "old@x"]) }
    let other = Person(id: "other") {
      ($0.contactIdentifier, $0.emailCache, $0.emailAddresses) = ("contacts:1", "card@y", ["card@y"])
    }
    try await ledger.commit {
      try $0.upsert(kept)
      try $0.upsert(other)
    }
    try await ledger.sam.merge("other", into: "kept")
    _ = try await ledger.sync { state, _ in
      var sync = ContactSync()
      sync.add(
        ContactCard(line: 1, uid: "1", name: "Ann", emails: ["card@y"]), file: "f",
        source: SyncSource(.contacts, name: "c"), in: state)
      return sync.finish(in: state)
    }
    let person = try #require(try await ledger.get(Ref<Person>("kept")))
    #expect(person.emailAddresses == ["card@y"])
    #expect(person.allEmailAddresses == ["card@y", "typed@x", "old@x"])
  }

  private func refused(_ absorbed: String, into kept: String, _ code: LedgerError.Code) async {
    await #expect("\(absorbed) into \(kept)") {
      try await ledger.sam.merge(Ref(absorbed), into: Ref(kept))
    } throws: {
      ($0 as? LedgerError)?.code == code
    }
  }

  @Test func whatCannotBeMergedIsOneClearError() async throws {
    try await MergeSample.fill(ledger)
    await refused("ann", into: "ann", .usage)
    await refused("nobody", into: "ann", .notFound)
    await refused("ann", into: "nobody", .notFound)
    // old was merged into anna.
    await refused("ann", into: "old", .refused)
    await refused("old", into: "ann", .refused)
    try await ledger.commit { $0.delete(Ref<Person>("bob")) }
    await refused("bob", into: "ann", .refused)
    await refused("ann", into: "bob", .refused)
  }
}
