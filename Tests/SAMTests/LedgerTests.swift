import Daybook
import Testing

@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The plans and the schema with a real ledger around them.
struct LedgerTests {
  private static let book = SyncSource(.contacts, name: "family.vcf")
  private static let card = ContactCard(line: 1, uid: "1", name: "Ann Lee", emails: ["ann@x"], photo: [1, 2])

  private static func sync(_ card: ContactCard, _ ledger: Ledger) async throws -> SyncSummary {
    let plan = try await ledger.read { state in
      var sync = ContactSync()
      sync.add(card, file: "family.vcf", source: book, in: state)
      return sync.finish(in: state)
    }
    if !plan.mutations.isEmpty { _ = try await ledger.append(plan.mutations) }
    return plan.summary
  }

  @Test func aContactComesChangesAndIsDeleted() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    #expect(try await Self.sync(Self.card, ledger).created == 1)
    #expect(try await Self.sync(Self.card, ledger).unchanged == 1)
    let ann = try #require(try await ledger.fetch(Person.self).first)
    #expect(ann.contactIdentifier == "contacts:1")
    #expect(ann.photoThumbnailCache?.count == 2)
    #expect(ann.lastSyncedAt != nil)
    #expect(ann.lastSyncedAt != .unwritten)
    var changed = Self.card
    changed.name = "Ann Smith"
    #expect(try await Self.sync(changed, ledger).changed == 1)
    #expect(try await ledger.get(ann.id)?.displayNameCache == "Ann Smith")
    _ = try await ledger.commit(by: "david") { $0.delete(ann.id) }
    #expect(try await Self.sync(Self.card, ledger).unchanged == 1)
    #expect(try await ledger.get(ann.id) == nil)
  }

  @Test func projectionsFollowTheirSources() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    let ann = Person { $0.displayNameCache = "Ann" }
    let home = Context { ($0.name, $0.kind) = ("Home", .household) }
    let club = Context { ($0.name, $0.kind) = ("Club", .business) }
    let evidence = EvidenceItem { ($0.title, $0.occurredAt) = ("Call", .init(timeIntervalSince1970: 1000)) }
    let later = EvidenceItem {
      ($0.title, $0.occurredAt, $0.state) = ("Visit", .init(timeIntervalSince1970: 2000), .done)
    }
    let insight = Insight { ($0.kind, $0.samPerson, $0.samContext) = (.followUp, ann.id, home.id) }
    _ = try await ledger.commit(by: "david") { batch in
      for entity in [ann] { try batch.upsert(entity) }
      for entity in [home, club] { try batch.upsert(entity) }
      for entity in [evidence, later] {
        try batch.upsert(entity)
        try batch.link(entity.id, \.linkedPeople, to: ann.id)
        try batch.link(entity.id, \.linkedContexts, to: home.id)
      }
      try batch.upsert(insight)
      try batch.link(insight.id, \.basedOnEvidence, to: evidence.id)
      try batch.upsert(ContextParticipation { ($0.person, $0.context) = (ann.id, club.id) })
      try batch.upsert(
        ContextParticipation {
          ($0.person, $0.context, $0.isPrimary, $0.roleBadges) = (ann.id, home.id, true, [.client])
        })
      try batch.upsert(Product { ($0.name, $0.context, $0.type) = ("Term 20", home.id, .life) })
      try batch.upsert(ConsentRequirement { ($0.person, $0.context) = (ann.id, home.id) })
      try batch.upsert(ConsentRequirement { ($0.person, $0.status) = (ann.id, .granted) })
    }
    let person = try #require(try await ledger.get(ann.id))
    #expect(person.consentAlertsCount == 1)
    #expect(person.reviewAlertsCount == 1)
    #expect(person.recentInteractions.map(\.title) == ["Visit", "Call"])
    #expect(person.contextChips.map(\.name) == ["Home", "Club"])
    #expect(person.contextChips.first?.roleBadges == [.client])
    let context = try #require(try await ledger.get(home.id))
    #expect(context.consentAlertCount == 1)
    #expect(context.reviewAlertCount == 1)
    #expect(context.followUpAlertCount == 1)
    #expect(context.productCards.map(\.name) == ["Term 20"])
    #expect(context.recentInteractions.map(\.title) == ["Visit", "Call"])
    let found = try #require(try await ledger.get(insight.id))
    #expect(found.interactionsCount == 1)
    #expect(found.consentsCount == 1)

    // Whoever is deleted is not counted; insights go with their person, participations stay.
    _ = try await ledger.commit(by: "david") { batch in
      batch.delete(evidence.id)
      batch.delete(club.id)
    }
    #expect(try await ledger.get(ann.id)?.reviewAlertsCount == 0)
    #expect(try await ledger.get(ann.id)?.contextChips.map(\.name) == ["Home"])
    _ = try await ledger.commit(by: "david") { $0.delete(ann.id) }
    #expect(try await ledger.get(insight.id) == nil)
    #expect(try await ledger.get(home.id)?.participations.count == 1)
  }
}
