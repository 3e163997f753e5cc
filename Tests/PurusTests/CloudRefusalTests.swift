import Daybook
import DaybookTestSupport
import Testing

@testable import PurusHealth

/// Documents that are not what they should be: one error each, which holds no value, and nothing is written.
@Suite struct CloudRefusalTests {
  @Test(arguments: [
    ("", "the document is empty"), ("\u{0}\u{1}", "not strict JSON: unexpected character"),
    ("[]", "not a JSON object"), ("{}", "has no uuid"), (#"{"uuid":"r","uuid":"s"}"#, "the same key twice"),
    (#"{"uuid":5}"#, "uuid of the document must be a text"),
    (#"{"uuid":""}"#, "uuid of the document must be"),
    (#"{"uuid":"a b"}"#, "without white space"), (#"{"uuid":"r","id":"s"}"#, "a uuid and another id"),
    (#"{"uuid":"r","bloodEntries":5}"#, "bloodEntries must be a text that holds a JSON array"),
    (#"{"uuid":"r","bloodEntries":[]}"#, "bloodEntries must be a text that holds a JSON array"),
    (#"{"uuid":"r","bloodEntries":"[{"}"#, "bloodEntries is not strict JSON: the text ends in the middle"),
    (#"{"uuid":"r","bloodEntries":"{}"}"#, "bloodEntries must hold a JSON array"),
    (#"{"uuid":"r","bloodEntries":"[1]"}"#, "bloodEntries[0] must be a JSON object"),
    (#"{"uuid":"r","drugEntries":"[{\"uuid\":1}]"}"#, "uuid of drugEntries[0] must be a text"),
    (
      #"{"uuid":"r","drugEntries":"[{\"uuid\":\"x\"},{\"uuid\":\"x\"}]"}"#,
      "drugEntries[1] has the same uuid as drugEntries[0]"
    ),
    (
      #"{"uuid":"r","bloodEntries":"[{\"uuid\":\"x\"}]","drugEntries":"[{\"uuid\":\"x\"}]"}"#,
      "drugEntries[0] has the same uuid as bloodEntries[0]"
    ),
    (#"{"uuid":"r","drugEntries":"[{\"uuid\":\"r\"}]"}"#, "drugEntries[0] has the same uuid as the record"),
    (
      #"{"uuid":"r","drugEntries":"[{\"uuid\":\"x\",\"record\":\"other\"}]"}"#,
      "drugEntries[0] belongs to another record"
    ),
    (#"{"uuid":"r","personalGender":"•••"}"#, "purus.medicalRecord.personalGender is masked"),
    (#"{"uuid":"r","later":["•••"]}"#, "purus.medicalRecord.later is masked"),
    (
      #"{"uuid":"r","riskEntries":"[{\"comment\":\"•••\"}]"}"#,
      "purus.riskEntry.comment is masked in riskEntries[0]"
    ),
    (#"{"uuid":"r","isPet":"secret"}"#, "purus.medicalRecord.isPet must be true or false"),
    (#"{"uuid":"r","personalGivenName":7}"#, "purus.medicalRecord.personalGivenName must be a text"),
    (#"{"uuid":"r","personalBirthdate":"secret"}"#, "purus.medicalRecord.personalBirthdate must be a time"),
    (#"{"uuid":"r","createdAt":1e300}"#, "purus.medicalRecord.createdAt must be a time"),
    (#"{"uuid":"r","blood":[]}"#, "purus.medicalRecord.blood is a relation"),
    (
      #"{"uuid":"r","weightEntries":"[{},{\"weight\":\"secret\"}]"}"#,
      "purus.weightEntry.weight must be a number in weightEntries[1]"
    ),
    (
      #"{"uuid":"r","weightEntries":"[{\"weight\":-4}]"}"#,
      "purus.weightEntry.weight must be a number from 0, in weightEntries[0]"
    ),
    (
      #"{"uuid":"r","petYearlyCostEntries":"[{\"year\":99999}]"}"#,
      "purus.petYearlyCostEntry.year must be a year"
    ),
    (#"{"uuid":"r","bloodEntries":"[{\"date\":\"secret\"}]"}"#, "purus.bloodEntry.date must be a time"),
    (
      #"{"uuid":"r","medicalDocumentEntries":"[{\"documentData\":\"?\"}]"}"#,
      "purus.medicalDocumentEntry.documentData must be base64"
    ),
  ])
  func aMalformedDocumentIsRefused(text: String, what: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let sound = try CloudDocument(["uuid": "sound"])
    let error = await #expect(throws: LedgerError.self) {
      let document = try CloudDocument(Array(text.utf8))
      _ = try await ledger.purus.importCloudDocuments([sound, document])
    }
    #expect(error?.code == .badData)
    #expect(error?.line == nil || error?.line == 2)
    #expect(error?.description.contains(what) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("secret") == false)
    #expect(try await ledger.query(Query(MedicalRecord.kind)).rows.isEmpty)
  }

  @Test func tooDeep() throws {
    let nested = String(repeating: "[", count: 70) + String(repeating: "]", count: 70)
    for text in [
      #"{"uuid":"r","later":\#(nested)}"#, #"{"uuid":"r","bloodEntries":"[{\"later\":\#(nested)}]"}"#,
    ] {
      let error = #expect(throws: LedgerError.self) { try CloudDocument(Array(text.utf8)) }
      #expect(error?.description.contains("nested too deeply") == true)
    }
  }

  /// What was already in the ledger as another record's is not taken from it.
  @Test func entriesOfOthers() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "ann"),
      Mutation(.upsert, kind: DrugEntry.kind, id: "d", set: ["record": "ann"]),
    ])
    let document = try CloudDocument(["uuid": "ben", "drugEntries": #"[{"uuid":"d","name":"secret"}]"#])
    let error = await #expect(throws: LedgerError.self) {
      _ = try await ledger.purus.importCloudDocuments([document])
    }
    #expect(error?.what == "drugEntries[0] is purus.drugEntry d, which belongs to another record")
    let twice = await #expect(throws: LedgerError.self) {
      _ = try await ledger.purus.importCloudDocuments([
        try CloudDocument(["uuid": "b"]), try CloudDocument(["uuid": "b"]),
      ])
    }
    #expect(twice?.what == "the record b is given twice")
    #expect(try await ledger.query(Query(MedicalRecord.kind)).rows.map(\.id) == ["ann"])
  }

  /// Nothing of a large document either, whose bad entry is its last.
  @Test func nothingOfALargeOne() async throws {
    let entries = (0..<5000).map { JSONValue.object(["uuid": .string("w\($0)"), "weight": 5]) }
    let last: JSONValue = ["uuid": "last", "comment": "•••"]
    let ledger = try Ledger.inMemory(systems: [.purus])
    let document = try CloudDocument([
      "uuid": "r", "weightEntries": .string(JSONValue.array(entries + [last]).description),
    ])
    let error = await #expect(throws: LedgerError.self) {
      _ = try await ledger.purus.importCloudDocuments([document])
    }
    #expect(error?.what == "purus.weightEntry.comment is masked in weightEntries[5000]")
    #expect(try await ledger.query(Query(WeightEntry.kind)).rows.isEmpty)
  }

  /// Bytes turned at random: read, or refused with a reason.
  @Test(.seeded, arguments: 0..<4 as Range<UInt64>)
  func turnedBytes(round: UInt64) async throws {
    var random = RandomRecord(seed: TestSeed.current &+ round)
    let ledger = try Ledger.seeded(systems: [.purus])
    let bytes = try random.document(ledger.schemas).bytes
    var options = AppendOptions()
    options.isDryRun = true
    var refused = 0
    for _ in 0..<200 {
      var turned = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random.random) {
        let place = Int.random(in: turned.indices, using: &random.random)
        switch Int.random(in: 0..<3, using: &random.random) {
        case 0: turned[place] = UInt8.random(in: .min ... .max, using: &random.random)
        case 1: turned.remove(at: place)
        default: turned.removeLast(Int.random(in: 0..<min(turned.count, 40), using: &random.random))
        }
      }
      do {
        _ = try await ledger.purus.importCloudDocuments([try CloudDocument(turned)], options: options)
      } catch let error as LedgerError {
        #expect(error.code == .badData && !error.what.isEmpty)
        refused += 1
      }
    }
    #expect(refused > 0)
  }
}
