import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// A number that a double would round is refused, or kept as it is written.
@Suite struct LargeNumberTests {
  /// 2^53 is a double, the next number is not.
  private static let (held, rounded) = ("9007199254740992", "9007199254740993")
  private static let reason = "purus.weightEntry.weight must be a number that a double holds"

  private static let weights: [(text: String, weight: Double?)] = [
    (held, 0x1p53), (rounded, nil), ("12345678901234567890", nil), ("00\(rounded)", nil),
    ("61.40000000000000000001", 61.4), ("0072", 72),
  ]

  /// What an import of one weight comes to.
  private func expect(
    _ fixture: HealthFixture, _ receipt: SyncReceipt, _ weight: Double?, _ text: String
  ) async throws {
    let weights = try await fixture.rows(WeightEntry.kind).compactMap { $0["weight"]?.double }
    #expect(weights == (weight.map { [$0] } ?? []), "\(text)")
    #expect(receipt.reasons.count == (weight == nil ? 1 : 0), "\(text): \(receipt.reasons)")
    #expect(receipt.reasons.allSatisfy { $0.hasPrefix(Self.reason) }, "\(text): \(receipt.reasons)")
  }

  @Test(arguments: weights.filter { $0.text.first != "0" }, ["kg", "g", "[lb_av]"])
  func weightsOfFHIR(_ sample: (text: String, weight: Double?), unit: String) async throws {
    let fixture = try await HealthFixture()
    let value = "\"valueQuantity\":{\"value\":\(sample.text),\"code\":\"\(unit)\"}"
    let file = try fixture.file(
      "weight.json",
      FHIRSample.bundle(FHIRSample.patient, FHIRSample.observation(value, code: "29463-7")))
    let receipt = try await fixture.importFHIR(file, exceedsBounds: true)
    try await expect(
      fixture, receipt, unit == "g" ? sample.weight.map { $0 / 1000 } : sample.weight, sample.text)
    #expect(try await fixture.rows(MedicalRecord.kind).count == 1)
  }

  @Test(arguments: weights) func weightsOfAppleHealth(_ text: String, _ weight: Double?) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "export.xml",
      AppleHealthTests.export(
        AppleHealthTests.me,
        AppleHealthTests.record("HKQuantityTypeIdentifierBodyMass", text, unit: "kg")))
    let receipt = try await fixture.importAppleHealth(file, exceedsBounds: true)
    try await expect(fixture, receipt, weight, text)
  }

  @Test(arguments: weights) func weightsOfClinicalDocuments(_ text: String, _ weight: Double?) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file("ccd.xml", CCDATests.document.replacing("61.5", with: text))
    let receipt = try await fixture.ledger.importAll(
      CCDAImporter(files: [file], zone: .utc), options: HealthFixture.options(true))
    try await expect(fixture, receipt, weight, text)
  }

  /// What is kept as a text has all of its digits.
  @Test(arguments: [
    (rounded, "count", "\(rounded) count"), ("-\(rounded)", "count", "-\(rounded) count"),
    (rounded, "%", "\(rounded) %"), ("12345678901234567890", "m", "12345678901234567890 m"),
    ("0.97", "%", "97 %"), ("1.23456789", "m", "1.2346 m"), ("0x10", "m", "0x10 m"), ("72", "m", "72 m"),
  ])
  func textsOfAppleHealth(_ value: String, _ unit: String, _ text: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "export.xml",
      AppleHealthTests.export(
        AppleHealthTests.me, AppleHealthTests.record("HKQuantityTypeIdentifierHeight", value, unit: unit)))
    try await fixture.importAppleHealth(file)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == .string(text))
  }

  /// A day's total does not hold a sample that would be rounded.
  @Test func totalsOfAppleHealth() async throws {
    let fixture = try await HealthFixture()
    func steps(_ value: String) -> String {
      AppleHealthTests.record("HKQuantityTypeIdentifierStepCount", value)
    }
    let file = try fixture.file(
      "export.xml", AppleHealthTests.export(AppleHealthTests.me, steps("100"), steps(Self.rounded)))
    let receipt = try await fixture.importAppleHealth(file)
    #expect(
      receipt.reasons == [
        "a record of HKQuantityTypeIdentifierStepCount has a value with more digits than a double holds"
      ])
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "100 count")
  }

  /// A field that FHIR has no element for is refused as well.
  @Test func numbersOfExtensions() async throws {
    let fixture = try await HealthFixture()
    func cost(_ value: String, id: String) -> String {
      """
      {"resourceType":"Basic","id":"\(id)","subject":{"reference":"Patient/ann"},
       "code":{"coding":[{"system":"urn:daybook:purus:kind","code":"purus.petYearlyCostEntry"}]},
       "extension":[{"url":"urn:daybook:purus:field:cost","valueString":"\(value)"},
        {"url":"urn:daybook:purus:field:year","valueString":"2026"}]}
      """
    }
    let file = try fixture.file(
      "costs.json", FHIRSample.bundle(FHIRSample.patient, cost(Self.rounded, id: "a"), cost("412.5", id: "b"))
    )
    let receipt = try await fixture.importFHIR(file)
    #expect(receipt.reasons.count == 1 && receipt.reasons[0].contains("purus.petYearlyCostEntry.cost"))
    #expect(try await fixture.only(PetYearlyCostEntry.kind)["cost"]?.double == 412.5)
  }
}
