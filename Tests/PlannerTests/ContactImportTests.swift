import Daybook
import DaybookTestSupport
import Testing

@testable import Planner

/// Address books of people whom one meets.
@Suite struct ContactImportTests {
  private static func sync(_ cards: [ContactCard], into ledger: Ledger) async throws -> SyncPlan {
    try await ledger.sync { state, _ in
      var sync = ContactSync()
      for card in cards {
        sync.add(card, file: "a.vcf", source: SyncSource(.contacts, name: "a.vcf"), in: state)
      }
      return sync.finish(in: state)
    }.plan
  }

  private static let ann = ContactCard(
    line: 1, uid: "1", name: "Ann Lee", emails: ["Ann@Work.example", "ann@home.example"], phones: ["+1"],
    organization: "Acme", jobTitle: "CEO")

  @Test(.seeded) func aCardIsAPerson() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    var card = Self.ann
    (card.postalAddresses, card.birthday, card.source) = (
      ["1 Road, Oslo"], "--05-12", "BEGIN:VCARD\nEND:VCARD"
    )
    let plan = try await Self.sync(
      [card, ContactCard(line: 9, name: "Nobody", phones: ["+2"])], into: ledger)
    #expect(plan.summary.read == 2 && plan.summary.created == 1 && plan.summary.unchanged == 1)
    #expect(
      plan.notices.map(\.description)
        == ["a.vcf:9: the card has no e-mail address, by which Planner knows people"])
    let people = try await ledger.fetch(Person.self)
    #expect(people.count == 1)
    let ann = try #require(people.first)
    #expect(
      ann.email == "ann@work.example" && ann.name == "Ann Lee" && ann.company == "Acme" && ann.role == "CEO")
    #expect(
      ann.phoneNumbers == ["+1"] && ann.postalAddresses == ["1 Road, Oslo"] && ann.birthday == "--05-12")
    #expect(ann.sourceCard == "BEGIN:VCARD\nEND:VCARD")
    #expect(try await Self.sync([card], into: ledger).mutations.isEmpty)
  }

  /// Whom a calendar invited by another of the card's addresses is the same person; what somebody writes here afterwards
  /// stays.
  @Test(.seeded) func somebodyWhoIsHereGetsTheCard() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    try await ledger.commit(by: "david") {
      try $0.upsert(Person { ($0.email, $0.name) = ("ann@home.example", "Annie") })
    }
    #expect(try await Self.sync([Self.ann], into: ledger).summary.changed == 1)
    let people = try await ledger.fetch(Person.self)
    #expect(people.map(\.email) == ["ann@home.example"])
    #expect(people.map(\.name) == ["Ann Lee"] && people.map(\.role) == ["CEO"])
    var ann = people[0]
    ann.name = "Annie"
    let changed = ann
    try await ledger.commit(by: "david") { try $0.upsert(changed) }
    #expect(try await Self.sync([Self.ann], into: ledger).mutations.isEmpty)
    #expect(try await ledger.fetch(Person.self).map(\.name) == ["Annie"])
  }

  @Test(.seeded) func aCardWithoutANameTakesNobodyTheirs() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    _ = try await Self.sync([Self.ann], into: ledger)
    var card = Self.ann
    (card.name, card.jobTitle) = (nil, "CTO")
    _ = try await Self.sync([card], into: ledger)
    let ann = try #require(try await ledger.fetch(Person.self).first)
    #expect(ann.name == "Ann Lee" && ann.role == "CTO")
  }
}
