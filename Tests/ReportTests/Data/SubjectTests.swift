import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook

/// What is held on one: the entity, what belongs to it, what refers to it, and nothing else.
@Suite struct SubjectTests {
  private static func family() async throws -> AuditedFamily {
    let family = try await AuditedFamily(["desk"])
    try await family.write(
      0, by: "ann",
      Mutation(
        .upsert, kind: "purus.medicalRecord", id: "rex", set: ["isPet": true, "ownerPhone": "Zq7M-1"]),
      Mutation(.upsert, kind: "purus.medicalRecord", id: "mia", set: ["isPet": true, "ownerPhone": "Zq7M-2"]))
    try await family.write(
      0, by: "ben",
      Mutation(
        .upsert, kind: "purus.allergyEntry", id: "nuts", set: ["information": "Zq7M-nuts", "record": "rex"]),
      Mutation(
        .upsert, kind: "purus.allergyEntry", id: "gone", set: ["information": "Zq7M-gone", "record": "rex"]),
      Mutation(
        .upsert, kind: "purus.allergyEntry", id: "hers", set: ["information": "Zq7M-hers", "record": "mia"]))
    try await family.write(
      0, by: "ben", why: "a slip", Mutation(.delete, kind: "purus.allergyEntry", id: "gone"))
    try await family.write(
      0, by: "cleo", Mutation(.upsert, kind: "sam.person", id: "p", set: ["displayNameCache": "Bo"]),
      Mutation(.upsert, kind: "sam.evidenceItem", id: "e", set: ["title": "A call"]),
      Mutation(.link, kind: "sam.evidenceItem", id: "e", rel: "linkedPeople", to: "p"))
    return family
  }

  private static func options(_ kind: String, _ id: String) -> AuditReportOptions {
    var options = AuditReportOptions()
    options.entities = [.init(kind: kind, id: id)]
    return options
  }

  @Test func whatBelongsToIt() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    let report = try await ledger.audit.report(Self.options("purus.medicalRecord", "rex"))
    let subject = try #require(report.subjects.first)
    #expect(
      subject.parts.items.map { "\($0.role) \($0.entity.id)" } == [
        "subject rex", "belongs gone", "belongs nuts",
      ])
    #expect(subject.parts.items.map(\.isGone) == [false, true, false])
    #expect(subject.authors.items.map { "\($0.author ?? "-") \($0.events)" } == ["ben 3", "ann 1"])
    #expect(subject.history.items.map(\.operation) == ["upsert", "upsert", "upsert", "delete"])
    let phone = try #require(subject.parts.items[0].fields.first { $0.name == "ownerPhone" })
    #expect(phone.by == "ann" && phone.value == .string(Disclosure.mask))
    // Counts are of these alone; what is known of the files is not.
    #expect(report.changes.events == 4 && report.verdict.events == 10)
    #expect(report.removals.items.map(\.entity.id) == ["gone"])
    #expect(report.entities.isEmpty)
    let text = try FieldEncoder.json(report).description
    #expect(!text.contains("Zq7M") && !text.contains("\"mia\"") && report.about.maskedValues > 0)
  }

  @Test func whatRefersToIt() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    let report = try await ledger.audit.report(Self.options("sam.person", "p"))
    let parts = try #require(report.subjects.first).parts.items
    #expect(parts.map { "\($0.role) \($0.entity.id)" } == ["subject p", "refers e"])
    #expect(report.changes.events == 1, "what refers to it is not counted")
  }

  @Test func theExportIsWhole() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    var options = Self.options("purus.medicalRecord", "rex")
    options.rowsMax = 1
    let masked = try await ledger.audit.export(options)
    #expect(masked.rows.map(\.id) == ["rex", "gone", "nuts"])
    #expect(masked.events.count == 4)
    #expect(!masked.reveals && masked.maskedValues > 0)
    #expect(!(try FieldEncoder.json(masked).description.contains("Zq7M")))
    options.disclosure = Disclosure(ledger.schemas, reveals: true)
    let whole = try await ledger.audit.export(options)
    let text = try FieldEncoder.json(whole).description
    #expect(whole.reveals && whole.maskedValues == 0)
    for value in ["Zq7M-1", "Zq7M-nuts", "Zq7M-gone"] { #expect(text.contains(value)) }
    #expect(!text.contains("Zq7M-2") && !text.contains("Zq7M-hers"))
    #expect(whole.events.compactMap { $0["by"]?.string } == ["ann", "ben", "ben", "ben"])
    let again = try JSONDecoder().decode(AuditExport.self, from: JSONEncoder().encode(whole))
    #expect(again == whole)
  }

  @Test func nobodyIsFound() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    let report = try await ledger.audit.report(Self.options("sam.person", "nobody"))
    #expect(report.subjects.map(\.parts.total) == [0])
    #expect(report.changes.events == 0)
  }
}
