import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// What was not, is not yet, or no longer is, never reads as if it were.
@Suite struct ClinicalStateTests {
  static func resource(_ type: String, _ elements: String) -> String {
    let owner = ["Immunization", "AllergyIntolerance"].contains(type) ? "patient" : "subject"
    return
      "{\"resourceType\":\"\(type)\",\"id\":\"x\",\"\(owner)\":{\"reference\":\"Patient/ann\"},\(elements)}"
  }

  /// The entry that a resource becomes, by its name.
  static func name(_ type: String, _ elements: String, _ kind: String, _ field: String) async throws
    -> String?
  {
    let fixture = try await HealthFixture()
    let text = FHIRSample.bundle(FHIRSample.patient, resource(type, elements))
    let file = try fixture.file("x.json", text)
    try await fixture.importFHIR(file)
    #expect(try await fixture.importFHIR(file).events == 0)
    return try await fixture.only(kind)[field]?.string
  }

  static let aspirin = "\"medicationCodeableConcept\":{\"text\":\"Aspirin\"}"

  @Test(arguments: [
    ("MedicationRequest", "\"status\":\"active\",\"intent\":\"order\"", "Aspirin"),
    ("MedicationRequest", "\"status\":\"completed\",\"intent\":\"order\"", "Aspirin"),
    (
      "MedicationRequest", "\"status\":\"active\",\"intent\":\"order\",\"doNotPerform\":true",
      "Not to be taken: Aspirin"
    ),
    ("MedicationRequest", "\"status\":\"active\",\"intent\":\"proposal\"", "Proposed: Aspirin"),
    ("MedicationRequest", "\"status\":\"active\",\"intent\":\"plan\"", "Planned: Aspirin"),
    ("MedicationRequest", "\"status\":\"draft\",\"intent\":\"order\"", "Draft: Aspirin"),
    ("MedicationRequest", "\"status\":\"cancelled\",\"intent\":\"order\"", "Cancelled: Aspirin"),
    ("MedicationRequest", "\"status\":\"stopped\",\"intent\":\"order\"", "Stopped: Aspirin"),
    ("MedicationRequest", "\"status\":\"on-hold\",\"intent\":\"order\"", "On hold: Aspirin"),
    ("MedicationStatement", "\"status\":\"not-taken\"", "Not taken: Aspirin"),
    ("MedicationStatement", "\"status\":\"active\",\"taken\":\"n\"", "Not taken: Aspirin"),
    ("MedicationStatement", "\"status\":\"active\",\"wasNotTaken\":true", "Not taken: Aspirin"),
    ("MedicationStatement", "\"status\":\"intended\"", "Planned: Aspirin"),
    (
      "MedicationStatement",
      "\"status\":\"recorded\",\"adherence\":{\"code\":{\"coding\":[{\"code\":\"not-taking\"}]}}",
      "Not taken: Aspirin"
    ),
  ])
  func aMedicineSaysItsState(type: String, elements: String, name: String) async throws {
    #expect(try await Self.name(type, "\(elements),\(Self.aspirin)", DrugEntry.kind, "name") == name)
  }

  @Test(arguments: [
    ("Procedure", "\"status\":\"completed\"", MedicalHistoryEntry.kind, "X"),
    ("Procedure", "\"status\":\"not-done\"", MedicalHistoryEntry.kind, "Not done: X"),
    ("Procedure", "\"status\":\"preparation\"", MedicalHistoryEntry.kind, "Planned: X"),
    ("Procedure", "\"status\":\"aborted\"", MedicalHistoryEntry.kind, "Stopped: X"),
    ("Procedure", "\"status\":\"completed\",\"notPerformed\":true", MedicalHistoryEntry.kind, "Not done: X"),
    ("Condition", "\"verificationStatus\":\"refuted\"", IllnessEntry.kind, "Ruled out: X"),
    (
      "Condition", "\"verificationStatus\":{\"coding\":[{\"code\":\"differential\"}]}", IllnessEntry.kind,
      "Suspected: X"
    ),
    ("Condition", "\"verificationStatus\":\"confirmed\"", IllnessEntry.kind, "X"),
    (
      "AllergyIntolerance", "\"verificationStatus\":{\"coding\":[{\"code\":\"refuted\"}]}", AllergyEntry.kind,
      "No allergy: X"
    ),
    ("AllergyIntolerance", "\"verificationStatus\":\"unconfirmed\"", AllergyEntry.kind, "X"),
    ("Flag", "\"status\":\"active\"", RiskEntry.kind, "X"),
  ])
  func aFindingSaysItsState(type: String, elements: String, kind: String, name: String) async throws {
    #expect(try await Self.name(type, "\(elements),\"code\":{\"text\":\"X\"}", kind, "information") == name)
  }

  /// A dose that was not given is no dose of that name, and has no date.
  @Test(arguments: ["\"status\":\"not-done\"", "\"status\":\"completed\",\"wasNotGiven\":true"])
  func aDoseThatWasNotGivenIsNone(status: String) async throws {
    let fixture = try await HealthFixture()
    let elements = "\(status),\"vaccineCode\":{\"text\":\"Tetanus\"},\"occurrenceDateTime\":\"2020-01-02\""
    try await fixture.importFHIR(
      try fixture.file(
        "v.json", FHIRSample.bundle(FHIRSample.patient, Self.resource("Immunization", elements))))
    let entry = try await fixture.only(VaccinationEntry.kind)
    #expect(
      [entry["name"], entry["date"] ?? .null, entry["comment"]] == [
        "Not given: Tetanus", .null, "date: 2020-01-02",
      ])
  }

  /// A value that was not measured is no value, and no weight.
  @Test(arguments: ["2339-0", "29463-7"]) func cancelledObservations(code: String) async throws {
    let fixture = try await HealthFixture()
    let observation = FHIRSample.observation("\"valueQuantity\":{\"value\":70,\"unit\":\"kg\"}", code: code)
      .replacing("\"final\"", with: "\"cancelled\"")
    try await fixture.importFHIR(
      try fixture.file("o.json", FHIRSample.bundle(FHIRSample.patient, observation)))
    let entry = try await fixture.only(BloodEntry.kind)
    #expect(entry["value"] == "cancelled")
    #expect(entry["comment"]?.string?.hasSuffix("value: 70 kg") == true)
    #expect(try await fixture.rows(WeightEntry.kind).isEmpty)
  }

  @Test func observationsKeepTheirParts() async throws {
    let fixture = try await HealthFixture()
    let element =
      "\"valueQuantity\":{\"value\":5.3,\"unit\":\"mmol/L\"},\"component\":[{\"code\":{\"text\":\"fasting\"},\"valueBoolean\":true}]"
    let observation = FHIRSample.observation(element).replacing("\"id\":\"o\"", with: "\"id\":17")
    try await fixture.importFHIR(
      try fixture.file("o.json", FHIRSample.bundle(FHIRSample.patient, observation)))
    let entry = try await fixture.only(BloodEntry.kind)
    #expect([entry["value"], entry["comment"]] == ["5.3 mmol/L", "Glucose; also: fasting yes"])
    #expect(try await fixture.rows(SourceResource.kind).contains { $0["sourceID"] == "17" })
  }

  // MARK: Dosages

  @Test(arguments: [
    (
      """
      {"sequence":1,"timing":{"repeat":{"frequency":2,"period":1,"periodUnit":"d"}},"asNeededBoolean":true,
       "route":{"text":"oral"},"doseAndRate":[{"doseQuantity":{"value":1,"unit":"tablet"}}],
       "patientInstruction":"with food"}
      """, "1 tablet, twice a day, as needed, oral, with food"
    ),
    (
      """
      {"text":"1 tablet at night","timing":{"repeat":{"when":["HS"],"boundsDuration":{"value":10,"unit":"days"}}},
       "doseQuantity":{"value":1,"unit":"tablet"}}
      """, "1 tablet at night; before sleep, for 10 days"
    ),
    (
      """
      {"timing":{"repeat":{"period":4,"periodMax":6,"periodUnit":"h"}},"asNeededCodeableConcept":{"text":"pain"},
       "maxDosePerPeriod":{"numerator":{"value":4,"unit":"g"},"denominator":{"value":24,"unit":"h"}}}
      """, "every 4 to 6 hours, as needed for pain, at most 4 g in 24 h"
    ),
    (
      """
      {"timing":{"repeat":{"frequency":1,"period":1,"periodUnit":"wk","dayOfWeek":["mon"],"timeOfDay":["08:00:00"]}},
       "additionalInstruction":[{"text":"sit upright"}]}
      """, "once a week, on Monday, at 08:00, sit upright"
    ),
    ("{\"timing\":{\"code\":{\"coding\":[{\"code\":\"BID\"}]}},\"route\":{\"text\":\"oral\"}}", "BID, oral"),
    ("{\"timing\":{\"repeat\":{\"frequency\":3,\"period\":1,\"periodUnits\":\"d\"}}}", "3 times a day"),
    ("{\"timing\":{\"repeat\":{\"frequency\":1,\"period\":1,\"periodUnit\":\"h\"}}}", "once an hour"),
    ("{\"doseRange\":{\"low\":{\"value\":1},\"high\":{\"value\":2,\"unit\":\"puff\"}}}", "1 – 2 puff"),
  ])
  func dosagesBecomeWords(dosage: String, words: String) async throws {
    let elements = "\"status\":\"active\",\(Self.aspirin),\"dosageInstruction\":[\(dosage)]"
    #expect(try await Self.name("MedicationRequest", elements, DrugEntry.kind, "information") == words)
  }
}
