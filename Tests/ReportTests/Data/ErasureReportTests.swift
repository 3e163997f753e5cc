import DaybookTestSupport
import Foundation
import Testing

@testable import Daybook
@testable import DaybookReport

/// What a report says of what was erased: that it was, and not what it said.
@Suite struct ErasureReportTests {
  private static func family() async throws -> AuditedFamily {
    let family = try await AuditedFamily(["desk"])
    try await family.write(
      0, by: "ann",
      Mutation(
        .upsert, kind: "purus.medicalRecord", id: "rex", set: ["isPet": true, "ownerPhone": "Zq7M-1"]))
    try await family.write(
      0, by: "ben",
      Mutation(.upsert, kind: "purus.medicalRecord", id: "rex", set: ["ownerPhone": "Zq7M-2"]),
      Mutation(.upsert, kind: "sam.person", id: "p", set: ["displayNameCache": "Zq7M-3"]))
    var request = ErasureRequest(kind: "purus.medicalRecord", id: "rex")
    request.fields = ["ownerPhone"]
    try await family.ledgers[0].erasures.erase(request, by: "cleo", why: "the owner's wish")
    try await family.ledgers[0].erasures.erase(ErasureRequest(kind: "sam.person", id: "p"), by: "cleo")
    return family
  }

  /// Values are shown as they are, so that masking hides none that is not erased.
  private static func rex(_ ledger: Ledger) -> AuditReportOptions {
    var options = AuditReportOptions()
    options.entities = [.init(kind: "purus.medicalRecord", id: "rex")]
    options.disclosure = Disclosure(ledger.schemas, reveals: true)
    return options
  }

  @Test func whatWasErasedOfOneEntity() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    let report = try await ledger.audit.report(Self.rex(ledger))
    let erasure = try #require(report.erasures.items.first)
    #expect(report.erasures.total == 1 && erasure.entity.id == "rex" && erasure.fields == ["ownerPhone"])
    #expect(erasure.events == 2 && erasure.by == "cleo" && erasure.why == "the owner's wish")
    #expect(erasure.replicaName == "desk" && !erasure.isWithdrawn)
    let subject = try #require(report.subjects.first)
    let part = try #require(subject.parts.items.first)
    #expect(part.erased == ["ownerPhone"] && !part.fields.contains { $0.name == "ownerPhone" })
    // One step for the erasure, though it erases something of two events.
    #expect(subject.history.items.map(\.operation) == ["upsert", "upsert", "erase"])
    #expect(subject.history.items.map(\.erased) == [["ownerPhone"], ["ownerPhone"], []])
    #expect(try !FieldEncoder.json(report).description.contains("Zq7M"))
    let text = try PageMarkup(report.html).text
    for said in ["Erased", "ownerPhone: erased", "cleo", "the owner&#39;s wish"] {
      #expect(text.contains(said), "\(said)")
    }
    #expect(!report.html.contains("Zq7M"))
    let export = try await ledger.audit.export(Self.rex(ledger))
    #expect(export.rows.first?.erased == ["ownerPhone"])
  }

  @Test func ofThePeriodAndWithdrawn() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    let all = try await ledger.audit.report().erasures
    #expect(all.items.map(\.entity.id) == ["rex", "p"] && all.items[1].fields == [])
    try await ledger.erasures.withdraw(all.items[1].id)
    var options = AuditReportOptions()
    options.from = all.items[1].time.instant
    let later = try await ledger.audit.report(options).erasures.items
    #expect(later.map(\.entity.id) == ["p"] && later.map(\.isWithdrawn) == [true])
  }

  /// Nobody who may not read an entity is told that something of it was erased.
  @Test func aViewerIsNotToldOfOthers() async throws {
    let family = try await Self.family()
    let ledger = family.ledgers[0]
    defer { withExtendedLifetime(family) {} }
    #expect(try await ledger.audit.report(as: Viewer(kind: "sam.person", id: "q")).erasures.total == 0)
  }
}
