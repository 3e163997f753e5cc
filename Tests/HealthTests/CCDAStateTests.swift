import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// Negations, moods and names of clinical documents.
@Suite struct CCDAStateTests {
  static func document(_ section: String, _ entries: String, narrative: String = "") -> String {
    """
    <ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <recordTarget><patientRole><id root="1" extension="7"/><patient><name><given>Ann</given></name></patient>
      </patientRole></recordTarget>
      <component><structuredBody><component><section><code code="\(section)"/><text>\(narrative)</text>
      \(entries)</section></component></structuredBody></component></ClinicalDocument>
    """
  }

  static func rows(_ section: String, _ entry: String, _ kind: String, narrative: String = "")
    async throws -> [Row]
  {
    let fixture = try await HealthFixture()
    let file = try fixture.file("x.xml", document(section, "<entry>\(entry)</entry>", narrative: narrative))
    func run() async throws -> SyncReceipt {
      try await fixture.ledger.importAll(CCDAImporter(files: [file], zone: .utc))
    }
    #expect(try await run().reasons == [])
    #expect(try await run().events == 0)
    return try await fixture.rows(kind)
  }

  static func only(_ section: String, _ entry: String, _ kind: String, narrative: String = "")
    async throws -> Row
  {
    let rows = try await rows(section, entry, kind, narrative: narrative)
    try #require(rows.count == 1, "\(rows.count)")
    return rows[0]
  }

  static func medicine(_ attributes: String, _ more: String = "", code: String? = nil) -> String {
    """
    <substanceAdministration classCode="SBADM" \(attributes)><id root="m"/>\(more)<consumable><manufacturedProduct>
    <manufacturedMaterial>\(code ?? "<code code='1191' displayName='Aspirin'/>")</manufacturedMaterial>
    </manufacturedProduct></consumable></substanceAdministration>
    """
  }

  private static let medications = "10160-0"

  @Test(arguments: [
    ("moodCode='EVN'", "", "Aspirin", ""), ("moodCode='INT'", "", "Aspirin", "as prescribed"),
    ("moodCode='EVN' negationInd='true'", "", "Not taken: Aspirin", ""),
    ("moodCode='PRP'", "", "Proposed: Aspirin", ""),
    ("moodCode='EVN'", "<statusCode code='aborted'/>", "Stopped: Aspirin", ""),
    ("moodCode='EVN'", "<statusCode code='suspended'/>", "On hold: Aspirin", ""),
    ("moodCode='EVN'", "<statusCode code='completed'/>", "Aspirin", "status: completed"),
  ])
  func aMedicineSaysItsState(attributes: String, more: String, name: String, comment: String) async throws {
    let row = try await Self.only(Self.medications, Self.medicine(attributes, more), DrugEntry.kind)
    #expect([row["name"], row["comment"]] == [.string(name), .string(comment)])
  }

  /// Nobody takes a medicine called "drug or medication".
  @Test func noMedicines() async throws {
    let code = """
      <code nullFlavor="OTH"><translation code="410942007" displayName="drug or medication"/></code>
      """
    let told = Self.medicine(
      "moodCode='EVN' negationInd='true'", "<text><reference value='#m1'/></text>", code: code)
    let narrative = "<content ID='m1'>No known medications</content>"
    #expect(
      try await Self.only(Self.medications, told, DrugEntry.kind, narrative: narrative)["name"]
        == "No known medications")
    let silent = Self.medicine("moodCode='EVN' negationInd='true'", code: code)
    #expect(try await Self.only(Self.medications, silent, DrugEntry.kind)["name"] == "None known")
  }

  @Test func whatShouldNeverHaveBeenThereIsNot() async throws {
    let entry = Self.medicine("moodCode='EVN'", "<statusCode code='nullified'/>")
    #expect(try await Self.rows(Self.medications, entry, DrugEntry.kind).isEmpty)
  }

  @Test func medicinesOfADischarge() async throws {
    let entry = """
      <act classCode="ACT" moodCode="EVN"><entryRelationship typeCode="SUBJ">\(Self.medicine("moodCode='EVN'"))
      </entryRelationship></act>
      """
    #expect(try await Self.only("10183-2", entry, DrugEntry.kind)["name"] == "Aspirin")
  }

  @Test(arguments: [
    ("<code displayName='Unknown'><originalText><reference value='#n'/></originalText></code>", "Ibuprofen"),
    ("<code nullFlavor='UNK'><originalText>Aspirin 81 mg</originalText></code>", "Aspirin 81 mg"),
    ("<code code='1' displayName='UNK'><translation displayName='ASA'/></code>", "ASA"),
    ("<code nullFlavor='NI'/><name>Acetylsalicylic acid</name>", "Acetylsalicylic acid"),
    ("<code code='1191'/>", "1191"),
    ("<code code='1191' displayName='Aspirin'/><name>Brand</name>", "Aspirin"),
  ])
  func aMedicineIsNamedByItsText(code: String, name: String) async throws {
    let row = try await Self.only(
      Self.medications, Self.medicine("moodCode='EVN'", code: code), DrugEntry.kind,
      narrative: "<paragraph ID='n'>Ibuprofen</paragraph>")
    #expect(row["name"] == .string(name))
  }

  @Test(arguments: [
    (
      """
      <effectiveTime xsi:type="IVL_TS"><low value="20200101"/></effectiveTime>
      <effectiveTime xsi:type="PIVL_TS" operator="A"><period value="12" unit="h"/></effectiveTime>
      <routeCode displayName="Oral"/><doseQuantity value="1" unit="{tbl}"/>
      """, "1 {tbl}, every 12 hours, Oral"
    ),
    (
      """
      <effectiveTime xsi:type="PIVL_TS"><period><low value="4" unit="h"/><high value="6" unit="h"/></period></effectiveTime>
      <precondition><criterion><value displayName="Wheezing"/></criterion></precondition>
      """, "every 4 to 6 hours, as needed for Wheezing"
    ),
    (
      """
      <effectiveTime xsi:type="EIVL_TS"><event code="ACM"/><offset><low value="30" unit="min"/></offset></effectiveTime>
      <text><reference value="#sig"/></text>
      """, "30 min before breakfast; Take with water"
    ),
    (
      """
      <text>Aspirin</text><entryRelationship typeCode="SUBJ"><act><templateId root="2.16.840.1.113883.10.20.22.4.20"/>
      <text>Not on an empty stomach</text></act></entryRelationship>
      """, "Not on an empty stomach"
    ),
    ("<patientInstruction>Shake well</patientInstruction>", "Shake well"),
  ])
  func dosagesBecomeWords(elements: String, words: String) async throws {
    let row = try await Self.only(
      Self.medications, Self.medicine("moodCode='EVN'", elements), DrugEntry.kind,
      narrative: "<td ID='sig'>Take with water</td>")
    #expect(row["information"] == .string(words))
  }

  @Test(arguments: [
    ("moodCode='EVN'", "Appendectomy"), ("moodCode='EVN' negationInd='true'", "Not done: Appendectomy"),
    ("moodCode='INT'", "Planned: Appendectomy"), ("moodCode='RQO'", "Planned: Appendectomy"),
  ])
  func aProcedureSaysItsState(attributes: String, name: String) async throws {
    let entry = """
      <procedure classCode="PROC" \(attributes)><id root="p"/><code displayName="Appendectomy"/>
      <effectiveTime value="20100101"/></procedure>
      """
    let row = try await Self.only("47519-4", entry, MedicalHistoryEntry.kind)
    #expect([row["information"], row["comment"]] == [.string(name), "date: 2010-01-01"])
  }

  static func concern(_ outer: String, _ inner: String, _ content: String) -> String {
    """
    <act classCode="ACT" moodCode="EVN" \(outer)><entryRelationship typeCode="SUBJ">
    <observation classCode="OBS" moodCode="EVN" \(inner)><id root="o"/>\(content)</observation></entryRelationship></act>
    """
  }

  @Test(arguments: [
    ("", "", "<value code='1' displayName='Asthma'/>", "Asthma"),
    ("", "negationInd='true'", "<value code='1' displayName='Asthma'/>", "Not present: Asthma"),
    ("negationInd='true'", "", "<value code='1' displayName='Asthma'/>", "Not present: Asthma"),
    ("", "negationInd='true'", "<value code='55607006' displayName='Problem'/>", "None known"),
  ])
  func aProblemSaysItsState(outer: String, inner: String, content: String, name: String) async throws {
    let row = try await Self.only("11450-4", Self.concern(outer, inner, content), IllnessEntry.kind)
    #expect(row["information"] == .string(name))
  }

  @Test(arguments: [
    ("<code code='7980' displayName='Penicillin'/>", "No allergy: Penicillin"),
    ("<code nullFlavor='NA'/>", "None known: drug allergy"),
    ("<code code='105590001' displayName='Substance'/>", "None known: drug allergy"),
  ])
  func anAbsentAllergyIsSaid(code: String, name: String) async throws {
    let content = """
      <value displayName="drug allergy"/><participant><participantRole><playingEntity>\(code)</playingEntity>
      </participantRole></participant>
      """
    let row = try await Self.only(
      "48765-2", Self.concern("", "negationInd='true'", content), AllergyEntry.kind)
    #expect(row["information"] == .string(name))
  }

  /// How severe or how urgent a concern is, is no concern of its own.
  @Test func severityIsNoConcernOfItsOwn() async throws {
    let inner = "<value code='1' displayName='Asthma'/>"
    let severity = """
      </observation></entryRelationship><entryRelationship typeCode="SUBJ" inversionInd="true"><observation>
      <code displayName="Severity"/><value displayName="Mild"/>
      """
    let row = try await Self.only("11450-4", Self.concern("", "", inner + severity), IllnessEntry.kind)
    #expect([row["information"], row["comment"]] == ["Asthma", "severity: Mild"])
  }

  @Test func aRefusedVaccinationHasNoDate() async throws {
    let entry = Self.medicine(
      "moodCode='EVN' negationInd='true'", "<effectiveTime value='20200102'/>",
      code: "<code displayName='Tetanus'/>")
    let row = try await Self.only("11369-6", entry, VaccinationEntry.kind)
    #expect(
      [row["name"], row["date"] ?? .null, row["comment"]] == [
        "Not given: Tetanus", .null, "date: 2020-01-02",
      ])
  }

  /// A goal is no weight.
  @Test func aGoalIsNoWeight() async throws {
    let entry = """
      <observation classCode="OBS" moodCode="GOL"><id root="g"/><code code="29463-7" displayName="Weight"/>
      <value value="60" unit="kg"/></observation>
      """
    let row = try await Self.only("8716-3", entry, BloodEntry.kind)
    #expect([row["value"], row["comment"]] == ["goal", "Weight; value: 60 kg"])
  }
}
