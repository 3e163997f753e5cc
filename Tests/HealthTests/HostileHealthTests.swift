import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import DaybookInput
@testable import PurusHealth

/// Files that mean harm, and files that are broken: an error or a safe value, never a trap.
@Suite struct HostileHealthTests {
  @Test func entityBomb() async throws {
    let fixture = try await HealthFixture()
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE HealthData [<!ENTITY a "aaaaaaaaaa">
      <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
      <HealthData><Record type="&c;" value="1" startDate="2024-01-02 08:00:00 +0000"/></HealthData>
      """
    let receipt = try await fixture.importAppleHealth(try fixture.file("export.xml", bomb))
    #expect(receipt.plan.summary.skipped == 1)
    #expect(receipt.reasons.first?.contains("Entity 'c' not defined") == true, "\(receipt.reasons)")
    #expect(try await fixture.rows(BloodEntry.kind).isEmpty)
  }

  @Test(arguments: [
    "<HealthData>" + String(repeating: "<a>", count: 100_000),
    "<HealthData><Record type=\"" + String(repeating: "x", count: 12 << 20) + "\"/></HealthData>",
    "<!DOCTYPE HealthData [" + String(repeating: "<!-- x -->", count: 200_000) + "]><HealthData/>",
    "<HealthData><Record type=\"a\" value=\"1\"></HealthData>", "<HealthData locale=\"\u{0}\">",
    "<HealthData xmlns:x=\"a\" x:b=\"1\" x:b=\"2\"/>",
  ])
  func absurdXML(text: String) async throws {
    let fixture = try await HealthFixture()
    let receipt = try await fixture.importAppleHealth(try fixture.file("export.xml", text))
    #expect(receipt.plan.summary.skipped >= 1)
  }

  @Test(arguments: ["nan", "1e999", "-1e999", "", "0x10", "١", "1,5"])
  func absurdNumbers(value: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "export.xml",
      AppleHealthTests.export(
        AppleHealthTests.record("HKQuantityTypeIdentifierBodyMass", value, unit: "kg"),
        AppleHealthTests.record("HKQuantityTypeIdentifierStepCount", value)))
    try await fixture.importAppleHealth(file)
    #expect(try await fixture.rows(WeightEntry.kind).isEmpty || value == "0x10")
    #expect(try await fixture.importAppleHealth(file).events == 0)
  }

  @Test(arguments: [
    "0000-00-00 00:00:00 +0000", "99999-12-31 00:00:00 +0000", "2024-13-01 00:00:00 +0000", "now",
  ])
  func absurdTimes(time: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "export.xml",
      AppleHealthTests.export(
        AppleHealthTests.record("HKQuantityTypeIdentifierBodyMass", "60", unit: "kg", at: time),
        AppleHealthTests.record("HKQuantityTypeIdentifierStepCount", "60", at: time)))
    let receipt = try await fixture.importAppleHealth(file)
    #expect(receipt.plan.summary.skipped == 1)
    #expect(try await fixture.only(WeightEntry.kind)["date"] == .null)
  }

  /// A workout without an end is no entry, and the next is.
  @Test func hugeSample() async throws {
    let fixture = try await HealthFixture()
    let events = String(
      repeating: "<WorkoutEvent type=\"a\"><MetadataEntry key=\"k\" value=\"v\"/></WorkoutEvent>",
      count: 40_000)
    let workout = "<Workout workoutActivityType=\"x\" startDate=\"2024-01-02 08:00:00 +0000\""
    let file = try fixture.file(
      "export.xml",
      AppleHealthTests.export(AppleHealthTests.me, workout + ">\(events)</Workout>", workout + "/>"))
    let receipt = try await fixture.importAppleHealth(file)
    #expect(receipt.reasons == ["a Workout that holds more than 4 MiB is left out"])
    #expect(try await fixture.rows(BloodEntry.kind).count == 1)
  }

  @Test func manyHalves() async throws {
    let fixture = try await HealthFixture()
    let halves = (0..<303).map { index in
      "<Record type=\"HKQuantityTypeIdentifierBloodPressureSystolic\" sourceName=\"\(index)\" value=\"1\"/>"
    }
    let file = try fixture.file("export.xml", AppleHealthTests.export(AppleHealthTests.me, halves.joined()))
    let receipt = try await fixture.ledger.importAll(
      AppleHealthImporter(files: [file], zone: .utc, halvesMax: 300))
    #expect(receipt.plan.summary.skipped == 1)
    #expect(receipt.plan.summary.created == 301)
  }

  /// 12 MB in a document are read, a million elements are not, and neither ends the import.
  @Test func largeDocuments() async throws {
    let fixture = try await HealthFixture()
    let text = String(repeating: "<!-- \(String(repeating: "x", count: 1000)) -->", count: 12_000)
    _ = try fixture.file("x/a.xml", "<ClinicalDocument>\(text)</ClinicalDocument>")
    _ = try fixture.file(
      "x/b.xml", "<ClinicalDocument>\(String(repeating: "<a/>", count: 1_000_001))</ClinicalDocument>")
    _ = try fixture.file("x/c.xml", "<ClinicalDocument><recordTarget/></ClinicalDocument>")
    let receipt = try await fixture.ledger.importAll(
      CCDAImporter(files: [fixture.folder.path + "/x"], zone: .utc))
    #expect(receipt.reasons.map { $0.prefix(20) } == ["it has more than 100"])
    #expect(receipt.plan.summary.read == 2)
  }

  /// Elements in elements are read to a depth that no document has, and the files beside deeper ones are read.
  @Test func deepDocuments() async throws {
    let fixture = try await HealthFixture()
    func nested(_ start: String, _ end: String, _ count: Int) -> String {
      let inner = String(repeating: start, count: count) + "x" + String(repeating: end, count: count)
      return "<ClinicalDocument>\n\(inner)</ClinicalDocument>"
    }
    _ = try fixture.file("x/a.xml", nested("<list><item>", "</item></list>", 5000))
    _ = try fixture.file("x/b.xml", nested("<text>", "</text>", 256))
    _ = try fixture.file("x/c.xml", nested("<text>", "</text>", 255))
    let receipt = try await fixture.ledger.importAll(
      CCDAImporter(files: [fixture.folder.path + "/x"], zone: .utc))
    #expect(receipt.reasons == Array(repeating: "it is nested more than 256 levels deep", count: 2))
    #expect(receipt.plan.skipped.map(\.line) == [2, 2])
    #expect(receipt.plan.summary.read == 1)
  }

  private static let export = AppleHealthTests.export(
    AppleHealthTests.me, AppleHealthTests.record("HKQuantityTypeIdentifierBodyMass", "60", unit: "kg"),
    AppleHealthTests.record("HKQuantityTypeIdentifierStepCount", "9"))
  private static let bundle = FHIRSample.bundle(
    FHIRSample.patient, FHIRSample.observation("\"valueQuantity\":{\"value\":1,\"unit\":\"g\"}"))

  /// Reads bytes as what they may be: how many entries are in them.
  private static func read(_ bytes: [UInt8], asXML: Bool) throws -> Int {
    asXML ? try HealthExportProbe.run(bytes) : FHIRProbe.run(bytes)
  }

  /// Cut at every length.
  @Test(arguments: [true, false])
  func aCutFileHasNoMoreEntries(asXML: Bool) throws {
    let bytes = Array((asXML ? Self.export : Self.bundle).utf8)
    let whole = try Self.read(bytes, asXML: asXML)
    #expect(whole > 0)
    for count in 0..<bytes.count {
      #expect(try Self.read(Array(bytes[..<count]), asXML: asXML) <= whole, "\(count) bytes")
    }
  }

  /// Every byte turned into others.
  @Test(.seeded, arguments: [true, false])
  func changedBytesReadTheSameAgain(asXML: Bool) throws {
    let bytes = Array((asXML ? Self.export : Self.bundle).utf8)
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: .min ... .max, using: &random)
      }
      let count = try Self.read(changed, asXML: asXML)
      #expect(try Self.read(changed, asXML: asXML) == count, "\(changed)")
    }
  }

  @Test(arguments: [
    String(repeating: "[", count: 100_000), "{\"resourceType\":\"Bundle\",\"entry\":7}",
    "{\"resourceType\":\"Patient\",\"birthDate\":1e999}", "{\"resourceType\":7}", "[1,2]", "null", "\"x\"",
    "{\"resourceType\":\"Patient\",\"resourceType\":\"Patient\"}",
  ])
  func absurdJSON(text: String) async throws {
    let fixture = try await HealthFixture()
    let receipt = try await fixture.importFHIR(try fixture.file("a.json", text))
    #expect(receipt.plan.summary.read == 0)
    #expect(try await fixture.rows(MedicalRecord.kind).isEmpty)
  }

  /// Elements of any type but the one that they should have.
  @Test(.seeded) func elementsOfAnyTypeReadTheSameAgain() {
    var random = SeededRandom(seed: TestSeed.current)
    let values = [
      "null", "7", "\"x\"", "[]", "{}", "[{}]", "[null]", "{\"coding\":7}", "[[\"x\"]]", "true",
      "{\"value\":{}}",
    ]
    let names = [
      "id", "status", "subject", "patient", "code", "name", "contact", "telecom", "address", "birthDate",
      "valueQuantity",
      "component", "note", "dosage", "content", "reaction", "extension", "identifier", "effectivePeriod",
      "animal",
      "contained", "meta", "text", "referenceRange", "medicationReference", "presentedForm",
      "protocolApplied",
    ]
    let types = [
      "Patient", "Observation", "Immunization", "AllergyIntolerance", "Condition", "MedicationStatement",
      "DocumentReference", "DiagnosticReport", "Practitioner", "RelatedPerson", "Procedure",
      "FamilyMemberHistory", "Flag", "Basic",
    ]
    for _ in 0..<3000 {
      let members = names.shuffled(using: &random).prefix(8).map { name in
        "\"\(name)\":\(values.randomElement(using: &random) ?? "null")"
      }
      let type = types.randomElement(using: &random) ?? "Patient"
      let text = "{\"resourceType\":\"\(type)\",\(members.joined(separator: ","))}"
      let count = FHIRProbe.run(Array(text.utf8))
      #expect(FHIRProbe.run(Array(text.utf8)) == count, "\(text)")
    }
  }
}
