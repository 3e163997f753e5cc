import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// FHIR in XML is read by the model that reads its JSON, and R5 as far as R4's meaning holds.
@Suite struct FHIRXMLTests {
  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <Bundle xmlns="http://hl7.org/fhir"><type value="collection"/>
    <entry><fullUrl value="https://a.example/Patient/ann"/><resource>
    <Patient><id value="ann"/><text><status value="generated"/><div xmlns="http://www.w3.org/1999/xhtml"><p>Ann &amp; co</p></div></text>
      <active value="true"/><name id="n1"><family value="Lee"/><given value="Ann"><extension url="https://a.example/x">
      <valueBoolean value="true"/></extension></given></name>
      <telecom><system value="phone"/><value value="1"/></telecom><gender value="female"/>
      <birthDate value="1980-03-01"/><contained><Organization><id value="o"/><name value="A &amp; B"/></Organization></contained></Patient>
    </resource></entry>
    <entry><resource>
    <Observation><id value="w"/><status value="final"/>
      <code><coding><system value="http://loinc.org"/><code value="29463-7"/></coding><text value="Weight"/></code>
      <subject><reference value="Patient/ann"/></subject><effectiveDateTime value="2020-05-01T10:00:00Z"/>
      <valueQuantity><value value="61.50"/><unit value="kg"/></valueQuantity></Observation>
    </resource></entry>
    <entry><resource>
    <MedicationRequest><id value="m"/><status value="active"/><doNotPerform value="true"/>
      <medicationCodeableConcept><text value="Aspirin"/></medicationCodeableConcept>
      <subject><reference value="Patient/ann"/></subject><dosageInstruction><timing><repeat><frequency value="2"/><period value="1"/>
      <periodUnit value="d"/></repeat></timing></dosageInstruction></MedicationRequest>
    </resource></entry></Bundle>
    """
  static let json = """
    {"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"https://a.example/Patient/ann","resource":
    {"resourceType":"Patient","id":"ann","text":{"status":"generated","div":"<div xmlns=\\"http://www.w3.org/1999/xhtml\\"><p>Ann &amp; co</p></div>"},
    "active":true,"name":[{"id":"n1","family":"Lee","given":["Ann"],"_given":[{"extension":[{"url":"https://a.example/x","valueBoolean":true}]}]}],
    "telecom":[{"system":"phone","value":"1"}],"gender":"female","birthDate":"1980-03-01",
    "contained":[{"resourceType":"Organization","id":"o","name":"A & B"}]}},{"resource":
    {"resourceType":"Observation","id":"w","status":"final","code":{"coding":[{"system":"http://loinc.org","code":"29463-7"}],"text":"Weight"},
    "subject":{"reference":"Patient/ann"},"effectiveDateTime":"2020-05-01T10:00:00Z","valueQuantity":{"value":61.50,"unit":"kg"}}},{"resource":
    {"resourceType":"MedicationRequest","id":"m","status":"active","doNotPerform":true,"medicationCodeableConcept":{"text":"Aspirin"},
    "subject":{"reference":"Patient/ann"},"dosageInstruction":[{"timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}}}]}}]}
    """

  /// The same resources in the one form are those in the other, byte for byte where they are kept.
  @Test func sameAsJSON() async throws {
    let fixture = try await HealthFixture()
    let (xml, json) = (try fixture.file("a.xml", Self.xml), try fixture.file("a.json", Self.json))
    #expect(try await fixture.importFHIR(xml).counts == [3, 0, 3, 0, 0])
    #expect(try await fixture.only(WeightEntry.kind)["weight"]?.double == 61.5)
    let drug = try await fixture.only(DrugEntry.kind)
    #expect([drug["name"], drug["information"]] == ["Not to be taken: Aspirin", "twice a day"])
    #expect(try await fixture.importFHIR(xml).events == 0)
    #expect(try await fixture.importFHIR(json).events == 0)
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(kept.contains { $0.contains("\"value\":61.50,") })
    #expect(kept.contains { $0.contains("\"A & B\"") })
  }

  @Test func singleResourcesAndTheirLines() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "x/o.xml", "\n\n<Condition xmlns='http://hl7.org/fhir'><code><text value='Gout'/></code></Condition>")
    // Nobody says whose it is.
    let receipt = try await fixture.importFHIR(file)
    #expect(receipt.plan.skipped.map(\.line) == [3])
    try await fixture.ledger.commit {
      try $0.upsert(MedicalRecord(id: "ann") { $0.personalGivenName = "Ann" })
    }
    try await fixture.importFHIR(fixture.folder.path + "/x", record: "ann")
    #expect(try await fixture.only(IllnessEntry.kind)["information"] == "Gout")
  }

  @Test(.realData("fhir/us-core-examples")) func manyFormsOfOneMeaning() async throws {
    for path in try RealData.paths("fhir/us-core-examples", extensions: ["json"]).prefix(40) {
      let fixture = try await HealthFixture()
      let receipt = try await fixture.importFHIR(path)
      guard receipt.plan.summary.skipped == 0 else { continue }
      #expect(try await fixture.importFHIR(path).events == 0, "\(path)")
    }
  }

  // MARK: Files of other imports

  private static let document =
    "<ClinicalDocument xmlns=\"urn:hl7-org:v3\"><recordTarget/></ClinicalDocument>"
  private static let export =
    "<HealthData locale=\"en\"><ExportDate value=\"2024-01-03 00:00:00 +0000\"/></HealthData>"

  private static func ccda(_ fixture: HealthFixture, _ path: String) async throws -> SyncReceipt {
    try await fixture.ledger.importAll(CCDAImporter(files: [path], zone: .utc))
  }

  @Test func aFileOfAnotherImportIsNamed() async throws {
    let fixture = try await HealthFixture()
    let document = try fixture.file("d/d.xml", Self.document)
    let export = try fixture.file("d/e.xml", Self.export)
    let resource = try fixture.file(
      "d/r.xml", "<Patient xmlns=\"http://hl7.org/fhir\"><id value=\"p\"/></Patient>")
    let json = try fixture.file("d/r.json", FHIRSample.patient)
    let style = try fixture.file("d/s.xml", "<stylesheet/>")
    let clinical = "it is a clinical document (C-CDA): use 'daybook import ccda'"
    let apple = "it is an export of Apple Health: use 'daybook import apple-health'"
    let fhir = "it is FHIR: use 'daybook import fhir'"
    #expect(try await fixture.importFHIR(document).reasons == [clinical])
    #expect(try await fixture.importFHIR(export).reasons == [apple])
    #expect(
      try await fixture.importFHIR(style).reasons == ["it is XML, but not of FHIR: it begins with stylesheet"]
    )
    #expect(try await Self.ccda(fixture, resource).reasons == [fhir])
    #expect(try await Self.ccda(fixture, json).reasons == [fhir])
    #expect(try await Self.ccda(fixture, export).reasons == [apple])
    #expect(try await fixture.importAppleHealth(resource).reasons == [fhir])
    #expect(try await fixture.importAppleHealth(document).reasons == [clinical])
    // Of a folder each is counted, once for a format.
    let receipt = try await fixture.importFHIR(fixture.folder.path + "/d")
    #expect(receipt.plan.summary.skipped == 0)
    #expect(
      Set(receipt.plan.notices.map(\.reason)).isSuperset(of: [
        "files left out, as each is a clinical document (C-CDA): 1; use 'daybook import ccda'",
        "files left out, as each is an export of Apple Health: 1; use 'daybook import apple-health'",
      ]))
    let others = try await Self.ccda(fixture, fixture.folder.path + "/d")
    #expect(others.plan.notices.contains { $0.reason.contains("each is FHIR: 1") })
  }

  @Test(arguments: [
    "<Patient xmlns='http://hl7.org/fhir'>", "<Patient xmlns='http://hl7.org/fhir'><id></Patient>",
  ])
  func badXMLIsSkipped(text: String) async throws {
    let fixture = try await HealthFixture()
    #expect(try await fixture.importFHIR(try fixture.file("x.xml", text)).counts == [0, 1, 0, 0, 0])
  }

  // MARK: R5

  @Test(arguments: [
    (
      "AllergyIntolerance",
      "\"code\":{\"text\":\"Nuts\"},\"reaction\":[{\"manifestation\":[{\"concept\":{\"text\":\"Rash\"}}]}]",
      AllergyEntry.kind, ["information", "comment"], ["Nuts", "reaction: Rash"]
    ),
    (
      "Procedure",
      "\"status\":\"completed\",\"code\":{\"text\":\"Scan\"},\"occurrenceDateTime\":\"2020-01-01\",\"reason\":[{\"concept\":{\"text\":\"pain\"}}]",
      MedicalHistoryEntry.kind, ["information", "comment"], ["Scan", "date: 2020-01-01; for: pain"]
    ),
    (
      "Encounter",
      "\"status\":\"completed\",\"class\":[{\"coding\":[{\"display\":\"ambulatory\"}]}],\"actualPeriod\":{\"start\":\"2020-01-01\"},\"reason\":[{\"value\":[{\"concept\":{\"text\":\"cough\"}}]}]",
      MedicalHistoryEntry.kind, ["information", "comment"],
      ["ambulatory", "date: from 2020-01-01; for: cough"]
    ),
    (
      "Immunization",
      "\"status\":\"completed\",\"vaccineCode\":{\"text\":\"Flu\"},\"manufacturer\":{\"concept\":{\"text\":\"Maker\"}}",
      VaccinationEntry.kind, ["name", "information"], ["Flu", "by: Maker"]
    ),
    (
      "MedicationStatement",
      "\"status\":\"recorded\",\"contained\":[{\"resourceType\":\"Medication\",\"id\":\"med\",\"code\":{\"text\":\"Iron\"}}],\"medication\":{\"reference\":{\"reference\":\"#med\"}}",
      DrugEntry.kind, ["name", "comment"], ["Iron", ""]
    ),
  ])
  func newerVersion(type: String, elements: String, kind: String, fields: [String], values: [String])
    async throws
  {
    let fixture = try await HealthFixture()
    let text = FHIRSample.bundle(FHIRSample.patient, ClinicalStateTests.resource(type, elements))
    try await fixture.importFHIR(try fixture.file("x.json", text))
    let row = try await fixture.only(kind)
    #expect(fields.map { row[$0]?.string } == values)
  }

  /// A type that R4 does not have is named, once, and kept.
  @Test func newerTypes() async throws {
    let fixture = try await HealthFixture()
    let resources = ["a", "b"].map {
      "{\"resourceType\":\"NutritionIntake\",\"id\":\"\($0)\",\"subject\":{\"reference\":\"Patient/ann\"}}"
    }
    let receipt = try await fixture.importFHIR(
      try fixture.file("x.json", FHIRSample.bundle(FHIRSample.patient, resources[0], resources[1])))
    #expect(
      receipt.plan.notices.map(\.reason) == [
        "NutritionIntake is a type of FHIR R5, which R4 does not have: it is kept as it came, without an entry"
      ])
    #expect(receipt.counts == [3, 0, 3, 0, 0])
  }

  /// A record that comes twice in one import was not in the ledger before it.
  @Test func countsOfAFirstImport() async throws {
    let fixture = try await HealthFixture()
    let other = FHIRSample.observation("\"valueInteger\":2")
    let text = FHIRSample.bundle(
      FHIRSample.patient, FHIRSample.observation("\"valueInteger\":1"), other)
    #expect(try await fixture.importFHIR(try fixture.file("x.json", text)).counts == [3, 0, 2, 0, 1])
  }
}
