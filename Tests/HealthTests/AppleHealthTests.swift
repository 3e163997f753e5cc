import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import PurusHealth

/// What an export of Apple Health becomes.
@Suite struct AppleHealthTests {
  static let prolog = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE HealthData [
    <!-- HealthKit Export Version: 14 -->
    <!ELEMENT HealthData (ExportDate,Me,(Record)*)>
    <!ATTLIST HealthData
      locale CDATA #REQUIRED
    <!ELEMENT broken (as some versions write it
    ]>

    """
  static let me = """
    <Me HKCharacteristicTypeIdentifierDateOfBirth="1980-03-01" HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale" HKCharacteristicTypeIdentifierBloodType="HKBloodTypeAPositive"/>
    """

  static func export(_ elements: String...) -> String {
    prolog + "<HealthData locale=\"en_GB\">\n<ExportDate value=\"2024-01-03 00:00:00 +0000\"/>\n"
      + elements.joined(separator: "\n") + "\n</HealthData>\n"
  }

  static func record(
    _ type: String, _ value: String, unit: String = "count", at start: String = "2024-01-02 08:00:00 +0000",
    until end: String? = nil, source: String = "Phone", inner: String = ""
  ) -> String {
    """
    <Record type="\(type)" sourceName="\(source)" unit="\(unit)" creationDate="\(start)" startDate="\(start)" \
    endDate="\(end ?? start)" value="\(value)">\(inner)</Record>
    """
  }

  @Test func theOwnerOfTheExportIsRead() async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file("export.xml", Self.export(Self.me))
    #expect(try await fixture.importAppleHealth(file).counts == [1, 0, 1, 0, 0])
    let record = try await fixture.only(MedicalRecord.kind)
    #expect(record["personalBirthdate"] == "1980-03-01")
    #expect(record["personalGender"] == "female")
    #expect(try await fixture.only(MedicalHistoryEntry.kind)["information"] == "Blood type A+")
    #expect(try await fixture.importAppleHealth(file).events == 0)
    // With others beside it, it is still the same.
    try await fixture.ledger.commit { try $0.upsert(MedicalRecord()) }
    #expect(try await fixture.importAppleHealth(file).events == 0)
  }

  /// The only person of a ledger keeps what somebody wrote of them; pets are not asked.
  @Test func personThatIsHere() async throws {
    let fixture = try await HealthFixture()
    var ann = MedicalRecord()
    (ann.personalGivenName, ann.personalGender) = ("Ann", "woman")
    var rex = MedicalRecord()
    (rex.isPet, rex.personalName) = (true, "Rex")
    let both = [ann, rex]
    try await fixture.ledger.commit { batch in for record in both { try batch.upsert(record) } }
    let file = try fixture.file(
      "export.xml", Self.export(Self.me, Self.record("HKQuantityTypeIdentifierHeight", "1.7", unit: "m")))
    try await fixture.importAppleHealth(file)
    let row = try #require(try await fixture.ledger.get(kind: MedicalRecord.kind, id: ann.id.rawValue))
    #expect([row["personalGender"], row["personalBirthdate"]] == ["woman", "1980-03-01"])
    #expect(try await fixture.only(BloodEntry.kind)["record"] == .string(ann.id.rawValue))
    #expect(try await fixture.importAppleHealth(file).events == 0)
  }

  @Test func aSampleBecomesAnEntry() async throws {
    let fixture = try await HealthFixture()
    let metadata = "<MetadataEntry key=\"HKWasUserEntered\" value=\"1\"/>"
    let file = try fixture.file(
      "export.xml",
      Self.export(
        Self.me, Self.record("HKQuantityTypeIdentifierBodyMass", "61.5", unit: "kg", inner: metadata),
        Self.record("HKQuantityTypeIdentifierBodyMass", "135", unit: "lb", at: "2024-01-02 09:00:00 +0100"),
        Self.record("HKQuantityTypeIdentifierBloodGlucose", "5.4", unit: "mmol/L")))
    let receipt = try await fixture.importAppleHealth(file)
    #expect(receipt.counts == [4, 0, 4, 0, 0])
    let weights = try await fixture.rows(WeightEntry.kind)
    #expect(Set(weights.map { "\($0["weight"]!) \($0["unit"]!)" }) == ["61.5 \"kg\"", "135 \"lbs\""])
    let glucose = try await fixture.only(BloodEntry.kind)
    #expect([glucose["value"], glucose["comment"]] == ["5.4 mmol/L", "Blood Glucose; Phone"])
    let kept = try await fixture.rows(SourceResource.kind).compactMap { $0["text"]?.string }
    #expect(kept.contains { $0.contains("HKWasUserEntered") })
  }

  /// Shares are numbers up to one there.
  @Test func sharesArePercent() async throws {
    let fixture = try await HealthFixture()
    let workout = """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
      startDate="2016-11-14 07:25:00 -0700" endDate="2016-11-14 07:31:00 -0700">\
      <WorkoutStatistics type="HKQuantityTypeIdentifierX" average="0.5" unit="%"/></Workout>
      """
    let asymmetry = ["0.01", "0.03"].map {
      Self.record("HKQuantityTypeIdentifierWalkingAsymmetryPercentage", $0, unit: "%")
    }
    try await fixture.importAppleHealth(
      try fixture.file(
        "export.xml",
        Self.export(
          Self.me, Self.record("HKQuantityTypeIdentifierOxygenSaturation", "0.97", unit: "%"), workout,
          asymmetry.joined())))
    let values = Set(try await fixture.rows(BloodEntry.kind).compactMap { $0["value"]?.string })
    #expect(values == ["97 %", "X 50 %", "2 % (1 – 3)"])
  }

  /// One sample that is no number costs itself alone.
  @Test func aSampleThatIsNoNumberCostsItselfAlone() async throws {
    let fixture = try await HealthFixture()
    let types = ["StepCount", "HeartRate"].map { "HKQuantityTypeIdentifier" + $0 }
    let records = types.flatMap { [Self.record($0, "7"), Self.record($0, "garbage")] }
    let receipt = try await fixture.importAppleHealth(
      try fixture.file("export.xml", Self.export(Self.me, records.joined())))
    #expect(receipt.reasons == ["a record of \(types[0]) has a value that is not a number"])
    let values = Set(try await fixture.rows(BloodEntry.kind).compactMap { $0["value"]?.string })
    #expect(values == ["7 count", "garbage"])
  }

  /// An export that does not say whose it is is somebody's all the same.
  @Test(arguments: ["HKQuantityTypeIdentifierBodyMass", "HKQuantityTypeIdentifierStepCount"])
  func anExportWithoutAnOwnerMakesARecord(type: String) async throws {
    let fixture = try await HealthFixture()
    let file = try fixture.file("export.xml", Self.export(Self.record(type, "70", unit: "kg")))
    #expect(try await fixture.importAppleHealth(file).counts == [2, 0, 2, 0, 0])
    let record = try await fixture.only(MedicalRecord.kind)
    let kind = type.hasSuffix("Mass") ? WeightEntry.kind : BloodEntry.kind
    #expect(try await fixture.only(kind)["record"] == .string(record.id))
    #expect(try await fixture.importAppleHealth(file).events == 0)
  }

  /// A pressure is in an export three times: two records and their correlation.
  @Test func bloodPressure() async throws {
    let fixture = try await HealthFixture()
    let high = Self.record("HKQuantityTypeIdentifierBloodPressureSystolic", "120", unit: "mmHg")
    let low = Self.record("HKQuantityTypeIdentifierBloodPressureDiastolic", "80", unit: "mmHg")
    let alone = Self.record(
      "HKQuantityTypeIdentifierBloodPressureSystolic", "130", unit: "mmHg", at: "2024-02-02 08:00:00 +0000")
    let correlation = """
      <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="Phone" \
      startDate="2024-01-02 08:00:00 +0000" endDate="2024-01-02 08:00:00 +0000">\(high)\(low)</Correlation>
      """
    for elements in [[high, alone, low, correlation], [correlation, high, low, alone]] {
      let file = try fixture.file("export.xml", Self.export(elements.joined()))
      try await fixture.importAppleHealth(file)
      let values = Set(try await fixture.rows(BloodEntry.kind).compactMap { $0["value"]?.string })
      #expect(values == ["120/80 mmHg", "130 mmHg"])
      #expect(try await fixture.importAppleHealth(file).events == 0)
    }
  }

  @Test func samplesOfADayAreAddedUp() async throws {
    let fixture = try await HealthFixture()
    let steps = (0..<100).map {
      Self.record(
        "HKQuantityTypeIdentifierStepCount", "\($0)", at: "2024-01-0\($0 % 2 + 1) 10:00:\($0 % 50 + 10) +0200"
      )
    }
    let rates = ["50", "70", "60"].map {
      Self.record("HKQuantityTypeIdentifierHeartRate", $0, unit: "count/min", source: "Watch")
    }
    let sleep = Self.record(
      "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryValueSleepAnalysisAsleepCore", unit: "",
      at: "2024-01-01 23:00:00 +0000", until: "2024-01-02 06:30:00 +0000")
    let file = try fixture.file("export.xml", Self.export(Self.me, (steps + rates + [sleep]).joined()))
    let receipt = try await fixture.importAppleHealth(file)
    #expect(
      receipt.plan.notices.map(\.reason) == [
        "samples: 104; entries that sum them up by day, type and source: 4"
      ])
    let entries = try await fixture.rows(BloodEntry.kind)
    let told = Set(entries.map { "\($0["value"]?.string ?? "") | \($0["comment"]?.string ?? "")" })
    #expect(
      told == [
        "2450 count | Step Count, 2024-01-01: 50 samples; Phone",
        "2500 count | Step Count, 2024-01-02: 50 samples; Phone",
        "60 count/min (50 – 70) | Heart Rate, 2024-01-02: 3 samples; Watch",
        "Asleep Core 7.5 h | Sleep Analysis, 2024-01-02: 1 sample; Phone",
      ])
    #expect(try await fixture.importAppleHealth(file).events == 0)
    // A later export has more of a day.
    let later = try fixture.file(
      "later.xml",
      Self.export(
        Self.me,
        (rates + [Self.record("HKQuantityTypeIdentifierHeartRate", "100", unit: "count/min", source: "Watch")])
          .joined()))
    #expect(try await fixture.importAppleHealth(later).counts == [2, 0, 0, 1, 1])
  }

  /// Records of clinics lie beside the export, before it in the order of names; pictures of hearts too.
  @Test func clinicalRecordsBesideTheExportAreRead() async throws {
    let fixture = try await HealthFixture()
    _ = try fixture.file(
      "x/export.xml", Self.export(Self.me, "<ClinicalRecord type=\"a\" resourceFilePath=\"b\"/>"))
    _ = try fixture.file("x/export_cda.xml", "<?xml version=\"1.0\"?><ClinicalDocument/>")
    _ = try fixture.file("x/electrocardiograms/ecg_1.csv", "Name,Ann\n1\n2\n")
    _ = try fixture.file("x/workout-routes/route.gpx", "<gpx/>")
    _ = try fixture.file("x/clinical-records/Patient-1.json", FHIRSample.patient)
    _ = try fixture.file(
      "x/clinical-records/Observation-1.json", FHIRSample.observation("\"valueInteger\":1"))
    let receipt = try await fixture.importAppleHealth(fixture.folder.path + "/x")
    // What the telephone says of the person comes to the record that the clinic's patient made.
    #expect(receipt.counts == [4, 0, 3, 1, 0])
    #expect(receipt.plan.notices.count == 2, "\(receipt.plan.notices)")
    let record = try await fixture.only(MedicalRecord.kind)
    #expect(record["personalFamilyName"] == "Lee")
    #expect(record["blood"]?.array?.count == 1)
    #expect(try await fixture.only(MedicalDocumentEntry.kind)["documentType"] == "text/csv")
    #expect(try await fixture.importAppleHealth(fixture.folder.path + "/x").events == 0)
  }

  @Test func aWorkoutBecomesAnEntry() async throws {
    let fixture = try await HealthFixture()
    let workout = """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="5.19412" durationUnit="min" \
      totalDistance="0.49717" totalDistanceUnit="mi" sourceName="Watch" startDate="2016-11-14 07:25:00 -0700" \
      endDate="2016-11-14 07:31:00 -0700"><WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" \
      sum="48.7" unit="kcal"/><WorkoutRoute><Location date="x"/><Location date="y"/></WorkoutRoute></Workout>
      """
    let summary =
      "<ActivitySummary dateComponents=\"2016-11-15\" appleStandHours=\"13\" appleStandHoursGoal=\"12\"/>"
    try await fixture.importAppleHealth(
      try fixture.file("export.xml", Self.export(Self.me, workout, summary)))
    let told = Set(
      try await fixture.rows(BloodEntry.kind).map {
        "\($0["value"]?.string ?? "") | \($0["comment"]?.string ?? "")"
      })
    #expect(
      told == [
        "5.1941 min, 0.4972 mi, Active Energy Burned 48.7 kcal | Workout: Running; Watch; a route of 2 places",
        "13 of 12 h stand | Activity Summary",
      ])
  }
}
