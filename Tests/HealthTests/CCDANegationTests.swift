import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// What a clinical document denies or plans is denied or planned here, whichever section and element it stands in.
@Suite struct CCDANegationTests {
  private static func element(_ name: String, _ attributes: String, _ content: String) -> String {
    "<\(name) classCode='X' moodCode='EVN' \(attributes)><id root='x'/>\(content)</\(name)>"
  }

  private static let negated = "negationInd='true'"

  /// `1` means the same.
  @Test(arguments: ["true", "1"]) func oneMeansTrue(value: String) async throws {
    let entry = CCDAStateTests.medicine("moodCode='EVN' negationInd='\(value)'")
    #expect(try await CCDAStateTests.only("10160-0", entry, DrugEntry.kind)["name"] == "Not taken: Aspirin")
  }

  @Test(arguments: ["10160-0", "29549-3", "10183-2", "75311-1", "42346-7"])
  func aNegatedMedicineIsNotTaken(section: String) async throws {
    let entry = CCDAStateTests.medicine("moodCode='EVN' \(Self.negated)")
    #expect(try await CCDAStateTests.only(section, entry, DrugEntry.kind)["name"] == "Not taken: Aspirin")
  }

  @Test(arguments: ["procedure", "act", "observation", "encounter"], ["47519-4", "46240-8"])
  func aNegatedProcedureIsNotDone(name: String, section: String) async throws {
    for (attributes, told) in [
      (Self.negated, "Not done: Visit"), ("", "Visit"),
    ] {
      let entry = Self.element(name, attributes, "<code code='1' displayName='Visit'/>")
      let row = try await CCDAStateTests.only(section, entry, MedicalHistoryEntry.kind)
      #expect(row["information"] == .string(told))
    }
  }

  @Test(arguments: ["INT", "RQO", "PRMS", "APT", "ARQ"]) func whatIsPlannedIsSaidToBe(mood: String)
    async throws
  {
    let procedure = "<procedure moodCode='\(mood)'><id root='p'/><code displayName='X-ray'/></procedure>"
    #expect(
      try await CCDAStateTests.only("47519-4", procedure, MedicalHistoryEntry.kind)["information"]
        == "Planned: X-ray")
    let dose = CCDAStateTests.medicine("moodCode='\(mood)'")
    #expect(
      try await CCDAStateTests.only("11369-6", dose, VaccinationEntry.kind)["name"] == "Planned: Aspirin")
    let result = """
      <organizer moodCode='\(mood)'><id root='r'/><component><observation moodCode='\(mood)'>
      <code displayName='Iron'/><value value='1' unit='g'/></observation></component></organizer>
      """
    #expect(try await CCDAStateTests.only("30954-2", result, BloodEntry.kind)["value"] == "planned")
  }

  /// A medicine of a plan is planned; one that was prescribed says so.
  @Test(arguments: [
    ("", "Aspirin", "as prescribed"),
    ("<templateId root='2.16.840.1.113883.10.20.22.4.42'/>", "Planned: Aspirin", ""),
  ])
  func plannedMedicines(template: String, name: String, comment: String) async throws {
    let row = try await CCDAStateTests.only(
      "10160-0", CCDAStateTests.medicine("moodCode='INT'", template), DrugEntry.kind)
    #expect([row["name"], row["comment"]] == [.string(name), .string(comment)])
  }

  /// Of a number it is that nobody measured it; of a finding, that it was not found.
  @Test(arguments: [
    ("30954-2", "<value value='5' unit='g'/>", "not done"),
    ("47420-5", "<value code='1' displayName='Uses a cane'/>", "not present"),
    ("10190-7", "<value code='1' displayName='Confused'/>", "not present"),
    ("8716-3", "<value nullFlavor='NI'/>", "not done"),
  ])
  func aNegatedResultIsNotDoneOrNotPresent(section: String, value: String, told: String) async throws {
    let entry = Self.element("observation", Self.negated, "<code displayName='Test'/>" + value)
    #expect(try await CCDAStateTests.only(section, entry, BloodEntry.kind)["value"] == .string(told))
  }

  @Test func cancelledPanels() async throws {
    let entry = """
      <organizer moodCode='EVN'><id root='r'/><statusCode code='cancelled'/><component><observation moodCode='EVN'>
      <code displayName='Iron'/><value value='1' unit='g'/></observation></component></organizer>
      """
    let row = try await CCDAStateTests.only("30954-2", entry, BloodEntry.kind)
    #expect([row["value"], row["comment"]] == ["cancelled", "Iron; value: 1 g"])
  }

  @Test(arguments: ["11450-4", "75310-3", "46241-6", "11535-2", "10219-4", "59769-0"])
  func aNegatedProblemIsNotPresent(section: String) async throws {
    let value = "<value code='1' displayName='Asthma'/>"
    for (outer, inner) in [(Self.negated, ""), ("", Self.negated)] {
      let row = try await CCDAStateTests.only(
        section, CCDAStateTests.concern(outer, inner, value), IllnessEntry.kind)
      #expect(row["information"] == "Not present: Asthma")
    }
  }

  @Test func habitsAndFamilies() async throws {
    let habit = Self.element(
      "observation", Self.negated, "<code displayName='Habit'/><value displayName='Smoker'/>")
    #expect(
      try await CCDAStateTests.only("29762-2", habit, RiskEntry.kind)["information"]
        == "Not present: Habit: Smoker")
    let illnesses = [("", "Gout"), (Self.negated, "Cancer")].map { attributes, name in
      "<component>\(Self.element("observation", attributes, "<value displayName='\(name)'/>"))</component>"
    }
    let family = """
      <organizer><id root='f'/><subject><relatedSubject><code displayName='father'/></relatedSubject></subject>
      \(illnesses.joined())</organizer>
      """
    #expect(
      try await CCDAStateTests.only("10157-6", family, RiskEntry.kind)["information"]
        == "father: Gout, Not present: Cancer")
  }

  /// A code that says nothing does not make a denied thing one of any kind where the text names it.
  @Test(arguments: [
    ("<code nullFlavor='OTH'><originalText>Aspirin</originalText></code>", "", "Not taken: Aspirin"),
    ("<code nullFlavor='OTH'/>", "<text>Aspirin 81 mg</text>", "Not taken: Aspirin 81 mg"),
    ("<code nullFlavor='OTH'/>", "<text>Patient denies use of drugs</text>", "Patient denies use of drugs"),
    ("<code code='410942007' displayName='drug or medication'/>", "", "None known"),
    ("<code nullFlavor='NI'/>", "", "None known"),
    ("<code code='787481004' displayName='No known medications'/>", "", "None known"),
  ])
  func namesOfWhatIsNotTaken(code: String, text: String, name: String) async throws {
    let entry = CCDAStateTests.medicine("moodCode='EVN' \(Self.negated)", text, code: code)
    let row = try await CCDAStateTests.only("10160-0", entry, DrugEntry.kind)
    #expect(row["name"] == .string(name))
  }

  @Test(arguments: [
    (
      "47519-4",
      "<procedure moodCode='EVN' negationInd='true'><id root='p'/><code nullFlavor='NI'/></procedure>"
    ),
    (
      "46240-8",
      "<encounter moodCode='EVN' negationInd='true'><id root='p'/><code nullFlavor='NI'/></encounter>"
    ),
  ])
  func noProcedures(section: String, entry: String) async throws {
    #expect(
      try await CCDAStateTests.only(section, entry, MedicalHistoryEntry.kind)["information"] == "None known")
  }

  @Test func noVaccines() async throws {
    let entry = CCDAStateTests.medicine("moodCode='EVN' \(Self.negated)", code: "<code nullFlavor='NI'/>")
    #expect(try await CCDAStateTests.only("11369-6", entry, VaccinationEntry.kind)["name"] == "None known")
  }

  /// Codes of absence, without a negation.
  @Test(arguments: [
    ("160245001", "No current problems or disability", "None known"), ("55607006", "Problem", "Problem"),
  ])
  func absentProblems(code: String, display: String, name: String) async throws {
    let row = try await CCDAStateTests.only(
      "11450-4", CCDAStateTests.concern("", "", "<value code='\(code)' displayName='\(display)'/>"),
      IllnessEntry.kind)
    #expect(row["information"] == .string(name))
  }

  @Test(arguments: [
    ("716186003", "No known allergy", "None known"),
    ("409137002", "No known drug allergy", "None known: drug allergy"),
  ])
  func absentAllergies(code: String, display: String, name: String) async throws {
    let row = try await CCDAStateTests.only(
      "48765-2", CCDAStateTests.concern("", "", "<value code='\(code)' displayName='\(display)'/>"),
      AllergyEntry.kind)
    #expect([row["information"], row["comment"]] == [.string(name), .string(display)])
  }

  /// A reaction that was denied is not one.
  @Test func deniedReactions() async throws {
    let reactions = [("", "Hives"), (Self.negated, "Fever")].map { attributes, name in
      "<entryRelationship typeCode='MFST'><observation \(attributes)><value displayName='\(name)'/></observation></entryRelationship>"
    }
    let content = """
      <participant><participantRole><playingEntity><code displayName='Penicillin'/></playingEntity></participantRole>
      </participant>\(reactions.joined())
      """
    let row = try await CCDAStateTests.only(
      "48765-2", CCDAStateTests.concern("", "", content), AllergyEntry.kind)
    #expect(row["comment"] == "reaction: Hives; reaction: Not present: Fever")
  }

  /// What has no name becomes no entry, is kept, and named; what stands beside it is read.
  @Test func aMedicineWithoutANameIsKeptAndNamed() async throws {
    let fixture = try await HealthFixture()
    let supply = "<supply><id root='s'/><quantity value='30'/></supply>"
    let text = CCDAStateTests.document(
      "10160-0", "<entry>\(CCDAStateTests.medicine(""))</entry><entry>\(supply)</entry>")
    let file = try fixture.file("x.xml", text)
    let receipt = try await fixture.ledger.importAll(CCDAImporter(files: [file], zone: .utc))
    #expect(try await fixture.only(DrugEntry.kind)["name"] == "Aspirin")
    #expect(
      receipt.plan.notices.map(\.reason) == [
        "entries without a name or of another form than their section's: 1; each is kept as it came"
      ])
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(kept.contains { $0.contains("<supply>") })
    #expect(receipt.plan.summary.unchanged == 0)
    #expect(try await fixture.ledger.importAll(CCDAImporter(files: [file], zone: .utc)).events == 0)
  }

  /// A section without a code of its own is known by its template.
  @Test func aSectionIsKnownByItsTemplate() async throws {
    let fixture = try await HealthFixture()
    let text = CCDAStateTests.document("1", "<entry>\(CCDAStateTests.medicine(""))</entry>")
      .replacing("<section>", with: "<section><templateId root='2.16.840.1.113883.10.20.22.2.11.1'/>")
    let file = try fixture.file("x.xml", text)
    _ = try await fixture.ledger.importAll(CCDAImporter(files: [file], zone: .utc))
    #expect(try await fixture.only(DrugEntry.kind)["name"] == "Aspirin")
  }

  // MARK: How medicines are taken

  @Test(arguments: [
    (
      "<doseQuantity value='2'/><administrationUnitCode displayName='Puff'/>", "2 Puff"
    ),
    ("<doseQuantity value='5' unit='mg'/><administrationUnitCode displayName='Puff'/>", "5 mg"),
    (
      """
      <effectiveTime xsi:type='SXPR_TS'><comp xsi:type='PIVL_TS'><period value='1' unit='d'/></comp>
      <comp xsi:type='EIVL_TS' operator='A'><event code='HS'/></comp></effectiveTime>
      """, "every day, before sleep"
    ),
    (
      """
      <entryRelationship typeCode='REFR'><supply><entryRelationship typeCode='SUBJ' inversionInd='true'><act>
      <code code='409073007'/><text>label in Spanish</text></act></entryRelationship></supply></entryRelationship>
      """, "label in Spanish"
    ),
  ])
  func aDoseHasItsUnit(elements: String, words: String) async throws {
    let row = try await CCDAStateTests.only(
      "10160-0", CCDAStateTests.medicine("moodCode='EVN'", elements), DrugEntry.kind)
    #expect(row["information"] == .string(words))
  }

  /// The row of the narrative in which the name stands says how it is taken.
  @Test func theNarrativeSaysHowItIsTaken() async throws {
    let narrative = """
      <table><thead><tr><th>Medication</th><th>Directions</th><th>Start</th></tr></thead><tbody>
      <tr><td><content ID='m1'>Ibuprofen</content></td><td>Take one at night</td><td>2020</td></tr></tbody></table>
      """
    let code = "<code nullFlavor='UNK'><originalText><reference value='#m1'/></originalText></code>"
    let row = try await CCDAStateTests.only(
      "10160-0", CCDAStateTests.medicine("moodCode='EVN'", code: code), DrugEntry.kind, narrative: narrative)
    #expect([row["name"], row["information"]] == ["Ibuprofen", "Take one at night"])
  }
}
