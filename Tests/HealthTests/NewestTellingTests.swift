import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// Several documents that tell of one thing: what an import ends with, the same import ends with again.
@Suite struct NewestTellingTests {
  private static func observation(_ value: Int, at time: String?) -> String {
    let meta = time.map { "\"meta\":{\"lastUpdated\":\"\($0)\"}," } ?? ""
    return FHIRSample.bundle(
      FHIRSample.patient, FHIRSample.observation(meta + "\"valueInteger\":\(value)"))
  }

  @Test func theNewestCounts() async throws {
    let fixture = try await HealthFixture()
    let times = ["2024-03-01T00:00:00Z", "2024-01-01T00:00:00Z", nil, "2024-02-01T00:00:00Z"]
    for (index, time) in times.enumerated() {
      _ = try fixture.file("b/\(index).json", Self.observation(index, at: time))
    }
    let folder = fixture.folder.path + "/b"
    try await fixture.importFHIR(folder)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "0")
    #expect(try await fixture.importFHIR(folder).events == 0)
    // One that is older changes nothing afterwards either; a newer one does.
    #expect(try await fixture.importFHIR(folder + "/1.json").events == 0)
    let later = try fixture.file("later.json", Self.observation(9, at: "2024-04-01T00:00:00Z"))
    #expect(try await fixture.importFHIR(later).counts == [2, 0, 0, 1, 1])
    #expect(try await fixture.importFHIR(folder).events == 0)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "9")
  }

  @Test func whereNothingSaysItTheFirstCounts() async throws {
    let fixture = try await HealthFixture()
    let first = try fixture.file("1.json", Self.observation(1, at: nil))
    let second = try fixture.file("2.json", Self.observation(2, at: nil))
    let receipt = try await fixture.importFHIR(first, second)
    #expect(receipt.plan.notices.map(\.file) == [second])
    #expect(receipt.plan.notices.first?.reason.contains("Observation o occurs twice") == true)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "1")
    #expect(try await fixture.importFHIR(first, second).events == 0)
    // In an import of its own it is what its source says now.
    try await fixture.importFHIR(second)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "2")
  }

  /// Any tellings in any order, in one import or in several: the last import, made again, writes nothing.
  @Test(.seeded, arguments: 0..<30 as Range<UInt64>)
  func everyOrder(round: UInt64) async throws {
    var random = SeededRandom(seed: TestSeed.current &+ round)
    let fixture = try await HealthFixture()
    for run in 0..<3 {
      for file in 0..<5 {
        let day = Int.random(in: 0...3, using: &random)
        let time = day == 0 ? nil : "2024-01-0\(day)T00:00:00Z"
        let value = Int.random(in: 1...3, using: &random)
        _ = try fixture.file("\(run)/\(file).json", Self.observation(value, at: time))
      }
      let folder = fixture.folder.path + "/\(run)"
      try await fixture.importFHIR(folder)
      #expect(
        try await fixture.importFHIR(folder).events == 0, "DAYBOOK_SEED=\(TestSeed.current), \(round)")
    }
  }

  /// A doctor of two patients stands in the documents of both.
  @Test func doctorOfTwo() async throws {
    let fixture = try await HealthFixture()
    for (index, name) in ["ann", "bob"].enumerated() {
      let patient = "{\"resourceType\":\"Patient\",\"id\":\"\(name)\"}"
      let visit =
        "{\"resourceType\":\"Procedure\",\"id\":\"p\(index)\",\"code\":{\"text\":\"x\"},\"subject\":{\"reference\":\"Patient/\(name)\"},\"performer\":[{\"actor\":{\"reference\":\"Practitioner/d\"}}]}"
      let doctor = "{\"resourceType\":\"Practitioner\",\"id\":\"d\",\"name\":[{\"text\":\"Dr Yu\"}]}"
      _ = try fixture.file("b/\(index).json", FHIRSample.bundle(patient, visit, doctor))
    }
    let folder = fixture.folder.path + "/b"
    try await fixture.importFHIR(folder)
    #expect(Set(try await fixture.rows(HumanDoctorEntry.kind).compactMap { $0["record"]?.string }).count == 2)
    #expect(try await fixture.importFHIR(folder).events == 0)
  }

  private static func document(_ id: String, _ value: Int, at time: String) -> String {
    """
    <ClinicalDocument><effectiveTime value="\(time)"/><recordTarget><patientRole><id root="1"/></patientRole></recordTarget>
    <component><structuredBody><component><section><code code="30954-2"/><text/><entry><observation>\(id)
    <code displayName="x"/><value value="\(value)"/></observation></entry></section></component></structuredBody></component>
    </ClinicalDocument>
    """
  }

  @Test func clinicalDocuments() async throws {
    let fixture = try await HealthFixture()
    let id = "<id root=\"9\"/>"
    for (index, time) in ["20240102", "20240103", "20240101", "20240103"].enumerated() {
      _ = try fixture.file("b/\(index).xml", Self.document(id, index, at: time))
    }
    let folder = fixture.folder.path + "/b"
    func run() async throws -> SyncReceipt {
      try await fixture.ledger.importAll(CCDAImporter(files: [folder], zone: .utc))
    }
    #expect(try await run().plan.summary.skipped == 0)
    #expect(try await fixture.only(BloodEntry.kind)["value"] == "1")
    #expect(try await run().events == 0)
  }

  /// An id that says that there is none is none.
  @Test func noID() async throws {
    let fixture = try await HealthFixture()
    let none = "<id nullFlavor=\"NI\"/>"
    for value in 1...2 { _ = try fixture.file("b/\(value).xml", Self.document(none, value, at: "20240102")) }
    let folder = fixture.folder.path + "/b"
    let receipt = try await fixture.ledger.importAll(CCDAImporter(files: [folder], zone: .utc))
    #expect(receipt.plan.notices.isEmpty)
    #expect(try await fixture.rows(BloodEntry.kind).count == 2)
  }

  @Test(.realData("fhir/ccda-hl7")) func allRealDocumentsTwice() async throws {
    let fixture = try await HealthFixture()
    func run() async throws -> SyncReceipt {
      try await fixture.ledger.importAll(CCDAImporter(files: [RealData.path("fhir/ccda-hl7")], zone: .utc))
    }
    let receipt = try await run()
    print("real C-CDA together: \(receipt.plan.summary.jsonText), \(receipt.plan.notices.count) notices")
    #expect(try await run().events == 0)
  }
}
