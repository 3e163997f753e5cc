import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// The records that version 1 wrote are read for ever.
@Suite struct PurusGoldenTests {
  private static let fixture = GoldenFixture("purus/v1")

  private static func ledger(in folder: TemporaryFolder) async throws -> Ledger {
    try await fixture.copy(to: "l", in: folder)
    return try await Ledger.open("l", in: folder, systems: [.purus])
  }

  /// `DAYBOOK_WRITE_GOLDEN=1` (tools/fixtures) writes the files.
  @Test func theFilesHoldWhatTheProgramWrote() async throws {
    let golden = try #require(PurusGoldens.ledger)
    try Self.fixture.writeIfAsked(golden, sealing: 3)
    #expect(try await Self.fixture.events() == golden.commits.flatMap(\.events))
  }

  @Test func theGoldenPersonReads() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(in: folder)
    #expect(try await ledger.audit.verify().findings.isEmpty)
    let ann = try #require(try await ledger.get(Ref<MedicalRecord>(PurusGoldens.ann)))
    #expect(ann.displayName == "Ann Lee")
    #expect(ann.birthdate == CivilDay("1980-02-29"))
    #expect(ann.gender == "female")
    #expect(ann.recordLocation == .iCloud)
    #expect(ann.allergies == ["allergyEntry-1"])
    for list in EntryList.all where !["weights", "petYearlyCosts"].contains(list.relation) {
      let ids = try await ledger.get(kind: MedicalRecord.kind, id: PurusGoldens.ann)?[list.relation]
      #expect(ids?.array?.count == 1, "\(list.relation)")
    }
    let document = try #require(try await ledger.get(Ref<MedicalDocumentEntry>("medicalDocumentEntry-1")))
    #expect(document.documentData == Data("a letter".utf8))
    let card = try #require(try await ledger.purus.emergencyCard(of: ann.id, on: CivilDay("2026-11-25")!))
    #expect(card.sections.first?.lines.map(\.texts) == [["penicillin", "1999"]])
  }

  @Test func theGoldenPetsRead() async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(in: folder)
    let rex = try #require(try await ledger.get(Ref<MedicalRecord>(PurusGoldens.rex)))
    #expect(rex.displayName == "Rex")
    #expect(rex.sex == "male")
    #expect(rex.dateOfBirth == CivilDay("2021-05-04"))
    #expect(rex.isSharingEnabled && rex.cloudShareRecordName == "share-1")
    #expect(try await ledger.purus.weights(of: rex.id, in: .kg).points.map(\.weight) == [8.4, 9.0718474])
    #expect(try await ledger.purus.yearlyCosts().totals.map(\.cost) == [412.5])
    let tom = try #require(try await ledger.get(Ref<MedicalRecord>(PurusGoldens.tom)))
    #expect(tom.createdAt == Date(timeIntervalSince1970: 1_577_836_800))
    #expect(tom.updatedAt > tom.createdAt)
    let kiwi = try #require(try await ledger.get(Ref<MedicalRecord>(PurusGoldens.kiwi)))
    #expect(kiwi.recordLocation == "aviary")
    #expect(
      try await ledger.get(kind: MedicalRecord.kind, id: PurusGoldens.kiwi)?["wingspanMillimetres"] == 800)
    #expect(
      try await ledger.purus.records().map(\.name) == ["Ann Lee", "Rex", "Tom", "キーウィ"])
  }

  /// The documents that these records have been since version 1: a change of the form would be seen here.
  @Test(arguments: zip(PurusGoldens.creatures, PurusGoldens.digests))
  func cloudForm(record: String, digest: String) async throws {
    let folder = try TemporaryFolder()
    let ledger = try await Self.ledger(in: folder)
    let document = try #require(try await ledger.purus.cloudDocument(of: Ref(record)))
    #expect(document.digest == digest)
    let other = try Ledger.inMemory(systems: [.purus])
    _ = try await other.purus.importCloudDocuments([try CloudDocument(document.bytes)])
    #expect(try await other.purus.cloudDocument(of: Ref(record)) == document)
    #expect(try await ledger.purus.importCloudDocuments([document]).events == 0)
  }
}
