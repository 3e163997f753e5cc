import Daybook

@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A small practice in a ledger: the Lees with two products, and people around them.
struct Practice {
  static let start = Date(timeIntervalSince1970: 1_795_000_000)
  static func day(_ number: Int) -> Date { start + Double(number) * 86_400 }

  let ledger: Ledger
  let ann = Person(id: "ann") {
    ($0.displayNameCache, $0.emailCache, $0.roleBadges) = ("Ann Lee", "Ann.Lee@example.com", [.client])
    $0.contactIdentifier = "contacts:ann"
  }
  let ben = Person(id: "ben") { ($0.displayNameCache, $0.emailCache) = ("Ben Lee", "ben@example.com") }
  let mia = Person(id: "mia") { $0.displayNameCache = "Mía Lee" }
  let zoe = Person(id: "zoe") { ($0.displayNameCache, $0.isArchived) = ("Zoe Gone", true) }
  let lees = Context(id: "lees") { ($0.name, $0.kind) = ("The Lees", .household) }
  let sons = Context(id: "sons") { ($0.name, $0.kind) = ("Lee & Sons", .business) }
  let term = Product(id: "term") { product in
    (product.context, product.name, product.type) = ("lees", "Term Life 20", .life)
    (product.statusDisplay, product.issuedDate) = ("Active", Practice.day(-300))
  }
  let home = Product(id: "home") { ($0.context, $0.name, $0.type) = ("lees", "Homeowners", .homeowners) }

  init() async throws {
    ledger = try Ledger.inMemory(systems: [.sam])
    let practice = self
    try await ledger.commit(by: "test") { try practice.addPeople(&$0) }
    try await ledger.commit(by: "test") { try practice.addPapers(&$0) }
    try await ledger.commit(by: "test") { try practice.addEvidence(&$0) }
  }

  private func addPeople(_ batch: inout Batch) throws {
    for person in [zoe, mia, ben, ann] { try batch.upsert(person) }
    for context in [lees, sons] { try batch.upsert(context) }
    try batch.upsert(participation("p1", ben, lees, [.spouse], since: -200))
    try batch.upsert(
      participation("p2", ann, lees, [.client, .primaryInsured], since: -300, isPrimary: true))
    try batch.upsert(participation("p3", ann, sons, [.owner], since: -900, until: -100))
    try batch.upsert(
      Responsibility(id: "r1") { responsibility in
        (responsibility.guardian, responsibility.dependent) = (ann.id, mia.id)
        (responsibility.reason, responsibility.startDate) = ("minor", Self.day(-400))
      })
    try batch.upsert(
      Responsibility(id: "r2") { responsibility in
        (responsibility.guardian, responsibility.dependent, responsibility.reason) = (
          ben.id, ann.id, "illness"
        )
        (responsibility.startDate, responsibility.endDate) = (Self.day(-90), Self.day(-60))
      })
    try batch.upsert(
      JointInterest(id: "j1") {
        ($0.description, $0.members, $0.hasSurvivorshipRights) = ("Joint account", [ann.id, ben.id], true)
      })
  }

  private func participation(
    _ id: Ref<ContextParticipation>, _ person: Person, _ context: Context, _ roles: [RoleType], since: Int,
    until: Int? = nil, isPrimary: Bool = false
  ) -> ContextParticipation {
    ContextParticipation(id: id) { participation in
      (participation.person, participation.context) = (person.id, context.id)
      (participation.roleBadges, participation.isPrimary) = (roles, isPrimary)
      (participation.startDate, participation.endDate) = (Self.day(since), until.map(Self.day))
    }
  }

  private func addPapers(_ batch: inout Batch) throws {
    for product in [term, home] { try batch.upsert(product) }
    try batch.link(home.id, \.jointInterests, to: "j1")
    let coverages: [(Ref<Coverage>, Person, Product, CoverageRole, Bool)] = [
      ("c1", ann, term, .owner, false), ("c2", ann, term, .insured, false),
      ("c3", ben, term, .beneficiary, true), ("c4", ann, home, .insured, false),
    ]
    for (id, person, product, role, survives) in coverages {
      try batch.upsert(
        Coverage(id: id) {
          ($0.person, $0.product, $0.role, $0.survivorshipRights) = (person.id, product.id, role, survives)
        })
    }
    let consents: [(Ref<ConsentRequirement>, ConsentType, ConsentStatus, Int?)] = [
      ("q1", .spousal, .pending, nil), ("q2", .recording, .pending, 30), ("q3", .marketing, .pending, -3),
      ("q4", .dataSharing, .granted, -9),
    ]
    for (id, type, status, due) in consents {
      try batch.upsert(
        ConsentRequirement(id: id) { consent in
          (consent.person, consent.consentType, consent.status) = (ann.id, type, status)
          consent.dueDate = due.map(Self.day)
          if status == .granted { consent.completedAt = Self.day(-10) }
          if id == "q2" { consent.context = lees.id }
          if id == "q3" { consent.product = term.id }
        })
    }
    try batch.upsert(
      Note(id: "n1") { ($0.person, $0.content, $0.createdAt) = (ann.id, "Asked\nabout Mía", Self.day(-5)) })
    try batch.upsert(
      Note(id: "n2") { ($0.person, $0.content, $0.createdAt) = (ann.id, "Called", Self.day(-4)) })
    try batch.upsert(Note(id: "n3") { ($0.context, $0.content) = (lees.id, "Visit") })
  }

  private func addEvidence(_ batch: inout Batch) throws {
    for number in 0..<8 {
      let id = Ref<EvidenceItem>("e\(number)")
      try batch.upsert(
        EvidenceItem(id: id) { item in
          (item.sourceUID, item.title) = ("eventkit:\(number)", "Meeting \(number)")
          item.occurredAt = Self.day(number - 20)
          (item.state, item.source) = (number % 2 == 0 ? .needsReview : .done, number < 6 ? .calendar : .mail)
          if number == 6 {
            item.proposedLinks = [
              ProposedLink(
                targetKind: Person.kind, targetID: "ben", displayName: "Ben Lee", confidence: 0.5,
                reason: "name"),
              ProposedLink(
                targetKind: Person.kind, targetID: "mia", displayName: "Mía Lee", confidence: 0.5,
                reason: "name", status: .rejected),
            ]
          }
        })
      try batch.link(id, \.linkedPeople, to: ann.id)
      if number < 2 { try batch.link(id, \.linkedContexts, to: lees.id) }
    }
    let insights: [(Ref<Insight>, InsightKind, Double)] = [
      ("i1", .followUp, 0.5), ("i2", .lifeEvent, 0.9), ("i3", .productOpportunity, 0.7),
    ]
    for (id, kind, confidence) in insights {
      try batch.upsert(
        Insight(id: id) { insight in
          (insight.kind, insight.confidence, insight.message) = (kind, confidence, "\(kind) of Ann")
          (insight.samPerson, insight.samContext) = (ann.id, id == "i3" ? nil : lees.id)
          insight.createdAt = Self.day(-1)
        })
      try batch.link(id, \.basedOnEvidence, to: "e0")
    }
    batch.dismiss(Ref<Insight>("i3"))
  }
}
