import Daybook
import Foundation
import Testing

@testable import PurusHealth

/// A record as the model describes it.
@Suite struct RecordTests {
  @Test(arguments: [
    (false, "", "John", "Doe", "John Doe"), (false, "", "", "Doe", "Doe"), (false, "", "John", "", "John"),
    (false, "Rex", "", "", "Unnamed Person"), (true, "Rex", "John", "Doe", "Rex"),
    (true, "", "John", "Doe", "Unnamed Pet"), (true, "花子", "", "", "花子"),
    (false, "", "Ann Marie", "de Vries", "Ann Marie de Vries"),
  ])
  func displayName(isPet: Bool, name: String, given: String, family: String, expected: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let record = MedicalRecord {
      ($0.isPet, $0.personalName) = (isPet, name)
      ($0.personalGivenName, $0.personalFamilyName) = (given, family)
    }
    try await ledger.commit { try $0.upsert(record) }
    #expect(try await ledger.get(record.id)?.displayName == expected)
    #expect(try await ledger.purus.record(matching: record.id.rawValue).name == expected)
  }

  /// A field that serves people and pets is read by whose record it is.
  @Test func sharedFields() {
    var record = MedicalRecord {
      $0.personalBirthdate = CivilDay(year: 2020, month: 2, day: 29)
      $0.personalGender = "female"
    }
    #expect(record.creature == .human)
    #expect(record.gender == "female")
    #expect(record.birthdate == CivilDay(year: 2020, month: 2, day: 29))
    #expect(record.sex == nil)
    #expect(record.dateOfBirth == nil)
    #expect(record.creature.birthLabel == "birthdate")
    #expect(record.creature.genderLabel == "gender")
    record.creature = .pet
    #expect(record.isPet)
    #expect(record.gender == nil)
    #expect(record.birthdate == nil)
    #expect(record.sex == "female")
    #expect(record.dateOfBirth == CivilDay(year: 2020, month: 2, day: 29))
    #expect(record.creature.birthLabel == "date of birth")
    #expect(record.creature.genderLabel == "sex")
  }

  @Test(arguments: [("2026-02-28", 5), ("2026-03-01", 6), ("2028-02-29", 8), ("2020-02-29", 0)])
  func ageCountsBirthdays(day: String, years: Int) throws {
    let record = MedicalRecord { $0.personalBirthdate = CivilDay(year: 2020, month: 2, day: 29) }
    #expect(record.age(on: try #require(CivilDay(day))) == years)
  }

  @Test func nobodyIsYoungerThanZero() throws {
    let record = MedicalRecord { $0.personalBirthdate = CivilDay(year: 2020, month: 2, day: 29) }
    #expect(record.age(on: try #require(CivilDay("2020-02-28"))) == nil)
    #expect(MedicalRecord().age(on: try #require(CivilDay("2020-02-28"))) == nil)
  }

  /// What nobody wrote reads as the model's defaults.
  @Test func whatNobodyWroteHasTheModelsDefaults() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let kinds = ["purus.medicalRecord"] + EntryList.all.map(\.kind)
    try await ledger.append(kinds.map { Mutation(.upsert, kind: $0, id: "new") })
    let record = try #require(try await ledger.get(Ref<MedicalRecord>("new")))
    #expect(!record.isPet && !record.isCloudEnabled && !record.isSharingEnabled)
    #expect(record.personalBirthdate == nil)
    #expect(record.cloudShareRecordName == nil)
    #expect(record.recordLocation == .local)
    let stamp = try #require(try await ledger.get(kind: "purus.medicalRecord", id: "new")?.stamp)
    #expect(record.createdAt == record.updatedAt)
    #expect(
      abs(record.createdAt.timeIntervalSince1970 * 1000 - Double(stamp.instant.milliseconds)) < 1)
    let weight = try #require(try await ledger.get(Ref<WeightEntry>("new")))
    #expect(weight.weight == 0 && weight.unit == .kg && weight.date == nil)
    let cost = try #require(try await ledger.get(Ref<PetYearlyCostEntry>("new")))
    #expect(cost.year == 0 && cost.cost == 0 && cost.currency == "USD")
    #expect(try await ledger.get(Ref<MedicalDocumentEntry>("new"))?.documentData == nil)
    for kind in kinds {
      let row = try #require(try await ledger.get(kind: kind, id: "new"))
      for field in row.fields where !["createdAt", "updatedAt", "displayName"].contains(field.name) {
        let isDefault = [.null, "", false, 0, [], "local", "kg", "USD"].contains(field.value)
        #expect(isDefault, "\(kind).\(field.name) is \(field.value)")
      }
    }
  }

  @Test func theIdIsTheUUIDInItsCase() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let uuid = "0193B2C4-AAAA-7000-8000-0000000000A1"
    try await ledger.commit { try $0.upsert(MedicalRecord(id: Ref(uuid))) }
    let found = try await ledger.query(
      Query("purus.medicalRecord", where: .compare("uuid", .equal, .string(uuid))))
    #expect(found.rows.map(\.id) == [uuid])
    // Somebody types it as they like.
    #expect(try await ledger.purus.record(matching: "0193B2C4").id.rawValue == uuid)
    #expect(try await ledger.purus.record(matching: "0193b2c4").id.rawValue == uuid)
  }

  @Test(arguments: [(2.0, WeightUnit.lbs, WeightUnit.kg, 0.90718474), (1, .kg, .lbs, 2.2046226218487757)])
  func weightsAreConverted(weight: Double, unit: WeightUnit, other: WeightUnit, expected: Double) throws {
    #expect(unit.converted(weight, to: other) == expected)
    #expect(unit.converted(weight, to: unit) == weight)
    #expect(unit.converted(weight, to: "stone") == nil)
    #expect(WeightUnit("stone").converted(weight, to: unit) == nil)
  }
}

/// Records by name.
@Suite struct RecordFinderTests {
  @Test func aRecordIsFoundByPartOfItsName() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.commit { batch in
      for (id, given, family, nick) in [
        ("ann", "Ann", "Lee", ""), ("anna", "Anna", "Lee-Smith", "Annie"), ("ben", "Ben", "Lee", ""),
      ] {
        try batch.upsert(
          MedicalRecord(id: Ref(id)) {
            ($0.personalGivenName, $0.personalFamilyName, $0.personalNickName) = (given, family, nick)
          })
      }
      try batch.upsert(MedicalRecord(id: "rex") { ($0.isPet, $0.personalName) = (true, "Réx") })
    }
    // The whole name, though it is a part of another's.
    #expect(try await ledger.purus.record(matching: "ann lee").id == "ann")
    #expect(try await ledger.purus.record(matching: "ANNIE").id == "anna")
    #expect(try await ledger.purus.record(matching: "smith").name == "Anna Lee-Smith")
    #expect(try await ledger.purus.record(matching: "rex").name == "Réx")
    let several = await #expect(throws: LedgerError.self) { try await ledger.purus.record(matching: "lee") }
    // Only Ann and Ben have it for a whole name.
    #expect(several?.code == .usage)
    #expect(several?.what.contains("Ann Lee") == true && several?.what.contains("Ben Lee") == true)
    let none = await #expect(throws: LedgerError.self) { try await ledger.purus.record(matching: "carl") }
    #expect(none?.code == .notFound)
    #expect(
      try await ledger.purus.records().map(\.name) == ["Ann Lee", "Anna Lee-Smith", "Ben Lee", "Réx"])
    #expect(try await ledger.purus.records(matching: "LEE", creature: .human).count == 3)
    #expect(try await ledger.purus.records(creature: .pet).map(\.name) == ["Réx"])
  }
}
