import Daybook
import Testing

@testable import SAM

/// What other imports say of people who were merged.
@Suite struct MergedImportTests {
  private struct Rows: Importer {
    var sources = [SyncSource(.app, name: "rows")]
    var rows: ArraySlice<ImportedEntity>
    var bytesRead: Int64 = 0

    mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
      rows.popFirst().map { .record(ImportedRecord(file: "rows", entities: [$0])) }
    }
  }

  private let ledger: Ledger

  init() async throws {
    ledger = try Ledger.inMemory(systems: [.sam])
    try await ledger.commit { batch in
      try batch.upsert(
        Person(id: "ann") { ($0.displayNameCache, $0.emailAddresses) = ("Ann", ["ann@x"]) })
      try batch.upsert(
        Person(id: "anna") {
          ($0.displayNameCache, $0.emailAddresses) = ("Anna", ["anna@x"])
          $0.contactIdentifier = "contacts:2"
        })
      try batch.upsert(
        Person(id: "other") { ($0.displayNameCache, $0.contactIdentifier) = ("Other", "contacts:9") })
      try batch.upsert(Context(id: "home") { $0.name = "Home" })
    }
    try await ledger.sam.merge("anna", into: "other")
  }

  private func run(_ rows: ImportedEntity...) async throws -> SyncReceipt {
    try await ledger.importAll(Rows(rows: rows[...]))
  }

  @Test func newAddressesGoToWhoIsThere() async throws {
    let row = ImportedEntity(
      "sam.person", .key("contacts:2"), fields: ["emailAddresses": ["anna@x", "new@x"]])
    #expect(try await run(row).plan.summary.changed == 1)
    let other = try #require(try await ledger.get(Ref<Person>("other")))
    #expect(other.otherEmailAddresses == ["anna@x", "new@x"])
    #expect(try await run(row).events == 0)
  }

  /// What the kept person has none of, and addresses that were typed in elsewhere.
  @Test func whatIsMissingIsFilled() async throws {
    let row = ImportedEntity(
      "sam.person", .key("contacts:2"),
      fields: ["otherEmailAddresses": ["typed@x"], "phoneNumbers": ["+1"], "jobTitle": "Chief"])
    _ = try await run(row)
    let other = try #require(try await ledger.get(Ref<Person>("other")))
    #expect(other.otherEmailAddresses == ["anna@x", "typed@x"])
    #expect(other.phoneNumbers == ["+1"] && other.jobTitle == "Chief")
    #expect(try await run(row).events == 0)
  }

  @Test func referencesAndLinksLeadToWhoIsThere() async throws {
    let rows = [
      ImportedEntity(
        "sam.contextParticipation", .id("p"), fields: ["person": "anna", "context": "home"]),
      ImportedEntity(
        "sam.evidenceItem", .id("e"), fields: ["title": "Lunch"], links: [.init("linkedPeople", to: "anna")]),
    ]
    _ = try await run(rows[0], rows[1])
    #expect(try await ledger.get(Ref<ContextParticipation>("p"))?.person == "other")
    #expect(try await ledger.get(Ref<EvidenceItem>("e"))?.linkedPeople == ["other"])
    #expect(try await run(rows[0], rows[1]).events == 0)
  }

  /// Somebody who was typed in gets the card of a contact: what they were called stays until the card changes.
  @Test func theKeptPersonKeepsTheirOwnValues() async throws {
    func card(_ name: String) -> ImportedEntity {
      ImportedEntity(
        "sam.person", .key("contacts:7"),
        fields: [
          "contactIdentifier": "contacts:7", "displayNameCache": .string(name), "phoneNumbers": ["+1"],
          "jobTitle": "Chief",
        ])
    }
    _ = try await run(card("B. Lee"))
    try await ledger.commit { batch in
      try batch.upsert(
        Person(id: "bo") { ($0.displayNameCache, $0.phoneNumbers) = ("Bo Lee", ["+2"]) })
    }
    let contact = try #require(
      try await ledger.fetch(Person.self).first { $0.contactIdentifier == "contacts:7" })
    try await ledger.sam.merge(contact.id, into: "bo")
    for _ in 0..<2 { #expect(try await run(card("B. Lee")).events == 0) }
    let bo = try #require(try await ledger.get(Ref<Person>("bo")))
    #expect(bo.displayNameCache == "Bo Lee" && bo.jobTitle == "Chief")
    #expect(bo.phoneNumbers == ["+2", "+1"])
    _ = try await run(card("Bob Lee"))
    #expect(try await ledger.get(Ref<Person>("bo"))?.displayNameCache == "Bo Lee")
    #expect(try await ledger.conflicts.list().count == 1)
  }

  /// Who was just deleted is nobody else.
  @Test func whoWasDeletedStaysAway() async throws {
    try await ledger.commit { $0.delete(Ref<Person>("ann")) }
    let row = ImportedEntity("sam.person", .id("ann"), fields: ["emailAddresses": ["ann@x", "new@x"]])
    #expect(try await run(row).events == 0)
  }
}
