import Daybook
import Testing

@testable import SAM

/// Cards that are read again after somebody changed the person, and cards of people who were merged.
@Suite struct ContactChangesTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger.inMemory(systems: [.sam]) }

  @discardableResult
  private func sync(_ cards: [ContactCard], isComplete: Bool = false) async throws -> SyncReceipt {
    try await ledger.sync { state, _ in
      var sync = ContactSync(isComplete: isComplete)
      for card in cards {
        sync.add(card, file: "a.vcf", source: SyncSource(.contacts, name: "a.vcf"), in: state)
      }
      return sync.finish(in: state)
    }
  }

  private func card(_ uid: String, _ name: String, _ emails: String...) -> ContactCard {
    ContactCard(line: 1, uid: uid, name: name, emails: emails)
  }

  private func person(_ name: String) async throws -> Person {
    try #require(try await ledger.fetch(Person.self).first { $0.displayNameCache == name })
  }

  @Test func aNameThatWasMendedStays() async throws {
    try await sync([card("1", "Ann Leee", "ann@x")])
    var ann = try await person("Ann Leee")
    ann.displayNameCache = "Ann Lee"
    let mended = ann
    try await ledger.commit(by: "david") { try $0.upsert(mended) }
    #expect(try await sync([card("1", "Ann Leee", "ann@x")]).events == 0)
    // What else the card says now is written.
    try await sync([card("1", "Ann Leee", "ann@y")])
    #expect(try await person("Ann Lee").emailCache == "ann@y")
    #expect(try await ledger.conflicts.list().isEmpty)
    let both = try await sync([card("1", "Anne Leee", "ann@y")])
    #expect(both.plan.notices.contains { $0.reason.contains("conflicts.list()") })
    #expect(try await person("Ann Lee").emailCache == "ann@y")
    #expect(try await ledger.conflicts.list().map { $0.sides.map(\.value) } == [["Ann Lee", "Anne Leee"]])
    #expect(try await sync([card("1", "Anne Leee", "ann@y")]).events == 0)
  }

  /// Archived by hand, though the card is there; and taken back by hand, though the card is gone.
  @Test func whoWasArchivedByHandStaysSo() async throws {
    try await sync([card("1", "Ann"), card("2", "Bob")])
    let (ann, bob) = (try await person("Ann").id, try await person("Bob").id)
    func archive(_ person: Ref<Person>, _ isArchived: Bool) async throws {
      try await ledger.append([
        Mutation(.upsert, kind: Person.kind, id: person.rawValue, set: ["isArchived": .bool(isArchived)])
      ])
    }
    try await archive(ann, true)
    #expect(try await sync([card("1", "Ann"), card("2", "Bob")]).events == 0)
    #expect(try await ledger.get(ann)?.isArchived == true)
    #expect(try await sync([card("1", "Ann")], isComplete: true).plan.summary.removed == 1)
    try await archive(bob, false)
    #expect(try await sync([card("1", "Ann")], isComplete: true).events == 0)
    #expect(try await ledger.get(bob)?.isArchived == false)
  }

  /// The card of somebody who was merged into another gets a new address: it is the other's.
  @Test func aMergedCardsNewAddressGoesToWhoIsThere() async throws {
    try await sync([card("1", "Ann", "ann@x"), card("2", "Anna", "anna@x")])
    let (ann, anna) = (try await person("Ann").id, try await person("Anna").id)
    try await ledger.sam.merge(anna, into: ann)
    let news = [card("1", "Ann", "ann@x"), card("2", "Anna", "anna@x", "anna@new")]
    #expect(try await sync(news).plan.summary.changed == 1)
    #expect(try await ledger.get(ann)?.allEmailAddresses == ["ann@x", "anna@x", "anna@new"])
    #expect(try await ledger.get(anna) == nil)
    #expect(try await sync(news).events == 0)
    // Whoever takes it away here does not get it back.
    try await ledger.append([
      Mutation(.upsert, kind: Person.kind, id: ann.rawValue, set: ["otherEmailAddresses": ["anna@x"]])
    ])
    #expect(try await sync(news).events == 0)
  }

  @Test func theNextMeetingWithTheNewAddressFindsWhoIsThere() async throws {
    try await sync([card("1", "Ann", "ann@x"), card("2", "Anna", "anna@x")])
    let (ann, anna) = (try await person("Ann").id, try await person("Anna").id)
    try await ledger.sam.merge(anna, into: ann)
    try await sync([card("2", "Anna", "anna@x", "anna@new")])
    _ = try await ledger.sync { state, _ in
      var item = CalendarItem(line: 1, uid: "m", start: .instant(Instant("2026-09-14T08:00:00.000Z")!))
      item.title = "Lunch"
      item.participants = [ParticipantHint(name: "A. Lee", email: "anna@new")]
      var sync = CalendarSync()
      sync.add(item, file: "a.ics", source: SyncSource(.calendar, name: "a.ics"))
      return try sync.finish(in: state)
    }
    #expect(try await ledger.fetch(EvidenceItem.self).map(\.linkedPeople) == [[ann]])
  }

  /// A merge of merges: the address goes to the last of them.
  @Test func aChainOfMergesIsFollowed() async throws {
    try await sync([card("1", "Ann", "a@x"), card("2", "Anna", "b@x"), card("3", "Anne", "c@x")])
    let ids = (try await person("Ann").id, try await person("Anna").id, try await person("Anne").id)
    try await ledger.sam.merge(ids.2, into: ids.1)
    try await ledger.sam.merge(ids.1, into: ids.0)
    try await sync([card("3", "Anne", "c@x", "d@x")])
    #expect(try await ledger.get(ids.0)?.allEmailAddresses.contains("d@x") == true)
  }

  /// Whose own card is gone while that of somebody merged into them is there is not archived.
  @Test func aMergedCardKeepsWhoIsThere() async throws {
    try await sync([card("1", "Ann", "ann@x"), card("2", "Anna", "anna@x")])
    let (ann, anna) = (try await person("Ann").id, try await person("Anna").id)
    try await ledger.sam.merge(anna, into: ann)
    #expect(try await sync([card("2", "Anna", "anna@x")], isComplete: true).plan.summary.removed == 0)
    #expect(try await ledger.get(ann)?.isArchived == false)
  }
}
