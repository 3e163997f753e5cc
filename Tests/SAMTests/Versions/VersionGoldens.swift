import Daybook
import DaybookModel
import DaybookTestSupport

/// One practice's ledger as three machines wrote it, each with the program of its time: version 5, then 6,
/// then 7. Each has its own replica in its own folder of Fixtures/sam; laid together they are one ledger.
enum VersionGoldens {
  static let versions: [Int64] = [5, 6, 7]

  static let ann = "0193b2c4-0000-7000-8000-0000000000a1"
  static let ben = "0193b2c4-0000-7000-8000-0000000000b2"
  static let home = "0193b2c4-0000-7000-8000-0000000000c1"
  static let annAtHome = "0193b2c4-0000-7000-8000-0000000000d1"
  static let benAtHome = "0193b2c4-0000-7000-8000-0000000000d2"
  static let call = "0193b2c4-0000-7000-8000-0000000000e1"
  static let advice = "0193b2c4-0000-7000-8000-0000000000f1"
  static let note = "0193b2c4-0000-7000-8000-000000000101"
  static let artifact = "0193b2c4-0000-7000-8000-000000000102"
  static let garage = "0193b2c4-0000-7000-8000-0000000000c2"

  /// nil only if the key is refused.
  static func ledger(_ version: Int64) -> GoldenLedger? {
    GoldenLedger(seed: Array(repeating: UInt8(version), count: 32)) { replica in
      // A year apart.
      var author = GoldenAuthor(
        version: version, by: "practice", replica: replica,
        start: Instant(milliseconds: 1_700_000_000_000 + (version - 5) * 31_536_000_000))
      return switch version {
      case 5: five(&author)
      case 6: six(&author)
      default: seven(&author)
      }
    }
  }

  /// Names and addresses in their first fields, roles in free words, the state by its raw value.
  private static func five(_ author: inout GoldenAuthor) -> [GoldenDraft] {
    [
      author.replicaMade(),
      GoldenDraft(events: [
        author.upsert(
          "sam.person", ann,
          [
            "contactIdentifier": "contacts:ann", "displayName": "Ann Lee", "email": "ann@example.org",
            "roleBadges": ["Client", "Primary Insured"], "responsibilityNotes": ["keeps the books"],
          ]),
        author.upsert(
          "sam.person", ben,
          ["contactIdentifier": "contacts:ben", "displayName": "Ben Ode", "roleBadges": ["Lead"]]),
      ]),
      GoldenDraft(events: [
        author.upsert("sam.context", home, ["name": "Lee household", "kind": "household"]),
        author.upsert(
          "sam.contextParticipation", annAtHome,
          [
            "person": .string(ann), "context": .string(home), "roleBadges": ["Spouse", "Treasurer"],
            "isPrimary": true,
          ]),
        author.upsert(
          "sam.contextParticipation", benAtHome, ["person": .string(ben), "context": .string(home)]),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "sam.evidenceItem", call,
          [
            "sourceUID": "eventkit:call", "source": "calendar", "stateRawValue": "done", "title": "Call",
            "occurredAt": "2023-11-14T09:00:00.000Z",
          ]),
        author.link("sam.evidenceItem", call, "linkedPeople", to: ann),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "sam.insight", advice,
          [
            "kind": "followUp", "samPerson": .string(ann), "message": "Call Ann back", "confidence": 0.5,
            // What programs of that version stored, and is computed now.
            "interactionsCount": 9,
          ]),
        author.link("sam.insight", advice, "basedOnEvidence", to: call),
      ]),
    ]
  }

  /// Caches beside the former names, notes and what an analysis found in them.
  private static func six(_ author: inout GoldenAuthor) -> [GoldenDraft] {
    [
      author.replicaMade(),
      GoldenDraft(events: [
        // Of one event the cache counts.
        author.upsert(
          "sam.person", ann,
          [
            "displayName": "Ann Lee", "displayNameCache": "Ann Lee-Ode", "email": "old@example.org",
            "emailCache": "ann@lee.example",
          ]),
        // The former name alone, as a form of version 5 would still write it.
        author.upsert("sam.person", ben, ["displayName": "Benjamin Ode", "isArchived": true]),
      ]),
      GoldenDraft(events: [
        author.upsert(
          "sam.note", note, ["person": .string(ann), "content": "Asked about a policy for the garage."]),
        author.upsert(
          "sam.analysisArtifact", artifact,
          [
            "sourceNote": .string(note), "peopleJSON": "[{\"name\":\"Ann\"}]", "topicsJSON": "[\"garage\"]",
            "actions": ["send an offer"], "usedLLM": "small-1",
          ]),
      ]),
    ]
  }

  /// The caches alone, typed roles, a kind of context that came with it.
  private static func seven(_ author: inout GoldenAuthor) -> [GoldenDraft] {
    [
      author.replicaMade(),
      GoldenDraft(events: [
        author.upsert("sam.context", garage, ["name": "Garage Ltd", "kind": "vendor"]),
        author.upsert("sam.person", ben, ["emailCache": "ben@example.org", "roleBadges": ["client"]]),
      ]),
      GoldenDraft(events: [
        author.upsert("sam.contextParticipation", benAtHome, ["roleBadges": ["spouse", "Chauffeur"]])
      ]),
    ]
  }
}
