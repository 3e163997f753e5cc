import Daybook

@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Two people, `ann` and `anna`, with something of every kind: both in the club, one for the other responsible.
enum MergeSample {
  static func fill(_ ledger: Ledger) async throws {
    try await people(ledger)
    try await practice(ledger)
    try await evidence(ledger)
    try await ledger.sam.merge("old", into: "anna")
    try await InsightGenerator(ledger: ledger).generate()
  }

  private static func people(_ ledger: Ledger) async throws {
    try await ledger.commit { batch in
      try batch.upsert(
        Person(id: "ann") {
          ($0.displayNameCache, $0.emailCache, $0.emailAddresses) = ("Ann Lee", "ann@x", ["ann@x"])
          ($0.roleBadges, $0.responsibilityNotes) = ([.client], ["pays"])
        })
      try batch.upsert(
        Person(id: "anna") {
          ($0.displayNameCache, $0.emailCache) = ("Anna Lee", "anna@y")
          ($0.emailAddresses, $0.otherEmailAddresses) = (["anna@y", "ANN@X"], ["lee@z"])
          ($0.roleBadges, $0.responsibilityNotes) = ([.client, .lead], ["pays", "signs"])
          ($0.contactIdentifier, $0.photoThumbnailCache) = ("contacts:7", Data([1, 2]))
        })
      for id in ["bob", "old"] { try batch.upsert(Person(id: Ref(id)) { $0.displayNameCache = id }) }
    }
  }

  private static func practice(_ ledger: Ledger) async throws {
    try await ledger.commit { batch in
      for id in ["club", "home"] { try batch.upsert(Context(id: Ref(id)) { $0.name = id }) }
      try batch.upsert(Product(id: "term") { ($0.name, $0.context) = ("Term", "home") })
      try batch.upsert(
        ContextParticipation(id: "c1") {
          ($0.person, $0.context, $0.roleBadges, $0.note) = ("ann", "club", [.client], "one")
        })
      try batch.upsert(
        ContextParticipation(id: "c2") {
          ($0.person, $0.context, $0.roleBadges, $0.note) = ("anna", "club", [.lead], "two")
          $0.isPrimary = true
        })
      try batch.upsert(ContextParticipation(id: "h2") { ($0.person, $0.context) = ("anna", "home") })
      for (id, guardian, dependent) in [("r1", "anna", "bob"), ("r2", "bob", "anna"), ("r3", "ann", "anna")] {
        try batch.upsert(
          Responsibility(id: Ref(id)) { ($0.guardian, $0.dependent) = (Ref(guardian), Ref(dependent)) })
      }
      try batch.upsert(JointInterest(id: "j") { $0.description = "account" })
      for id in ["ann", "anna", "bob"] { try batch.link("j", \JointInterest.members, to: Ref(id)) }
      for (id, person, role) in [
        ("k1", "ann", CoverageRole.insured), ("k2", "anna", .insured), ("k3", "anna", .owner),
      ] {
        try batch.upsert(
          Coverage(id: Ref(id)) {
            ($0.person, $0.product, $0.role) = (Ref(person), "term", role)
            $0.survivorshipRights = id == "k2"
          })
      }
      try batch.upsert(ConsentRequirement(id: "q") { $0.person = "anna" })
    }
  }

  private static func evidence(_ ledger: Ledger) async throws {
    try await ledger.commit { batch in
      try batch.upsert(Note(id: "n") { ($0.person, $0.content) = ("anna", "text") })
      try batch.upsert(Insight(id: "i") { ($0.samPerson, $0.message) = ("anna", "by hand") })
      let proposals = [("ann", LinkStatus.pending), ("anna", .rejected), ("bob", .pending)].map {
        ProposedLink(
          targetKind: "sam.person", targetID: $0.0, displayName: $0.0, confidence: 0.5, reason: "x",
          status: $0.1)
      }
      try batch.upsert(EvidenceItem(id: "e") { ($0.title, $0.proposedLinks) = ("Lunch", proposals) })
      for id in ["anna", "bob"] { try batch.link("e", \EvidenceItem.linkedPeople, to: Ref(id)) }
      try batch.upsert(EvidenceItem(id: "f") { $0.title = "Wedding" })
      for id in ["bob", "ann", "anna"] { try batch.link("f", \EvidenceItem.linkedPeople, to: Ref(id)) }
    }
  }
}
