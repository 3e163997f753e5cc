import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// Resources that tests share.
enum FHIRSample {
  static let patient = """
    {"resourceType":"Patient","id":"ann","gender":"female","birthDate":"1980-03-01",
     "name":[{"use":"official","family":"Lee","given":["Ann","Mary"]},{"use":"nickname","text":"Annie"}],
     "identifier":[{"system":"http://hl7.org/fhir/sid/us-ssn","value":"000-00-0001"}],
     "address":[{"line":["1 Elm Street"],"city":"Town","postalCode":"0123"}],
     "contact":[{"name":{"text":"Ben Lee"},"relationship":[{"text":"husband"}],
       "telecom":[{"system":"phone","value":"+44 1"},{"system":"email","value":"ben@example.org"}]}]}
    """

  static func observation(_ more: String, code: String = "2339-0", id: String = "o") -> String {
    """
    {"resourceType":"Observation","id":"\(id)","status":"final","subject":{"reference":"Patient/ann"},
     "code":{"text":"Glucose","coding":[{"system":"http://loinc.org","code":"\(code)"}]},\(more)}
    """
  }

  static func bundle(_ resources: String...) -> String {
    let entries = resources.map { "{\"resource\":\($0)}" }.joined(separator: ",\n")
    return "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\(entries)]}"
  }
}

/// What resources of each version become.
@Suite struct FHIRImportTests {
  @Test func aPatientBecomesARecord() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file("ann.json", FHIRSample.patient)
    #expect(try await fixture.importFHIR(file).counts == [1, 0, 1, 0, 0])
    let ann = try await fixture.only(MedicalRecord.kind)
    #expect(ann["displayName"] == "Ann Mary Lee")
    #expect(ann["personalNickName"] == "Annie")
    #expect(ann["personalBirthdate"] == "1980-03-01")
    #expect(ann["personalSocialSecurityNumber"] == "000-00-0001")
    #expect(ann["personalAddress"] == "1 Elm Street\n0123 Town")
    let contact = try await fixture.only(EmergencyContact.kind)
    #expect([contact["name"], contact["phone"], contact["relationship"]] == ["Ben Lee", "+44 1", "husband"])
    #expect(contact["record"] == .string(ann.id))
    #expect(try await fixture.importFHIR(file).events == 0)
  }

  /// The zeros at the end of a value say how exact it is.
  @Test func aValueKeepsItsZeros() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "o.json",
      FHIRSample.bundle(
        FHIRSample.patient,
        FHIRSample.observation("\"valueQuantity\":{\"value\":5.30,\"unit\":\"mmol/L\"}"),
        FHIRSample.observation(
          "\"valueQuantity\":{\"value\":70.50,\"unit\":\"kg\"}", code: "29463-7", id: "w"),
        FHIRSample.observation(
          """
          "component":[
            {"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}]},
             "valueQuantity":{"value":120.0,"unit":"mmHg"}},
            {"code":{"coding":[{"system":"http://loinc.org","code":"8462-4"}]},
             "valueQuantity":{"value":80.0,"unit":"mmHg"}}]
          """, code: "85354-9", id: "p")))
    #expect(try await fixture.importFHIR(file).counts == [4, 0, 4, 0, 0])
    #expect(
      try await fixture.rows(BloodEntry.kind).map { $0["value"]?.string }.sorted { ($0 ?? "") < ($1 ?? "") }
        == ["120/80 mmHg", "5.30 mmol/L"])
    #expect(try await fixture.only(WeightEntry.kind)["weight"] == 70.5)
    #expect(try await fixture.importFHIR(file).events == 0)
  }

  /// A date that cannot be does not keep the rest out.
  @Test func datesBeyondTheirBounds() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "o.json",
      FHIRSample.bundle(
        FHIRSample.patient.replacing("1980-03-01", with: "2980-03-01"),
        FHIRSample.observation(
          "\"valueString\":\"high\",\"effectiveDateTime\":\"2199-01-01T10:00:00Z\"")))
    let receipt = try await fixture.importFHIR(file)
    #expect(receipt.counts == [2, 0, 2, 0, 0])
    #expect(receipt.plan.notices.count == 2)
    #expect(
      receipt.plan.notices.allSatisfy {
        $0.reason.hasSuffix("; the value is left out; to import it anyway, use exceedsBounds")
      }, "\(receipt.plan.notices)")
    #expect(try await fixture.only(MedicalRecord.kind)["displayName"] == "Ann Mary Lee")
    let blood = try await fixture.only(BloodEntry.kind)
    #expect(blood["value"] == "high" && blood["date"] == .null)
    #expect(try await fixture.importFHIR(file).events == 0)
    #expect(try await fixture.importFHIR(file, exceedsBounds: true).plan.summary.changed == 2)
    #expect(try await fixture.only(BloodEntry.kind)["date"] == "2199-01-01T10:00:00.000Z")
  }

  /// What becomes no entry is counted.
  @Test func typesWithoutAnEntry() async throws {
    let fixture = try await HealthFixture()
    let other = "\"status\":\"active\",\"subject\":{\"reference\":\"Patient/ann\"}}"
    let file = try fixture.file(
      "o.json",
      FHIRSample.bundle(
        "{\"resourceType\":\"Claim\",\"id\":\"1\",\(other)", FHIRSample.patient,
        "{\"resourceType\":\"MedicationDispense\",\"id\":\"1\",\(other)",
        "{\"resourceType\":\"Claim\",\"id\":\"2\",\(other)"))
    #expect(
      try await fixture.importFHIR(file).plan.notices.map(\.reason)
        == ["kept as they came, without an entry: 2 Claim, 1 MedicationDispense"])
  }

  /// The same animal as each version says it.
  @Test(arguments: [
    "\"animal\":{\"species\":{\"text\":\"Dog\"},\"breed\":{\"text\":\"terrier\"}}",
    """
    "extension":[{"url":"http://hl7.org/fhir/StructureDefinition/patient-animal","extension":[
      {"url":"species","valueCodeableConcept":{"text":"Dog"}},
      {"url":"breed","valueCodeableConcept":{"coding":[{"display":"terrier"}]}}]}]
    """,
  ])
  func anAnimalIsAPetInEveryVersion(element: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "rex.json",
      """
      {"resourceType":"Patient","id":"rex",\(element),"name":[{"given":["Rex"],"family":"Lee"}],"gender":"male",
       "identifier":[{"value":"276 09"}],"contact":[{"name":{"text":"Ann Lee"},"telecom":[{"system":"phone","value":"1"}]}]}
      """)
    try await fixture.importFHIR(file)
    let rex = try await fixture.only(MedicalRecord.kind)
    #expect(rex["isPet"] == true)
    #expect(rex["displayName"] == "Rex")
    #expect(
      [rex["petBreed"], rex["personalAnimalID"], rex["ownerName"]] == ["terrier", "276 09", "Ann Lee"])
    #expect(try await fixture.rows(EmergencyContact.kind).isEmpty)
  }

  @Test(arguments: [
    ("\"valueQuantity\":{\"value\":6.3,\"unit\":\"mmol/l\"}", "6.3 mmol/l"),
    ("\"valueQuantity\":{\"value\":5,\"comparator\":\"<\",\"code\":\"mg\"}", "< 5 mg"),
    ("\"valueCodeableConcept\":{\"coding\":[{\"code\":\"260385009\",\"display\":\"Negative\"}]}", "Negative"),
    ("\"valueString\":\" as it is \"", " as it is "), ("\"valueBoolean\":false", "no"),
    ("\"valueInteger\":7", "7"),
    ("\"valueRange\":{\"low\":{\"value\":1},\"high\":{\"value\":2}}", "1 – 2"),
    ("\"valueRatio\":{\"numerator\":{\"value\":1},\"denominator\":{\"value\":128}}", "1 : 128"),
    ("\"valuePeriod\":{\"start\":\"2020\",\"end\":\"2021\"}", "2020 – 2021"),
    ("\"valueTime\":\"12:00\"", "12:00"), ("\"valueDateTime\":\"2020-02\"", "2020-02"),
    ("\"valueSampledData\":{\"data\":\"1 2 3\"}", "samples 1 2 3"),
    ("\"component\":[{\"code\":{\"text\":\"pH\"},\"valueQuantity\":{\"value\":7}}]", "pH 7"),
    (
      """
      "component":[{"code":{"coding":[{"system":"http://loinc.org","code":"8480-6"}]},"valueQuantity":{"value":120}},
        {"code":{"coding":[{"system":"http://loinc.org","code":"8462-4"}]},"valueQuantity":{"value":80}}]
      """, "120/80 mmHg"
    ),
    ("\"dataAbsentReason\":{\"text\":\"not done\"}", ""),
  ])
  func observationValues(element: String, value: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file(
      "o.json", FHIRSample.bundle(FHIRSample.patient, FHIRSample.observation(element)))
    try await fixture.importFHIR(file)
    let entry = try await fixture.only(BloodEntry.kind)
    #expect(entry["value"] == .string(value))
    #expect(entry["comment"]?.string?.hasPrefix("Glucose") == true)
  }

  @Test(arguments: [
    ("{\"value\":61.5,\"unit\":\"kg\"}", 61.5, "kg"), ("{\"value\":135,\"code\":\"[lb_av]\"}", 135, "lbs"),
    ("{\"value\":3400,\"unit\":\"g\"}", 3.4, "kg"), ("{\"value\":32,\"unit\":\"oz\"}", 2, "lbs"),
  ])
  func weightsAreInKilogramsOrPounds(quantity: String, weight: Double, unit: String) async throws {
    let fixture = try await HealthFixture()
    let element = "\"effectiveDateTime\":\"2020-05-06T07:08:09+02:00\",\"valueQuantity\":\(quantity)"
    let text = FHIRSample.bundle(FHIRSample.patient, FHIRSample.observation(element, code: "29463-7"))
    try await fixture.importFHIR(try fixture.file("w.json", text))
    let entry = try await fixture.only(WeightEntry.kind)
    #expect(entry["weight"]?.double == weight)
    #expect(entry["unit"] == .string(unit))
    #expect(entry["date"] == "2020-05-06T05:08:09.000Z")
  }

  @Test(
    arguments: [
      ("1980", "1980-01-01T00:00:00.000Z", true), ("1980-03", "1980-03-01T00:00:00.000Z", true),
      ("1980-03-04", "1980-03-04T00:00:00.000Z", false),
      ("1980-03-04T05:06:07.089-05:00", "1980-03-04T10:06:07.089Z", false), ("0000-00-00", nil, true),
      ("99999-12-31", nil, true), ("9999-12-31", nil, true), ("yesterday", nil, true),
      ("0001-01-01T00:00:00+14:00", nil, true),
    ] as [(String, String?, Bool)])
  func aPartOfADateIsSaid(text: String, instant: String?, isTold: Bool) async throws {
    let fixture = try await HealthFixture()
    let element = "\"effectiveDateTime\":\"\(text)\",\"valueInteger\":1"
    try await fixture.importFHIR(
      try fixture.file("d.json", FHIRSample.bundle(FHIRSample.patient, FHIRSample.observation(element))))
    let entry = try await fixture.only(BloodEntry.kind)
    #expect(entry["date"] == instant.map { .string($0) } ?? .null)
    #expect(entry["comment"]?.string?.contains("date: \(text)") == isTold)
  }

  /// `--record` takes an id, the beginning of one, or a name.
  @Test(arguments: ["ann lee", "Ann", "7e57"])
  func theRecordIsFoundByIdOrName(text: String) async throws {
    let fixture = try await HealthFixture()
    var ann = MedicalRecord()
    ann.id = Ref("7e57-1")
    (ann.personalGivenName, ann.personalFamilyName) = ("Ann", "Lee")
    var rex = MedicalRecord()
    (rex.isPet, rex.personalName) = (true, "Rex")
    let both = [ann, rex]
    try await fixture.ledger.commit { batch in for record in both { try batch.upsert(record) } }
    let file = try fixture.file("o.json", FHIRSample.bundle(FHIRSample.observation("\"valueInteger\":1")))
    try await fixture.importFHIR(file, record: text)
    #expect(try await fixture.only(BloodEntry.kind)["record"] == "7e57-1")
    await #expect(throws: (any Error).self) { try await fixture.importFHIR(file, record: "bob") }
  }

  /// Lines that are torn cost themselves alone, also the first.
  @Test func tornLines() async throws {
    let fixture = try await HealthFixture()
    let patient = FHIRSample.patient.split(separator: "\n").joined()
    let file = try fixture.file("a.ndjson", "{\"resourceType\":\"Pat\n\(patient)\n{\n")
    let receipt = try await fixture.importFHIR(file)
    #expect(receipt.counts == [1, 2, 1, 0, 0])
    #expect(receipt.plan.skipped.map(\.line) == [1, 3])
  }

  @Test func emptyFile() async throws {
    let fixture = try await HealthFixture()
    #expect(try await fixture.importFHIR(try fixture.file("x/a.json", " \n")).reasons == ["it is empty"])
    #expect(try await fixture.importFHIR(fixture.folder.path + "/x").counts == [0, 0, 0, 0, 0])
  }

  /// A changed resource writes what changed, and nothing else.
  @Test func aChangedResourceWritesWhatChanged() async throws {
    let fixture = try await HealthFixture()
    func file(_ value: Int) throws -> String {
      let observation = FHIRSample.observation("\"valueInteger\":\(value)")
      return try fixture.file("b.json", FHIRSample.bundle(FHIRSample.patient, observation))
    }
    try await fixture.importFHIR(try file(1))
    let receipt = try await fixture.importFHIR(try file(2))
    #expect(receipt.counts == [2, 0, 0, 1, 1])
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "2")
    // The entry, the resource, the source's run.
    #expect(receipt.events == 3)
  }

  @Test func enteredInError() async throws {
    let fixture = try await HealthFixture()
    let right = FHIRSample.observation("\"valueInteger\":1")
    let first = try fixture.file("1.json", FHIRSample.bundle(FHIRSample.patient, right))
    try await fixture.importFHIR(first)
    let wrong = right.replacing("\"final\"", with: "\"entered-in-error\"")
    try await fixture.importFHIR(try fixture.file("2.json", FHIRSample.bundle(FHIRSample.patient, wrong)))
    #expect(try await fixture.rows(BloodEntry.kind).isEmpty)
    try await fixture.importFHIR(first)
    #expect(try await fixture.rows(BloodEntry.kind).count == 1)
  }

  /// What the user deleted stays so.
  @Test func whatWasDeletedStaysDeleted() async throws {
    let fixture = try await HealthFixture()
    let observation = FHIRSample.observation("\"valueInteger\":1")
    let file = try fixture.file("b.json", FHIRSample.bundle(FHIRSample.patient, observation))
    try await fixture.importFHIR(file)
    let id = try await fixture.only(BloodEntry.kind).id
    try await fixture.ledger.commit { $0.delete(Ref<BloodEntry>(id)) }
    #expect(try await fixture.importFHIR(file).events == 0)
    #expect(try await fixture.rows(BloodEntry.kind).isEmpty)
  }

  @Test func lettersBecomeDocuments() async throws {
    let fixture = try await HealthFixture()
    let letter = """
      {"resourceType":"DocumentReference","id":"l","status":"current","subject":{"reference":"Patient/ann"},
       "content":[{"attachment":{"contentType":"text/plain","title":"Letter","url":"Binary/x"}}]}
      """
    let binary =
      "{\"resourceType\":\"Binary\",\"id\":\"x\",\"contentType\":\"text/plain\",\"data\":\"aGVs\\nbG8=\"}"
    let inline = letter.replacing("\"id\":\"l\"", with: "\"id\":\"m\"").replacing(
      "\"url\":\"Binary/x\"", with: "\"data\":\"aGVsbG8=\"")
    try await fixture.importFHIR(
      try fixture.file("b.json", FHIRSample.bundle(letter, inline, binary, FHIRSample.patient)))
    let documents = try await fixture.rows(MedicalDocumentEntry.kind)
    #expect(documents.map { $0["documentData"] } == ["aGVsbG8=", "aGVsbG8="])
    #expect(documents.map { $0["documentName"] } == ["Letter", "Letter"])
  }

  /// One resource a line, in any number of files, whichever comes first.
  @Test func bulkExport() async throws {
    let fixture = try await HealthFixture()
    let lines = (0..<300).map {
      FHIRSample.observation("\"valueInteger\":\($0)", id: "o\($0)").split(separator: "\n").joined()
    }
    _ = try fixture.file("bulk/Observation.ndjson", lines.joined(separator: "\n") + "\n\nnot json\n")
    _ = try fixture.file("bulk/Patient.ndjson", FHIRSample.patient.split(separator: "\n").joined())
    _ = try fixture.file("bulk/readme.txt", "not for us")
    let receipt = try await fixture.importFHIR(fixture.folder.path + "/bulk")
    #expect(Array(receipt.counts[..<2]) == [301, 1])
    #expect(receipt.plan.skipped.map(\.line) == [302])
    let ann = try await fixture.only(MedicalRecord.kind)
    #expect(ann["displayName"] == "Ann Mary Lee")
    #expect(ann["blood"]?.array?.count == 300)
    #expect(try await fixture.importFHIR(fixture.folder.path + "/bulk").events == 0)
  }
}
