import Daybook
import Testing

@testable import SAM

/// A bad value: one error that names kind, field and rule, and nothing is written of its commit.
@Suite struct BadValueTests {
  private static let ann = "ann"

  @Test(
    arguments: [
      ("sam.person", ["lastSyncedAt": "2026-01-01T00:00:00Z"], "sam.person.lastSyncedAt is computed"),
      ("sam.person", ["consentAlertsCount": 3], "sam.person.consentAlertsCount is computed"),
      ("sam.person", ["isArchived": "yes"], "sam.person.isArchived must be true or false"),
      ("sam.person", ["roleBadges": "client"], "sam.person.roleBadges must be an array"),
      ("sam.person", ["roleBadges": ["client", 5]], "sam.person.roleBadges at [1] must be a text"),
      ("sam.person", ["photoThumbnailCache": "?"], "sam.person.photoThumbnailCache must be base64"),
      ("sam.person", ["dispalyNameCache": "Ann"], "sam.person has no field 'dispalyNameCache'"),
      ("sam.person", ["participations": ["x"]], "sam.person.participations is stored by the other side"),
      ("sam.context", ["productCards": []], "sam.context.productCards is computed"),
      ("sam.context", ["name": 5], "sam.context.name must be a text"),
      (
        "sam.contextParticipation",
        ["startDate": "2026-02-01T00:00:00Z", "endDate": "2026-01-01T00:00:00Z"],
        "sam.contextParticipation.endDate must not be before startDate"
      ),
      (
        "sam.responsibility", ["startDate": "2026-02-01T00:00:00Z", "endDate": "2026-01-01T00:00:00Z"],
        "sam.responsibility.endDate must not be before startDate"
      ),
      (
        "sam.responsibility", ["guardian": "ann", "dependent": "ann"],
        "sam.responsibility.dependent must not be the guardian"
      ),
      ("sam.jointInterest", ["members": ["ann"]], "sam.jointInterest.members is a relation to many"),
      ("sam.jointInterest", ["hasSurvivorshipRights": 1], "hasSurvivorshipRights must be true or false"),
      ("sam.product", ["issuedDate": "soon"], "sam.product.issuedDate must be a time"),
      ("sam.coverage", ["survivorshipRights": .null, "person": 5], "sam.coverage.person must be an id"),
      (
        "sam.consentRequirement", ["completedAt": "2026-01-01T00:00:00Z"],
        "sam.consentRequirement.completedAt must be null while the status is pending"
      ),
      ("sam.consentRequirement", ["dueDate": "2026-13-01T00:00:00Z"], "dueDate must be a time"),
      ("sam.evidenceItem", ["occurredOn": "2026-02-30"], "sam.evidenceItem.occurredOn must be a day"),
      (
        "sam.evidenceItem", ["signals": [["kind": 1]]],
        "sam.evidenceItem.signals at [0] at .kind must be a text"
      ),
      (
        "sam.evidenceItem", ["signals": [["kind": "family", "confidence": 2, "reason": ""]]],
        "sam.evidenceItem.signals must have confidences between 0 and 1"
      ),
      ("sam.insight", ["confidence": 1.5], "sam.insight.confidence must be between 0 and 1"),
      ("sam.insight", ["confidence": "high"], "sam.insight.confidence must be a number"),
      ("sam.insight", ["interactionsCount": 2], "sam.insight.interactionsCount is computed"),
      ("sam.note", ["createdAt": 0], "sam.note.createdAt must be a time"),
      ("sam.analysisArtifact", ["actions": ["call": true]], "sam.analysisArtifact.actions must be an array"),
    ] as [(String, JSONObject, String)])
  func isNamed(kind: String, set: JSONObject, rule: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit { $0.append(Mutation(.upsert, kind: Person.kind, id: Self.ann)) }
    let before = try await ledger.audit.replay()
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { batch in
        // What is sound in the same commit is not written either.
        batch.append(Mutation(.upsert, kind: Person.kind, id: Self.ann, set: ["isArchived": true]))
        batch.append(Mutation(.upsert, kind: kind, id: "bad", set: set))
      }
    }
    #expect(error?.what.contains(rule) == true, "\(error?.description ?? "")")
    #expect(error?.line == 2)
    let after = try await ledger.audit.replay()
    #expect(after.events == before.events)
    #expect(after.digest == before.digest)
  }

  /// Two people cannot be one contact, two pieces of evidence not one entry.
  @Test func keysAreUnique() async throws {
    let ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit { batch in
      batch.append(Mutation(.upsert, kind: Person.kind, id: "a", set: ["contactIdentifier": "contacts:1"]))
      batch.append(Mutation(.upsert, kind: EvidenceItem.kind, id: "e", set: ["sourceUID": "eventkit:1"]))
    }
    let taken: [(String, JSONObject)] = [
      (Person.kind, ["contactIdentifier": "contacts:1"]), (EvidenceItem.kind, ["sourceUID": "eventkit:1"]),
    ]
    for (kind, set) in taken {
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.commit { $0.append(Mutation(.upsert, kind: kind, id: "other", set: set)) }
      }
      #expect(error?.code == .refused)
      #expect(error?.what.contains("must be unique") == true)
    }
    #expect(try await ledger.audit.replay().entities.map(\.count).reduce(0, +) == 3)
  }
}
