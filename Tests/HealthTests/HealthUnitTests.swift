import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// Numbers, units and texts of an export of Apple Health, as a person would write them.
@Suite struct HealthUnitTests {
  private static func values(_ records: String...) async throws -> Set<String> {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "export.xml", AppleHealthTests.export(AppleHealthTests.me, records.joined()))
    try await fixture.importAppleHealth(file)
    #expect(try await fixture.importAppleHealth(file).events == 0)
    return Set(try await fixture.rows(BloodEntry.kind).compactMap { $0["value"]?.string })
  }

  @Test(arguments: [("0.97", "97 %"), ("1", "100 %"), ("97", "97 %"), ("98.6", "98.6 %"), ("0", "0 %")])
  func sharesArePercent(value: String, told: String) async throws {
    #expect(
      try await Self.values(
        AppleHealthTests.record("HKQuantityTypeIdentifierOxygenSaturation", value, unit: "%")) == [told])
  }

  @Test func sharesOfADay() async throws {
    let type = "HKQuantityTypeIdentifierWalkingAsymmetryPercentage"
    #expect(
      try await Self.values(
        AppleHealthTests.record(type, "0.02", unit: "%"), AppleHealthTests.record(type, "4", unit: "%"))
        == ["3 % (2 – 4)"])
  }

  @Test func molarUnits() async throws {
    let unit = "mmol&lt;180.15588000000005&gt;/L"
    let single = AppleHealthTests.record("HKQuantityTypeIdentifierBloodGlucose", "5.4", unit: unit)
    let range = AppleHealthTests.record("HKQuantityTypeIdentifierX", "1.5", unit: unit)
    #expect(try await Self.values(single, range) == ["5.4 mmol/L", "1.5 mmol/L"])
  }

  /// A category without values says so; how long is what counts.
  @Test(arguments: [
    ("08:04:48", "4.8 min"), ("09:30:00", "1.5 h"), ("08:00:20", "20 s"), ("08:00:00", "once"),
  ])
  func aCategoryWithoutAValueLasts(end: String, told: String) async throws {
    let record = AppleHealthTests.record(
      "HKCategoryTypeIdentifierMindfulSession", "HKCategoryValueNotApplicable", unit: "",
      until: "2024-01-02 \(end) +0000")
    #expect(try await Self.values(record) == [told])
  }

  /// An ampersand and what else XML has names for is what the file says, in the entry and in what is kept of it.
  @Test func textIsWhatTheFileSays() async throws {
    let fixture = try await HealthFixture()
    let written = "A &amp; B &lt;x&gt; &quot;q&quot; M&#252;ller &#38;amp; &amp;#38; &apos;z&apos;"
    let said = "A & B <x> \"q\" Müller &amp; &#38; 'z'"
    let weight = AppleHealthTests.record(
      "HKQuantityTypeIdentifierBodyMass", "68.5", unit: "kg", source: written,
      inner: "<MetadataEntry key=\"x\" value=\"\(written)\"/>")
    let steps = AppleHealthTests.record("HKQuantityTypeIdentifierStepCount", "68", source: written)
    let file = try fixture.file("export.xml", AppleHealthTests.export(AppleHealthTests.me, weight, steps))
    try await fixture.importAppleHealth(file)
    #expect(try await fixture.only(WeightEntry.kind)["comment"] == .string(said))
    #expect(try await fixture.only(BloodEntry.kind)["comment"]?.string?.hasSuffix("; " + said) == true)
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    let record = try #require(kept.first { $0.contains("BodyMass") })
    let json = try JSONParser.parse(record)
    #expect(json.object?["sourceName"] == .string(said))
    #expect(json.object?["metadata"]?.array?.first?.object?["value"] == .string(said))
  }

  /// The same of a clinical document's attributes, and of the element that is kept.
  @Test func textOfClinicalDocuments() async throws {
    let entry = CCDAStateTests.medicine(
      "moodCode='EVN'", code: "<code code='1' displayName='Salt &amp; &lt;water&gt; &#38;amp;'/>")
    let fixture = try await HealthFixture()
    let text = CCDAStateTests.document("10160-0", "<entry>\(entry)</entry>")
    let file = try fixture.file("x.xml", text)
    _ = try await fixture.ledger.importAll(CCDAImporter(files: [file], zone: .utc))
    #expect(try await fixture.only(DrugEntry.kind)["name"] == "Salt & <water> &amp;")
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(kept.contains { $0.contains("displayName=\"Salt &amp; &lt;water&gt; &amp;amp;\"") })
  }

  /// An entity is not opened, whatever character set hides the document type that declares it.
  @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf8])
  func entitiesStayShut(encoding: String.Encoding) async throws {
    let fixture = try await HealthFixture()
    let secret = try fixture.file("secret.txt", "secret")
    let text = """
      \u{feff}<!DOCTYPE HealthData [<!ENTITY a SYSTEM "file://\(secret)"><!ENTITY b "grown">]>
      <HealthData><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="x&b;&a;" unit="kg" value="61"
      startDate="2024-01-02 08:00:00 +0000" endDate="2024-01-02 08:00:00 +0000"/></HealthData>
      """
    let data = try #require(text.data(using: encoding))
    try await fixture.importAppleHealth(try fixture.file("export.xml", Array(data)))
    for row in try await fixture.rows(WeightEntry.kind) {
      #expect(row["comment"]?.string?.contains("secret") == false)
      #expect(row["comment"]?.string?.contains("grown") == false)
    }
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(!kept.contains { $0.contains("secret") })
  }

  /// A text that is too long for an entry ends with a whole character.
  @Test func longTextsEndWithAWholeCharacter() {
    let family = "👩‍👩‍👧"
    let text = String(repeating: "a", count: HealthEntry.textSizeBytesMax - 5) + family
    let entry = HealthEntry(AllergyEntry.kind, ["comment": .string(text)])
    #expect(entry.fields["comment"]?.string == String(text.dropLast()) + "…")
  }
}
