import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// What clinical documents become.
@Suite struct CCDATests {
  static let document = """
    <?xml version="1.0"?>
    <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <recordTarget><patientRole><id root="1.2" extension="7"/><addr><city>Town</city></addr>
        <patient><name><given>Ann</given><family>Lee</family></name><administrativeGenderCode code="F"/>
          <birthTime value="19800301"/><guardian><code displayName="mother"/><telecom value="tel:+44 1"/>
          <guardianPerson><name>Eve Lee</name></guardianPerson></guardian></patient></patientRole></recordTarget>
      <author><assignedAuthor><code displayName="Surgery"/><assignedPerson><name><prefix>Dr</prefix><family>Yu</family></name>
        </assignedPerson></assignedAuthor></author>
      <component><structuredBody>
        <component><section><code code="48765-2"/><title>Allergies</title>
          <text><table><tr><td ID="s1">Penicillin &amp; co</td></tr></table></text>
          <entry><act><id root="a"/><entryRelationship><observation><value code="x" displayName="drug allergy"/>
            <participant><participantRole><playingEntity><code><originalText><reference value="#s1"/></originalText></code>
            </playingEntity></participantRole></participant>
            <entryRelationship typeCode="MFST"><observation><value displayName="Hives"/></observation></entryRelationship>
          </observation></entryRelationship></act></entry></section></component>
        <component><section><code code="8716-3"/><text/>
          <entry><organizer><id root="v"/>
            <component><observation><code code="29463-7" displayName="Weight"/><effectiveTime value="20200102"/>
              <value value="61.5" unit="kg"/></observation></component>
            <component><observation><code code="8480-6" displayName="Systolic"/><effectiveTime value="202001020304+0100"/>
              <value value="120" unit="mm[Hg]"/></observation></component></organizer></entry></section></component>
        <component><section><code code="51848-0"/><title>Assessment</title><text>All <b>well</b></text></section></component>
      </structuredBody></component>
    </ClinicalDocument>
    """

  private static func run(_ fixture: HealthFixture, _ file: String, record: String? = nil) async throws
    -> SyncReceipt
  {
    try await fixture.ledger.importAll(CCDAImporter(files: [file], record: record, zone: .utc))
  }

  @Test func everySectionBecomesEntries() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file("ccd.xml", Self.document)
    #expect(try await Self.run(fixture, file).counts == [5, 0, 5, 0, 0])
    let ann = try await fixture.only(MedicalRecord.kind)
    #expect(
      [ann["displayName"], ann["personalGender"], ann["personalBirthdate"]] == [
        "Ann Lee", "female", "1980-03-01",
      ])
    let allergy = try await fixture.only(AllergyEntry.kind)
    #expect(
      [allergy["information"], allergy["comment"]] == ["Penicillin & co", "reaction: Hives; drug allergy"])
    #expect(try await fixture.only(WeightEntry.kind)["weight"]?.double == 61.5)
    let blood = try await fixture.only(BloodEntry.kind)
    #expect([blood["value"], blood["date"]] == ["120 mm[Hg]", "2020-01-02T02:04:00.000Z"])
    let history = try await fixture.only(MedicalHistoryEntry.kind)
    #expect([history["information"], history["comment"]] == ["Assessment", "All well"])
    #expect(try await fixture.only(HumanDoctorEntry.kind)["name"] == "Dr Yu")
    #expect(try await fixture.only(EmergencyContact.kind)["phone"] == "+44 1")
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(kept.contains { $0.contains("<code displayName=\"Surgery\"/>") })
    #expect(try await Self.run(fixture, file).events == 0)
  }

  @Test(arguments: [
    "<a/>", "<ClinicalDocument>", "",
    "<!DOCTYPE x [<!ENTITY a 'b'>]><ClinicalDocument>&a;</ClinicalDocument>",
  ])
  func aBadDocumentIsSkipped(text: String) async throws {
    let fixture = try await HealthFixture()
    #expect(try await Self.run(fixture, try fixture.file("x.xml", text)).counts == [0, 1, 0, 0, 0])
  }

  @Test(arguments: [("", "the file is empty"), (" \n", "it is empty"), ("{\"a\":\"<\"}", "it is not XML")])
  func nothingOfTheKind(text: String, reason: String) async throws {
    let fixture = try await HealthFixture()
    #expect(try await Self.run(fixture, try fixture.file("x.xml", text)).reasons == [reason])
  }

  /// A document that was cut has no entry; one with a changed byte always has the same.
  @Test(.seeded) func aDamagedDocumentHasNoOtherEntries() async throws {
    let bytes = Array(Self.document.utf8)
    #expect(CCDAProbe.run(bytes) > 0)
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<700 {
      var changed = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
      if round % 2 == 0 {
        changed = bytes
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      let count = CCDAProbe.run(changed)
      #expect(count == (round % 2 == 0 ? CCDAProbe.run(changed) : 0), "round \(round)")
    }
  }

  @Test(.realData("fhir/ccda-hl7")) func everyRealDocumentIsReadWhole() async throws {
    for path in try RealData.paths("fhir/ccda-hl7", extensions: ["xml"]) {
      let fixture = try await HealthFixture()
      let receipt = try await Self.run(fixture, path)
      #expect(receipt.plan.summary.skipped == 0, "\(path) \(receipt.reasons)")
      #expect(
        receipt.plan.summary.read > 5 && receipt.plan.summary.addsUp(), "\(path) \(receipt.plan.summary)")
      print("\(path.split(separator: "/").last ?? ""): \(receipt.plan.summary.jsonText)")
      #expect(try await Self.run(fixture, path).events == 0, "\(path)")
    }
  }
}
