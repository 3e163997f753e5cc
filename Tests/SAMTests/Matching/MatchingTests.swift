import Daybook
import Testing

@testable import SAM

/// Participants of a calendar's entries, against people and contexts of a real ledger.
struct MatchingTests {
  private let ledger: Ledger
  private static let home = SyncSource(.calendar, name: "home")

  init() throws { ledger = try Ledger.inMemory(systems: [.sam]) }

  private func person(_ id: String, _ name: String, _ emails: [String], other: [String] = []) async throws {
    try await ledger.commit {
      try $0.upsert(
        Person(id: Ref(id)) {
          ($0.displayNameCache, $0.emailCache) = (name, emails.first)
          ($0.emailAddresses, $0.otherEmailAddresses) = (emails, other)
        })
    }
  }

  @discardableResult
  private func sync(_ hints: ParticipantHint...) async throws -> SyncReceipt {
    try await ledger.sync { state, _ in
      var item = CalendarItem(line: 1, uid: "1", start: .instant(Instant(milliseconds: 0)))
      item.participants = hints
      var sync = CalendarSync()
      sync.add(item, file: "f", source: Self.home)
      return try sync.finish(in: state)
    }
  }

  private func evidence() async throws -> EvidenceItem {
    try #require(try await ledger.fetch(EvidenceItem.self).first)
  }

  private static let ann = ParticipantHint(name: "Ann Lee", email: " ANN@x ")

  @Test func oneWithTheAddressIsLinkedInTheEvidencesCommit() async throws {
    try await person("a", "Somebody", ["x@x", "Ann@X"])
    let receipt = try await sync(Self.ann)
    #expect(receipt.commits == 1)
    var found = try await evidence()
    #expect(found.linkedPeople == ["a"])
    #expect(found.proposedLinks == [])
    #expect(try await sync(Self.ann).events == 0)
    #expect(try await ledger.sam.matchParticipants().events == 0)
    // What somebody typed in is an address too.
    try await person("b", "Bob", [], other: ["bob@y"])
    try await sync(Self.ann, ParticipantHint(email: "bob@y"))
    found = try await evidence()
    #expect(found.linkedPeople == ["a", "b"])
  }

  @Test func severalWithTheAddressAreProposed() async throws {
    try await person("a", "Ann", ["ann@x"])
    try await person("b", "Bea", ["ann@x"])
    try await sync(Self.ann)
    let found = try await evidence()
    #expect(found.linkedPeople == [])
    #expect(found.proposedLinks.map(\.targetID) == ["a", "b"])
    #expect(found.proposedLinks.map(\.confidence) == [0.45, 0.45])
    #expect(found.proposedLinks.first?.reason == "2 people have the address ann@x")
  }

  @Test func aDeletedOneDoesNotCountAndAnArchivedOneOnlyAlone() async throws {
    try await person("a", "Ann", ["ann@x"])
    try await person("b", "Bea", ["ann@x"])
    try await ledger.commit { $0.delete(Ref<Person>("b")) }
    try await sync(Self.ann)
    #expect(try await evidence().linkedPeople == ["a"])
    try await person("c", "Cleo", ["cleo@x"])
    try await person("d", "Dora", ["cleo@x"])
    _ = try await ledger.append([Mutation(.sync, kind: "sam.person", id: "d", set: ["isArchived": true])])
    try await sync(Self.ann, ParticipantHint(email: "cleo@x"))
    #expect(try await evidence().linkedPeople == ["a", "c"])
  }

  @Test func aNameAloneIsProposed() async throws {
    try await person("a", " ann  LEE", ["other@x"])
    try await sync(Self.ann)
    let found = try await evidence()
    #expect(found.linkedPeople == [])
    #expect(found.proposedLinks.map(\.targetID) == ["a"])
    #expect(found.proposedLinks.map(\.confidence) == [0.5])
    #expect(found.proposedLinks.first?.reason == "the same name; nobody has the address ann@x")
  }

  @Test func nobodyIsProposedToBeMadeAndAcceptingMakesThem() async throws {
    try await sync(Self.ann)
    let proposal = try #require(try await evidence().proposedLinks.first)
    #expect(proposal.displayName == "Ann Lee")
    #expect(proposal.confidence == 0.3)
    #expect(try await ledger.get(Ref<Person>(proposal.targetID)) == nil)
    let receipt = try await ledger.sam.acceptProposal(of: evidence().id, options: AppendOptions(by: "david"))
    #expect(receipt.events.count == 3)
    #expect(receipt.events.allSatisfy { $0.mutation.by == "david" })
    let person = try #require(try await ledger.get(Ref<Person>(proposal.targetID)))
    #expect(person.displayNameCache == "Ann Lee")
    #expect(person.otherEmailAddresses == [" ANN@x "])
    var found = try await evidence()
    #expect(found.linkedPeople == [person.id])
    #expect(found.proposedLinks.map(\.status) == [.accepted])
    #expect(try await ledger.sam.acceptProposal(of: found.id, target: proposal.targetID).events.isEmpty)
    // Neither a sync nor matching anew changes it.
    #expect(try await sync(Self.ann).events == 0)
    #expect(try await ledger.sam.matchParticipants().events == 0)
    // A card that says no more than the proposal did is the same person.
    _ = try await ledger.sync { state, _ in
      var sync = ContactSync()
      sync.add(
        ContactCard(line: 1, name: "Ann Lee", emails: [" ANN@x "]), file: "f",
        source: SyncSource(.contacts, name: "c"), in: state)
      return sync.finish(in: state)
    }
    #expect(try await ledger.fetch(Person.self).map(\.id) == [person.id])
    found = try await evidence()
    #expect(found.linkedPeople == [person.id])
  }

  @Test func contactsThatCameLaterAreLinkedByMatchingAnew() async throws {
    try await sync(Self.ann)
    #expect(try await evidence().proposedLinks.count == 1)
    try await person("a", "Ann Lee", ["ann@x"])
    let summary = try await ledger.sam.matchParticipants()
    #expect(summary.linked == 1)
    #expect(summary.pending == 0)
    #expect(summary.examined == 1)
    let found = try await evidence()
    #expect(found.linkedPeople == ["a"])
    #expect(found.proposedLinks == [])
    #expect(try await ledger.sam.matchParticipants().events == 0)
  }

  @Test func whatIsRejectedIsNotProposedAgain() async throws {
    try await person("a", "Ann Lee", ["other@x"])
    try await sync(Self.ann)
    try await ledger.sam.rejectProposal(of: evidence().id)
    #expect(try await evidence().proposedLinks.map(\.status) == [.rejected])
    #expect(try await sync(Self.ann).events == 0)
    #expect(try await ledger.sam.matchParticipants().events == 0)
    // Not even when the address would make it certain.
    try await person("a", "Ann Lee", ["ann@x"])
    #expect(try await ledger.sam.matchParticipants().events == 0)
    #expect(try await evidence().linkedPeople == [])
    // But whoever rejected may accept.
    try await ledger.sam.acceptProposal(of: evidence().id, target: "a")
    #expect(try await evidence().linkedPeople == ["a"])
    try await ledger.sam.rejectProposal(of: evidence().id, target: "a")
    #expect(try await evidence().linkedPeople == [])
  }

  @Test func whoIsNotToBeMadeIsNotProposedByAnotherNameEither() async throws {
    try await sync(Self.ann)
    try await ledger.sam.rejectProposal(of: evidence().id)
    try await sync(ParticipantHint(name: "Ann Smith", email: "ann@x"))
    #expect(try await evidence().proposedLinks.map(\.status) == [.rejected])
  }

  @Test func whatAUserUnlinkedStaysUnlinked() async throws {
    try await person("a", "Ann", ["ann@x"])
    try await sync(Self.ann)
    let id = try await evidence().id
    try await ledger.commit { try $0.unlink(id, \.linkedPeople, from: "a") }
    #expect(try await sync(Self.ann).events == 0)
    #expect(try await ledger.sam.matchParticipants().events == 0)
    #expect(try await evidence().proposedLinks == [])
  }

  @Test func theContextThatAllTakePartInIsProposed() async throws {
    try await person("a", "Ann", ["ann@x"])
    try await person("b", "Bob", ["bob@x"])
    try await ledger.commit { batch in
      for name in ["home", "club"] { try batch.upsert(Context(id: Ref(name)) { $0.name = name }) }
      for (person, context) in [("a", "home"), ("a", "club"), ("b", "home")] {
        try batch.upsert(
          ContextParticipation { ($0.person, $0.context) = (Ref(person), Ref(context)) })
      }
    }
    try await sync(Self.ann)
    #expect(try await evidence().proposedLinks == [])
    let bob = ParticipantHint(email: "bob@x")
    try await sync(Self.ann, bob)
    let proposal = try #require(try await evidence().proposedLinks.first)
    #expect(proposal.targetKind == "sam.context")
    #expect(proposal.displayName == "home")
    try await ledger.sam.acceptProposal(of: evidence().id)
    #expect(try await evidence().linkedContexts == ["home"])
    #expect(try await sync(Self.ann, bob).events == 0)
  }

  @Test func decidingOnWhatIsNotThereIsOneError() async throws {
    func code(_ body: () async throws -> Void) async -> LedgerError.Code? {
      do { try await body() } catch { return (error as? LedgerError)?.code }
      return nil
    }
    #expect(await code { try await ledger.sam.acceptProposal(of: "none") } == .notFound)
    try await person("a", "Ann", ["ann@x"])
    try await person("b", "Bea", ["ann@x"])
    try await sync(Self.ann)
    let id = try await evidence().id
    #expect(await code { try await ledger.sam.acceptProposal(of: id) } == .usage)
    #expect(await code { try await ledger.sam.rejectProposal(of: id, target: "z") } == .notFound)
    try await ledger.commit { $0.delete(Ref<Person>("b")) }
    #expect(await code { try await ledger.sam.acceptProposal(of: id, target: "b") } == .refused)
    #expect(try await evidence().proposedLinks.map(\.status) == [.pending, .pending])
  }

  /// However many there are, and wherever a commit ends.
  @Test func aLinkIsInTheCommitOfItsEvidence() async throws {
    try await person("a", "Ann", ["ann@x"])
    let receipt = try await ledger.sync { state, _ in
      var sync = CalendarSync()
      for number in 0...1050 {
        var item = CalendarItem(line: 1, uid: "\(number)", start: .instant(Instant(milliseconds: 0)))
        // The first has no link, so that a pair stands where a commit is full.
        if number > 0 { item.participants = [Self.ann] }
        sync.add(item, file: "f", source: Self.home)
      }
      return try sync.finish(in: state)
    }
    #expect(receipt.commits == 2)
    var made: [String: UInt64] = [:]
    var linked: [String: UInt64] = [:]
    var filter = LogFilter()
    filter.kind = EvidenceItem.kind
    try await ledger.history.log(filter) { entry in
      let id = entry.event.mutation.id
      if entry.event.mutation.op == .link { linked[id] = entry.commit } else { made[id] = entry.commit }
      return true
    }
    #expect(linked.count == 1050)
    #expect(linked.allSatisfy { made[$0.key] == $0.value })
  }

  @Test func ofAVillageSoManyCount() async throws {
    let hints = (0..<150).map { ParticipantHint(email: "p\($0)@x") }
    _ = try await ledger.append([
      Mutation(
        .upsert, kind: "sam.evidenceItem", id: "e",
        set: ["participantHints": try FieldEncoder.json(hints + hints)])
    ])
    #expect(try await ledger.sam.matchParticipants().pending == 100)
    #expect(try await ledger.sam.matchParticipants().events == 0)
  }

  @Test func possibleDuplicates() async throws {
    try await person("a", "Ann Lee", ["ann@x"])
    try await person("b", "ann  lee", ["ANN@X"])
    try await person("c", "Ann Lee", [], other: ["c@x"])
    try await person("d", "Dora", ["C@x "])
    try await person("e", "Emil", ["e@x"])
    let found = try await ledger.sam.possibleDuplicates()
    #expect(found.map(\.people) == [["a", "b"], ["c", "d"], ["a", "b", "c"]])
    #expect(found.map(\.reason) == [.address("ann@x"), .address("c@x"), .name("ann lee")])
  }
}
