import Daybook
import Foundation
import Testing

@testable import PurusHealth

/// The cloud form, out and in.
@Suite struct CloudDocumentTests {
  /// Every key that a document has, and how its values look.
  @Test func aDocumentHasEveryKey() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let record = MedicalRecord(id: "R1") {
      $0.personalGivenName = "Ann"
      $0.personalBirthdate = CivilDay(year: 1980, month: 3, day: 1)
      ($0.createdAt, $0.updatedAt) = (
        Date(timeIntervalSince1970: 1e9), Date(timeIntervalSince1970: 1e9 + 0.5)
      )
    }
    let blood = BloodEntry(id: "B1") {
      ($0.record, $0.value) = (record.id, "120/80")
      $0.date = Date(timeIntervalSinceReferenceDate: 750_000_000.25)
    }
    try await ledger.commit { batch in
      try batch.upsert(record)
      try batch.upsert(blood)
    }
    let document = try #require(try await ledger.purus.cloudDocument(of: record.id))
    let json = document.json
    #expect(json["uuid"] == "R1")
    #expect(json["createdAt"] == "2001-09-09T01:46:40.000Z")
    #expect(json["updatedAt"] == "2001-09-09T01:46:40.500Z")
    #expect(json["personalBirthdate"] == "1980-03-01T00:00:00.000Z")
    #expect(json["isPet"] == false)
    #expect(json["cloudShareRecordName"] == .null)
    #expect(
      json["bloodEntries"]
        == #"[{"comment":"","date":750000000.25,"uuid":"B1","value":"120/80"}]"#)
    for list in EntryList.all where list.cloudName != "bloodEntries" { #expect(json[list.cloudName] == "[]") }
    // The record's own fields and the lists, and neither what is computed nor the relations.
    let registry = try SchemaRegistry([.daybook, .purus])
    let fields = try #require(registry["purus.medicalRecord"]).fields
    let own = fields.filter { field in
      if case .many = field.type { return false }
      return !field.isProjection && field.name != "id"
    }
    #expect(Set(json.keys) == Set(own.map(\.name) + ["uuid"] + EntryList.all.map(\.cloudName)))
    #expect(document.digest.count == 64)
    #expect(try CloudDocument(document.bytes) == document)
    #expect(try await ledger.purus.cloudDocument(of: "nobody") == nil)
  }

  /// As the app writes it: dates of entries as seconds since 2001 or as texts, no ids of entries, keys of nothing.
  @Test func fromTheApp() async throws {
    struct CodableBloodEntry: Codable {
      var date: Date?
      var value: String
      var comment: String
    }
    let date = Date(timeIntervalSinceReferenceDate: 750_000_000.125)
    let entries = [
      CodableBloodEntry(date: date, value: "120/80", comment: "Normal"),
      CodableBloodEntry(date: nil, value: "5.4 mmol/l", comment: ""),
      CodableBloodEntry(date: nil, value: "5.4 mmol/l", comment: ""),
    ]
    let text = String(decoding: try JSONEncoder().encode(entries), as: UTF8.self)
    let document = try CloudDocument([
      "uuid": "R1", "personalGivenName": "Ann", "bloodEntries": .string(text),
      "vaccinationEntries": #"[{"name":"Tetanus","date":"2024-05-01T10:00:00+02:00"}]"#,
    ])
    let ledger = try Ledger.inMemory(systems: [.purus])
    let receipt = try await ledger.purus.importCloudDocuments([document])
    #expect(receipt.plan.summary.read == 5)
    #expect(receipt.plan.summary.created == 5)
    let blood = try await ledger.fetch(BloodEntry.self)
    #expect(blood.count == 3)
    #expect(blood.first { $0.comment == "Normal" }?.date == date)
    #expect(
      try await ledger.fetch(VaccinationEntry.self).first?.date == Date(timeIntervalSince1970: 1_714_550_400))
    // And an app could read what goes out.
    let out = try #require(try await ledger.purus.cloudDocument(of: "R1"))
    let list = try #require(out.json["bloodEntries"]?.string)
    let back = try JSONDecoder().decode([CodableBloodEntry].self, from: Data(list.utf8))
    #expect(back.map(\.value) == entries.map(\.value))
    #expect(back.map(\.date) == entries.map(\.date))
    let again = try await ledger.purus.importCloudDocuments([document])
    #expect(again.events == 0)
    #expect(again.plan.summary.unchanged == 5)
  }

  @Test(arguments: [
    ("2020-02-29", 0, "2020-02-29"), ("2020-02-29T00:00:00Z", -8, "2020-02-29"),
    ("2020-02-28T23:00:00Z", 1, "2020-02-29"), ("2020-02-29T08:30:00Z", -8, "2020-02-29"),
    ("2020-02-29T08:30:00Z", -9, "2020-02-28"),
  ])
  func aBirthdayIsTheDayOfItsZone(text: String, hours: Int64, day: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let document = try CloudDocument(["uuid": "r", "personalBirthdate": .string(text)])
    _ = try await ledger.purus.importCloudDocuments([document], zone: .fixed(seconds: hours * 3600))
    #expect(try await ledger.get(Ref<MedicalRecord>("r"))?.personalBirthdate == CivilDay(day))
  }

  /// What a user deleted stays deleted; what a document does not speak of stays.
  @Test func whatIsLeftAlone() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let document = try CloudDocument([
      "uuid": "r", "personalGivenName": "Ann", "riskEntries": #"[{"uuid":"x"},{"uuid":"y"}]"#,
    ])
    _ = try await ledger.purus.importCloudDocuments([document])
    try await ledger.append([
      Mutation(.delete, kind: RiskEntry.kind, id: "x"),
      Mutation(.upsert, kind: MedicalRecord.kind, id: "r", set: ["petColor": "brown"]),
    ])
    #expect(try await ledger.purus.importCloudDocuments([document]).events == 0)
    #expect(try await ledger.get(Ref<MedicalRecord>("r"))?.risks == ["y"])
    #expect(try await ledger.get(Ref<MedicalRecord>("r"))?.petColor == "brown")
    try await ledger.commit { $0.delete(Ref<MedicalRecord>("r")) }
    let receipt = try await ledger.purus.importCloudDocuments([document])
    #expect(receipt.events == 0)
    #expect(
      receipt.plan.notices.map(\.reason).first?.contains("restore(_:) of purus.medicalRecord r") == true)
    #expect(try await ledger.get(Ref<MedicalRecord>("r")) == nil)
  }

  /// A complete document says what is gone, too; what is gone returns with it.
  @Test func completeDocuments() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let both = try CloudDocument(["uuid": "r", "riskEntries": #"[{"uuid":"x"},{"uuid":"y"}]"#])
    let one = try CloudDocument(["uuid": "r", "riskEntries": #"[{"uuid":"y"}]"#])
    _ = try await ledger.purus.importCloudDocuments([both], isComplete: true)
    #expect(try await ledger.purus.importCloudDocuments([one]).plan.summary.removed == 0)
    let receipt = try await ledger.purus.importCloudDocuments([one], isComplete: true)
    #expect(receipt.plan.summary.removed == 1)
    #expect(try await ledger.get(Ref<MedicalRecord>("r"))?.risks == ["y"])
    #expect(try await ledger.purus.importCloudDocuments([one], isComplete: true).events == 0)
    // A list that the document does not have says nothing.
    #expect(
      try await ledger.purus.importCloudDocuments([try CloudDocument(["uuid": "r"])], isComplete: true).events
        == 0)
    #expect(try await ledger.purus.importCloudDocuments([both]).plan.summary.changed == 1)
    #expect(try await ledger.get(Ref<MedicalRecord>("r"))?.risks.count == 2)
  }

  /// A later version's keys are kept, and nothing but an import writes such.
  @Test func unknownKeysComeInByImportAlone() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    _ = try await ledger.purus.importCloudDocuments([try CloudDocument(["uuid": "r", "bloodType": "0+"])])
    #expect(try await ledger.get(kind: MedicalRecord.kind, id: "r")?["bloodType"] == "0+")
    for op in [EventOperation.upsert, .sync] {
      let error = await #expect(throws: LedgerError.self) {
        try await ledger.append([Mutation(op, kind: MedicalRecord.kind, id: "r", set: ["bloodType": "A"])])
      }
      #expect(error?.what == "purus.medicalRecord has no field 'bloodType'")
    }
  }

  /// The bytes of a document that has not come to this machine yet are a gap, which goes out as it is.
  @Test func missingBlob() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let reference: JSONValue = ["$blob": .string(String(repeating: "ab", count: 32)), "size": 20_000]
    try await ledger.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "r"),
      Mutation(
        .upsert, kind: MedicalDocumentEntry.kind, id: "d", set: ["record": "r", "documentData": reference]),
    ])
    let document = try #require(try await ledger.purus.cloudDocument(of: "r"))
    #expect(document.missingDocumentCount == 1)
    let other = try Ledger.inMemory(systems: [.purus])
    _ = try await other.purus.importCloudDocuments([document])
    #expect(try await other.purus.cloudDocument(of: "r") == document)
  }

  @Test func aDryRunWritesNothing() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    var options = AppendOptions()
    options.isDryRun = true
    let receipt = try await ledger.purus.importCloudDocuments(
      [try CloudDocument(["uuid": "r"])], options: options)
    #expect(receipt.plan.summary.created == 1)
    #expect(try await ledger.query(Query(MedicalRecord.kind)).rows.isEmpty)
  }
}
