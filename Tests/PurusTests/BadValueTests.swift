import Daybook
import Testing

@testable import PurusHealth

/// A bad value: one error that names kind, field and rule, and nothing is written of its commit.
@Suite struct BadValueTests {
  @Test(
    arguments: [
      ("medicalRecord", ["displayName": "Rex"], "displayName is computed"),
      ("medicalRecord", ["isPet": "yes"], "isPet must be true or false"),
      ("medicalRecord", ["personalBirthdate": "2026-02-30"], "personalBirthdate must be a day"),
      ("medicalRecord", ["personalBirthdate": "2026-02-20T00:00:00Z"], "personalBirthdate must be a day"),
      ("medicalRecord", ["createdAt": "soon"], "createdAt must be a time"),
      ("medicalRecord", ["recordLocation": 1], "recordLocation must be a text"),
      ("medicalRecord", ["isSharingEnabled": true], "isSharingEnabled must be false while isCloudEnabled is"),
      ("medicalRecord", ["cloudShareRecordName": true], "cloudShareRecordName must be text"),
      ("medicalRecord", ["blood": ["x"]], "blood is stored by the other side"),
      ("medicalRecord", ["persnalName": "Rex"], "has no field 'persnalName'"),
      ("bloodEntry", ["value": 120], "value must be text"),
      ("bloodEntry", ["date": "yesterday"], "date must be a time"),
      ("bloodEntry", ["record": 5], "record must be an id"),
      ("drugEntry", ["name": false], "name must be text"),
      ("vaccinationEntry", ["place": []], "place must be text"),
      ("allergyEntry", ["information": 1], "information must be text"),
      ("illnessEntry", ["comment": 1], "comment must be text"),
      ("riskEntry", ["information": ["a": 1]], "information must be text"),
      ("medicalHistoryEntry", ["information": 1.5], "information must be text"),
      ("medicalDocumentEntry", ["documentData": "not base64!"], "documentData must be bytes in base64"),
      ("medicalDocumentEntry", ["documentType": 1], "documentType must be a text"),
      ("humanDoctorEntry", ["updatedAt": 5], "updatedAt must be a time"),
      ("weightEntry", ["weight": -0.1], "weight must be a number from 0"),
      ("weightEntry", ["weight": "heavy"], "weight must be a number"),
      ("weightEntry", ["weight": 5, "unit": "stone"], "unit must be kg or lbs"),
      ("petYearlyCostEntry", ["year": 99999], "year must be a year from 1900 to 2199"),
      ("petYearlyCostEntry", ["year": -1], "year must be a year from 1900 to 2199"),
      ("petYearlyCostEntry", ["year": 2026.5], "year must be an integer"),
      ("petYearlyCostEntry", ["cost": -1], "cost must be a number from 0"),
      ("petYearlyCostEntry", ["currency": "Euro"], "currency must be three capital letters"),
      ("petYearlyCostEntry", ["currency": "eur"], "currency must be three capital letters"),
      ("petYearlyCostEntry", ["currency": ""], "currency must be three capital letters"),
      ("emergencyContact", ["phone": 112], "phone must be text"),
    ] as [(String, JSONObject, String)])
  func isNamed(kind: String, set: JSONObject, rule: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.commit { $0.append(Mutation(.upsert, kind: MedicalRecord.kind, id: "rex")) }
    let before = try await ledger.audit.replay()
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { batch in
        // What is sound in the same commit is not written either.
        batch.append(Mutation(.upsert, kind: MedicalRecord.kind, id: "rex", set: ["petBreed": "mix"]))
        batch.append(Mutation(.upsert, kind: "purus." + kind, id: "bad", set: set))
      }
    }
    #expect(error?.what.hasPrefix("purus.\(kind)") == true, "\(error?.description ?? "")")
    #expect(error?.what.contains(rule) == true, "\(error?.description ?? "")")
    #expect(error?.line == 2)
    let after = try await ledger.audit.replay()
    #expect(after.events == before.events)
    #expect(after.digest == before.digest)
  }

  /// What no JSON can say is refused before anything is written, in the same words.
  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func noNumber(weight: Double) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.commit { try $0.upsert(WeightEntry { $0.weight = weight }) }
    }
    #expect(error?.what == "purus.weightEntry.weight must be a number that can be stored")
    #expect(try await ledger.query(Query(WeightEntry.kind)).rows.isEmpty)
  }

  /// Sharing is given up before the cloud is; both at once will do.
  @Test func flagsTogether() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    func write(_ set: JSONObject) async throws {
      try await ledger.append([Mutation(.upsert, kind: MedicalRecord.kind, id: "rex", set: set)])
    }
    try await write(["isCloudEnabled": true, "isSharingEnabled": true, "cloudShareRecordName": "s"])
    let error = await #expect(throws: LedgerError.self) { try await write(["isCloudEnabled": false]) }
    #expect(error?.what.hasPrefix("purus.medicalRecord.isSharingEnabled must be false") == true)
    try await write(["isCloudEnabled": false, "isSharingEnabled": false, "cloudShareRecordName": .null])
    #expect(try await ledger.get(Ref<MedicalRecord>("rex"))?.isCloudEnabled == false)
  }
}
