import Daybook
import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookHealthRecords
@testable import PurusHealth

/// Out as FHIR and in again elsewhere: the same.
@Suite struct FHIRExportTests {
  /// The bundle of a ledger.
  private static func bundle(_ ledger: Ledger, at cut: Cut = .now) async throws -> [UInt8] {
    Array(try await FHIRExport(ledger, at: cut, zone: .utc).bundle().pieces.joined())
  }

  /// What a ledger says, kind by kind; without the times of writing.
  private static func content(_ ledger: Ledger, keptToo: Bool = false) async throws -> [String] {
    var lines: [String] = []
    let kinds = [MedicalRecord.kind] + EntryList.all.map(\.kind) + (keptToo ? [SourceResource.kind] : [])
    for kind in kinds {
      for row in try await ledger.query(Query(kind)).rows.sorted(by: { $0.id < $1.id }) {
        let fields = row.fields.filter { field in
          guard !["createdAt", "updatedAt"].contains(field.name) else { return false }
          if case .many? = ledger.schemas[kind]?.field(field.name)?.type { return false }
          return true
        }
        lines.append("\(kind) \(row.id) " + fields.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
      }
    }
    return lines
  }

  @Test(.seeded, arguments: 0..<40 as Range<UInt64>)
  func randomRecords(round: UInt64) async throws {
    var random = RandomHealth(seed: TestSeed.current &+ round)
    let home = try Ledger.seeded(systems: [.purus])
    try await random.fill(home)
    let fixture = try await HealthFixture()
    let file = try fixture.file("out.json", try await Self.bundle(home))
    let receipt = try await fixture.importFHIR(file, exceedsBounds: true)
    #expect(receipt.plan.summary.skipped == 0, "DAYBOOK_SEED=\(TestSeed.current) \(receipt.reasons)")
    #expect(
      try await Self.content(fixture.ledger) == Self.content(home),
      "DAYBOOK_SEED=\(TestSeed.current), \(round)")
    #expect(try await fixture.importFHIR(file).events == 0)
  }

  /// What was imported goes out as it came.
  @Test(.realData("fhir/smart-custom", "fhir/us-core-examples")) func realResourcesGoOutAsTheyCame()
    async throws
  {
    let home = try await HealthFixture()
    try await home.importFHIR(RealData.path("fhir/smart-custom"), RealData.path("fhir/us-core-examples"))
    let away = try await HealthFixture()
    let out = try await Self.bundle(home.ledger)
    try await away.importFHIR(try away.file("out.json", out))
    let (left, right) = (try await Self.content(home.ledger), try await Self.content(away.ledger))
    #expect(Set(left).symmetricDifference(right).sorted() == [])
    func kept(_ fixture: HealthFixture) async throws -> [String] {
      try await fixture.rows(SourceResource.kind).map { row in
        let data = row["data"]?.string ?? ""
        return "\(row.id) \(row["text"]?.string ?? "") \(data)"
      }
    }
    // There is more of them now: what was made here, and people of whom others only spoke.
    let different = Set(try await kept(home)).subtracting(try await kept(away))
    #expect(different.isEmpty, "\(different.map { $0.prefix(300) })")
    print("real FHIR out: \(left.count) entities, \(out.count >> 10) KiB")
  }

  /// What spoke of another patient, or of none, is of the record that it was taken into.
  @Test func ownersOfTheirOwn() async throws {
    let home = try await HealthFixture()
    var ann = MedicalRecord()
    (ann.personalGivenName, ann.id) = ("Ann", Ref("ann-1"))
    var bob = MedicalRecord()
    (bob.personalGivenName, bob.id) = ("Bob", Ref("bob-1"))
    let both = [ann, bob]
    try await home.ledger.commit { batch in for record in both { try batch.upsert(record) } }
    let none = "{\"resourceType\":\"Condition\",\"id\":\"c\",\"code\":{\"text\":\"flu\"}}"
    let plan = "{\"resourceType\":\"CarePlan\",\"id\":\"p\",\"subject\":{\"reference\":\"Patient/ann\"}}"
    let second = FHIRSample.patient.replacing("\"ann\"", with: "\"two\"")
    try await home.importFHIR(
      try home.file(
        "b.json",
        FHIRSample.bundle(
          FHIRSample.patient, second, FHIRSample.observation("\"valueInteger\":1"), none, plan)),
      record: "ann-1")
    let away = try await HealthFixture()
    let file = try away.file("out.json", try await Self.bundle(home.ledger))
    #expect(try await away.importFHIR(file).plan.summary.skipped == 0)
    #expect(
      try await Self.content(away.ledger).filter { !$0.hasPrefix(EmergencyContact.kind) }
        == Self.content(home.ledger).filter { !$0.hasPrefix(EmergencyContact.kind) })
    #expect(try await away.importFHIR(file).events == 0)
  }

  /// A dose that is to come is not said to have been given; once its day has come, it is.
  @Test func aPlannedVaccinationIsNotDone() async throws {
    let home = try Ledger.inMemory(systems: [.purus])
    try await home.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "ann", set: ["personalGivenName": "Ann"]),
      Mutation(
        .upsert, kind: VaccinationEntry.kind, id: "v",
        set: ["record": "ann", "name": "Tetanus", "date": "2026-06-01T00:00:00.000Z"]),
    ])
    func dose(_ ledger: Ledger, on day: String) async throws -> JSONObject? {
      let cut = Cut.now.viewed(at: Instant("\(day)T12:00:00.000Z")!)
      let bundle = try JSONParser.parse(try await Self.bundle(ledger, at: cut))
      let resources = (bundle.object?["entry"]?.array ?? []).compactMap { $0.object?["resource"]?.object }
      return resources.first { $0["resourceType"] == "Immunization" }
    }
    let planned = try #require(try await dose(home, on: "2026-05-31"))
    #expect(planned["status"] == "not-done" && planned["statusReason"] == ["text": "planned"])
    let given = try #require(try await dose(home, on: "2026-06-01"))
    #expect(given["status"] == "completed" && given["statusReason"] == nil)
    // In again elsewhere it is the same entry, and where its day is changed to one that has come, it was given.
    let fixture = try await HealthFixture()
    let cut = Cut.now.viewed(at: Instant("2026-05-31T12:00:00.000Z")!)
    try await fixture.importFHIR(try fixture.file("out.json", try await Self.bundle(home, at: cut)))
    #expect(try await Self.content(fixture.ledger) == Self.content(home))
    try await fixture.ledger.append([
      Mutation(.upsert, kind: VaccinationEntry.kind, id: "v", set: ["date": "2026-05-30T00:00:00.000Z"])
    ])
    let corrected = try #require(try await dose(fixture.ledger, on: "2026-05-31"))
    #expect(corrected["status"] == "completed" && corrected["statusReason"] == nil)
  }

  /// Records, or entries with the patients whom they are of.
  @Test func whatIsWantedGoesOut() async throws {
    let home = try Ledger.inMemory(systems: [.purus])
    func mutation(_ kind: String, _ id: String, _ fields: JSONObject) -> Mutation {
      Mutation(.upsert, kind: kind, id: id, set: fields)
    }
    try await home.append([
      mutation(MedicalRecord.kind, "ann", ["personalGivenName": "Ann"]),
      mutation(MedicalRecord.kind, "rex", ["personalGivenName": "Rex", "isPet": true]),
      mutation(WeightEntry.kind, "w1", ["record": "ann", "date": "2026-01-01T00:00:00.000Z", "weight": 70]),
      mutation(WeightEntry.kind, "w2", ["record": "ann", "date": "2026-02-01T00:00:00.000Z", "weight": 71]),
      mutation(BloodEntry.kind, "b1", ["record": "ann", "date": "2026-01-01T00:00:00.000Z", "value": "5"]),
      mutation(WeightEntry.kind, "w3", ["record": "rex", "date": "2025-01-01T00:00:00.000Z", "weight": 9]),
    ])
    func names(_ selection: FHIRSelection) async throws -> [String] {
      let bundle = try await FHIRExport(home, zone: .utc).bundle(of: selection)
      let json = try JSONParser.parse(Array(bundle.pieces.joined()))
      return (json.object?["entry"]?.array ?? []).compactMap {
        $0.object?["resource"]?.object?["id"]?.string
      }
    }
    let isPet = Condition.compare("isPet", .equal, true)
    let isLater = Condition.compare("weight", .greater, 70)
    #expect(try await Set(names(FHIRSelection())) == ["ann", "rex", "w1", "w2", "w3", "b1"])
    var selection = FHIRSelection()
    selection.condition = isPet
    #expect(try await names(selection) == ["rex", "w3"])
    selection = FHIRSelection(record: "ann")
    selection.choose([Query(WeightEntry.kind), Query(BloodEntry.kind)])
    #expect(try await Set(names(selection)) == ["ann", "w1", "w2", "b1"])
    selection = FHIRSelection()
    selection.choose([Query(WeightEntry.kind, where: isLater)])
    #expect(try await names(selection) == ["ann", "w2"])
    selection.choose([Query(MedicalRecord.kind, where: isPet)])
    #expect(try await names(selection) == ["rex"])
    await #expect(throws: LedgerError.self) { try await names(FHIRSelection(record: "bob")) }
  }

  /// What went out then goes out of then later.
  @Test(.seeded) func asOfThen() async throws {
    var random = RandomHealth(seed: TestSeed.current)
    let home = try Ledger.seeded(systems: [.purus])
    for _ in 0..<5 { try await random.fill(home) }
    let then = try await Self.bundle(home)
    let last = try #require(try await home.audit.replay(digests: false).lastStamp)
    var records = try await home.fetch(MedicalRecord.self)
    for index in records.indices { records[index].personalGivenName = "\(index)" }
    let changed = records
    try await home.commit { batch in for record in changed { try batch.upsert(record) } }
    if let entry = try await home.fetch(EmergencyContact.self).first {
      try await home.commit { $0.delete(entry.id) }
    }
    try await random.fill(home)
    #expect(try await Self.bundle(home, at: .until(last)) == then, "DAYBOOK_SEED=\(TestSeed.current)")
    #expect(try await Self.bundle(home) != then)
  }

  /// An edited entry goes out with what changed, in the resource that it came in.
  @Test func anEditedEntryGoesOutInItsResource() async throws {
    let home = try await HealthFixture()
    let observation = FHIRSample.observation(
      "\"effectiveDateTime\":\"2020-01-02T03:04:05Z\",\"valueQuantity\":{\"value\":6.3,\"unit\":\"mmol/l\"},\"device\":{\"display\":\"X\"}"
    )
    try await home.importFHIR(
      try home.file("b.json", FHIRSample.bundle(FHIRSample.patient, observation)))
    var entry = try #require(try await home.ledger.fetch(BloodEntry.self).first)
    entry.value = "7.3 mmol/l"
    let changed = entry
    try await home.ledger.commit { try $0.upsert(changed) }
    let out = String(decoding: try await Self.bundle(home.ledger), as: UTF8.self)
    #expect(out.contains("\"valueString\":\"7.3 mmol/l\""))
    #expect(!out.contains("valueQuantity"))
    #expect(out.contains("\"device\":{\"display\":\"X\"}") && out.contains("2339-0"))
    let away = try await HealthFixture()
    try await away.importFHIR(try away.file("out.json", out))
    #expect(try await Self.content(away.ledger) == Self.content(home.ledger))
  }

  /// Whom to call, changed and deleted.
  @Test func editedContacts() async throws {
    let home = try await HealthFixture()
    try await home.importFHIR(try home.file("b.json", FHIRSample.patient))
    var contact = try #require(try await home.ledger.fetch(EmergencyContact.self).first)
    contact.phone = "+44 9"
    let changed = contact
    try await home.ledger.commit { try $0.upsert(changed) }
    let away = try await HealthFixture()
    try await away.importFHIR(try away.file("out.json", try await Self.bundle(home.ledger)))
    #expect(try await Self.content(away.ledger) == Self.content(home.ledger))
    let id = contact.id
    try await home.ledger.commit { $0.delete(id) }
    let last = try await HealthFixture()
    try await last.importFHIR(try last.file("out.json", try await Self.bundle(home.ledger)))
    #expect(try await last.rows(EmergencyContact.kind).isEmpty)
  }
}

/// Records of a household, with entries of every kind and texts of all sorts.
struct RandomHealth {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let texts = [
    "", "a", "Ann Lee", " spaces ", "Müller", "Mu\u{308}ller", "田中 花子", "👩‍👩‍👧‍👦", "line\nfeed\ttab",
    "\"quoted\\\"",
    "null", "5 kg", "<b>bold</b>", "\u{202e}turned", "\u{0}", "a; b", "date: 1980",
    String(repeating: "long ", count: 900),
    "male", "EUR", "text/plain",
  ]

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &random) == 0 }

  private mutating func id() -> String {
    let uuid = UUID(
      uuid: (
        b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b(), b()
      )
    ).uuidString
    if chance(6) { return "entry \(uuid.prefix(8))" }
    return chance(2) ? uuid : uuid.lowercased()
  }

  private mutating func b() -> UInt8 { UInt8.random(in: .min ... .max, using: &random) }

  private mutating func value(_ field: FieldSchema) -> JSONValue {
    if field.isOptional, chance(3) { return .null }
    switch field.type {
    case .bool: return .bool(chance(2))
    case .int: return .int(Int64.random(in: 1900...2199, using: &random))
    case .double, .decimal: return .double(Double.random(in: 0...500, using: &random))
    case .enumeration(let known): return .string(known.randomElement(using: &random) ?? "")
    case .instant:
      return .string(
        Instant(milliseconds: Int64.random(in: -3_000_000_000_000...3_000_000_000_000, using: &random))
          .description)
    case .day:
      return .string(CivilDay(daysSince1970: Int64.random(in: -40_000...40_000, using: &random)).description)
    case .data:
      let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in b() }
      return .string(Data(bytes).base64EncodedString())
    default: return .string(field.name == "currency" ? "EUR" : Self.texts.randomElement(using: &random) ?? "")
    }
  }

  private mutating func fields(_ schema: KindSchema) -> JSONObject {
    var fields = JSONObject()
    for field in schema.fields where field.name != "id" && !field.isProjection && field.stampDefault == nil {
      switch field.type {
      case .one, .many: continue
      default: if !chance(3) { fields[field.name] = value(field) }
      }
    }
    if fields["isCloudEnabled"]?.bool != true { fields["isSharingEnabled"] = nil }
    return fields
  }

  mutating func fill(_ ledger: Ledger) async throws {
    var mutations: [Mutation] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let record = id()
      guard let schema = ledger.schemas[MedicalRecord.kind] else { continue }
      mutations.append(Mutation(.upsert, kind: schema.kind, id: record, set: fields(schema)))
      for list in EntryList.all {
        guard let schema = ledger.schemas[list.kind] else { continue }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          var set = fields(schema)
          set["record"] = .string(record)
          mutations.append(Mutation(.upsert, kind: list.kind, id: id(), set: set))
        }
      }
    }
    // Random times lie anywhere.
    var options = AppendOptions()
    options.exceedsBounds = true
    _ = try await ledger.append(mutations, options: options)
  }
}
