import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// That there is none of something is not a thing of that name, in FHIR.
@Suite struct AbsenceTests {
  private static func coded(_ element: String, _ code: String, _ display: String? = nil) -> String {
    let display = display.map { ",\"display\":\"\($0)\"" } ?? ""
    return "\"\(element)\":{\"coding\":[{\"code\":\"local\"},{\"code\":\"\(code)\"\(display)}]}"
  }

  private static func only(_ type: String, _ elements: String, _ kind: String) async throws -> Row {
    let fixture = try await HealthFixture()
    let text = FHIRSample.bundle(FHIRSample.patient, ClinicalStateTests.resource(type, elements))
    let file = try fixture.file("x.json", text)
    #expect(try await fixture.importFHIR(file).plan.summary.unchanged == 0)
    #expect(try await fixture.importFHIR(file).events == 0)
    return try await fixture.only(kind)
  }

  @Test(arguments: [
    ("716186003", "None known"), ("409137002", "None known: drug allergy"),
    ("429625007", "None known: food allergy"), ("no-known-allergies", "None known"),
    ("no-allergy-info", "Not known"), ("91936005", "Penicillin"),
  ])
  func anAbsentAllergyIsSaid(code: String, name: String) async throws {
    let elements = Self.coded("code", code, "Penicillin")
    let row = try await Self.only("AllergyIntolerance", elements, AllergyEntry.kind)
    #expect(row["information"] == .string(name))
    #expect(row["comment"] == .string(name == "Penicillin" ? "" : "Penicillin"))
  }

  @Test(arguments: [
    ("MedicationStatement", "medicationCodeableConcept", "no-known-medications", DrugEntry.kind, "name"),
    ("MedicationStatement", "medicationCodeableConcept", "787481004", DrugEntry.kind, "name"),
    ("Condition", "code", "160245001", IllnessEntry.kind, "information"),
    ("Condition", "code", "no-known-problems", IllnessEntry.kind, "information"),
    ("Procedure", "code", "no-known-procedures", MedicalHistoryEntry.kind, "information"),
    ("Immunization", "vaccineCode", "no-known-immunizations", VaccinationEntry.kind, "name"),
  ])
  func absenceOfOtherKindsIsSaid(type: String, element: String, code: String, kind: String, field: String)
    async throws
  {
    #expect(try await Self.only(type, Self.coded(element, code), kind)[field] == "None known")
  }

  @Test(arguments: [
    ("{\"concept\":{\"coding\":[{\"code\":\"no-known-medications\"}]}}", "None known"),
    ("{\"concept\":{\"text\":\"Aspirin\"}}", "Aspirin"),
  ])
  func medicinesOfR5(medication: String, name: String) async throws {
    let elements = "\"status\":\"recorded\",\"medication\":\(medication)"
    #expect(try await Self.only("MedicationStatement", elements, DrugEntry.kind)["name"] == .string(name))
  }

  // MARK: States beside the status

  @Test(arguments: [
    ("not-taking-as-directed", "Not taken: X"), ("on-hold-as-directed", "On hold: X"),
    ("stopped-not-as-directed", "Stopped: X"), ("taking-not-as-directed", "X"),
  ])
  func whatIsNotTakenIsSaid(code: String, name: String) async throws {
    let elements =
      "\"status\":\"recorded\",\"adherence\":{\"code\":{\"coding\":[{\"code\":\"\(code)\"}]}},\"medication\":{\"concept\":{\"text\":\"X\"}}"
    #expect(try await Self.only("MedicationStatement", elements, DrugEntry.kind)["name"] == .string(name))
  }

  /// A code of the clinic's own may stand before the one that counts, and a text in its place.
  @Test(arguments: [
    "{\"coding\":[{\"code\":\"88\"},{\"code\":\"refuted\"}]}", "{\"text\":\"Refuted\"}", "\"refuted\"",
  ])
  func aRefutedConditionIsRuledOut(status: String) async throws {
    let elements = "\"verificationStatus\":\(status),\"code\":{\"text\":\"X\"}"
    #expect(try await Self.only("Condition", elements, IllnessEntry.kind)["information"] == "Ruled out: X")
  }

  @Test func whatWasEnteredInErrorIsNoEntry() async throws {
    let fixture = try await HealthFixture()
    let status = "{\"coding\":[{\"code\":\"88\"},{\"code\":\"entered-in-error\"}]}"
    let elements = "\"verificationStatus\":\(status),\"code\":{\"text\":\"X\"}"
    let text = FHIRSample.bundle(FHIRSample.patient, ClinicalStateTests.resource("Condition", elements))
    let receipt = try await fixture.importFHIR(try fixture.file("x.json", text))
    #expect(receipt.counts == [2, 0, 2, 0, 0])
    #expect(try await fixture.rows(IllnessEntry.kind).isEmpty)
  }

  /// A document shows its state as other entries do.
  @Test(arguments: [
    ("Media", "\"status\":\"not-done\",\"content\":{\"title\":\"Scan\"}", "Not done: Scan"),
    (
      "DiagnosticReport", "\"status\":\"cancelled\",\"code\":{\"text\":\"X-ray\"},\"presentedForm\":[{}]",
      "Cancelled: X-ray"
    ),
    (
      "DiagnosticReport", "\"status\":\"final\",\"code\":{\"text\":\"X-ray\"},\"presentedForm\":[{}]", "X-ray"
    ),
  ])
  func aDocumentSaysThatItWasNotDone(type: String, elements: String, name: String) async throws {
    let row = try await Self.only(type, elements, MedicalDocumentEntry.kind)
    #expect(row["documentName"] == .string(name))
  }

  @Test(arguments: [
    ("Encounter", "\"status\":\"cancelled\",\"type\":[{\"text\":\"Visit\"}]", "Cancelled: Visit"),
    ("Encounter", "\"status\":\"planned\",\"type\":[{\"text\":\"Visit\"}]", "Planned: Visit"),
    ("Encounter", "\"status\":\"finished\",\"class\":{\"code\":\"AMB\"}", "AMB"),
    ("DiagnosticReport", "\"status\":\"cancelled\",\"code\":{\"text\":\"Blood\"}", "Cancelled: Blood"),
  ])
  func aVisitSaysItsState(type: String, elements: String, name: String) async throws {
    let row = try await Self.only(type, elements, MedicalHistoryEntry.kind)
    #expect(row["information"] == .string(name))
  }

  @Test(arguments: [
    ("RiskAssessment", "\"status\":\"cancelled\",\"code\":{\"text\":\"Fall\"}", "Cancelled: Fall", ""),
    ("Flag", "\"status\":\"inactive\",\"code\":{\"text\":\"Fall\"}", "Fall", "status: inactive"),
    (
      "FamilyMemberHistory", "\"status\":\"partial\",\"relationship\":{\"text\":\"father\"}", "father",
      "status: partial"
    ),
  ])
  func aRiskSaysItsState(type: String, elements: String, name: String, comment: String) async throws {
    let elements =
      elements + (type == "FamilyMemberHistory" ? ",\"patient\":{\"reference\":\"Patient/ann\"}" : "")
    let row = try await Self.only(type, elements, RiskEntry.kind)
    #expect([row["information"], row["comment"]] == [.string(name), .string(comment)])
  }

  @Test func peopleWhoAreNotToBeCalledAnyMore() async throws {
    let fixture = try await HealthFixture()
    let person = """
      {"resourceType":"RelatedPerson","id":"r","active":false,"patient":{"reference":"Patient/ann"},
       "name":[{"text":"Eve"}],"relationship":[{"text":"wife"}]}
      """
    try await fixture.importFHIR(
      try fixture.file("x.json", FHIRSample.bundle(FHIRSample.patient, person)))
    let row = try await fixture.rows(EmergencyContact.kind).first { $0["name"] == "Eve" }
    #expect(row?["relationship"] == "wife (no longer)")
  }

  /// Several dosages come in their order.
  @Test func dosagesComeInTheirOrder() async throws {
    let elements =
      "\"status\":\"active\",\(ClinicalStateTests.aspirin),\"dosageInstruction\":[{\"sequence\":2,\"text\":\"then one\"},{\"sequence\":1,\"text\":\"two at first\"}]"
    let row = try await Self.only("MedicationRequest", elements, DrugEntry.kind)
    #expect(row["information"] == "two at first; then one")
  }
}
