import Daybook
import Testing

@testable import PurusHealth

/// Values that are probably mistakes are refused, unless somebody says that they are so.
@Suite struct BoundTests {
  private let ledger: Ledger

  init() throws {
    var options = LedgerOptions()
    options.now = { Instant("2026-11-23T12:00:00.000Z")! }
    ledger = try Ledger.inMemory(systems: [.purus], options: options)
  }

  @Test(
    arguments: [
      ("purus.weightEntry", ["weight": 0]), ("purus.weightEntry", ["weight": 84000]),
      ("purus.weightEntry", ["weight": .double(1e308)]),
      ("purus.weightEntry", ["weight": 4000, "unit": "lbs"]),
      ("purus.weightEntry", ["weight": 80, "date": "0001-01-01T00:00:00.000Z"]),
      ("purus.weightEntry", ["weight": 80, "date": "2027-11-23T00:00:00.000Z"]),
      ("purus.bloodEntry", ["value": "120/80", "date": "2099-01-01T00:00:00.000Z"]),
      ("purus.medicalRecord", ["personalBirthdate": "2080-01-01"]),
      ("purus.medicalRecord", ["personalBirthdate": "0001-01-01"]),
      ("purus.vaccinationEntry", ["name": "Rabies", "date": "2099-01-01T00:00:00.000Z"]),
      ("purus.petYearlyCostEntry", ["year": 2026, "cost": .double(1e12)]),
    ] as [(String, JSONObject)])
  func isRefused(_ kind: String, _ set: JSONObject) async throws {
    let mutation = Mutation(.upsert, kind: kind, id: "x", set: set)
    await #expect {
      try await ledger.append([mutation])
    } throws: { error in
      (error as? LedgerError)?.advice?.contains("exceedsBounds") == true
    }
    var options = AppendOptions()
    options.exceedsBounds = true
    #expect(try await ledger.append([mutation], options: options).events.count == 1)
    // What is there does not stand in the way of other fields.
    try await ledger.append([
      Mutation(
        .upsert, kind: kind, id: "x",
        set: kind == "purus.medicalRecord" ? ["personalGivenName": "Ann"] : ["comment": "measured twice"])
    ])
  }

  /// Today is the day where the ledger is written.
  @Test(arguments: [
    (0, "2026-11-23T23:59:00.000Z", true), (0, "2026-11-24T00:00:00.000Z", false),
    (10, "2026-11-23T13:59:00.000Z", true), (10, "2026-11-23T14:00:00.000Z", false),
    (-10, "2026-11-24T09:59:00.000Z", true), (-10, "2026-11-24T10:00:00.000Z", false),
  ])
  func todayEndsWithTheDayHere(_ hoursEast: Int64, _ time: String, _ isTaken: Bool) async throws {
    var options = LedgerOptions()
    options.zone = .fixed(seconds: hoursEast * 3600)
    options.now = { Instant("2026-11-23T12:00:00.000Z")! }
    let ledger = try Ledger.inMemory(systems: [.purus], options: options)
    let mutation = Mutation(
      .upsert, kind: "purus.weightEntry", id: "x", set: ["weight": 80, "date": .string(time)])
    if isTaken {
      try await ledger.append([mutation])
    } else {
      let error = await #expect(throws: LedgerError.self) { try await ledger.append([mutation]) }
      #expect(error?.what == "purus.weightEntry.date must be from 1850 until today")
    }
  }

  @Test(
    arguments: [
      ("purus.weightEntry", ["weight": 1200]), ("purus.weightEntry", ["weight": 2500, "unit": "lbs"]),
      ("purus.vaccinationEntry", ["name": "Rabies", "date": "2028-11-23T00:00:00.000Z"]),
      ("purus.medicalRecord", ["personalBirthdate": "1900-02-28"]),
      ("purus.medicalRecord", ["personalBirthdate": "2026-11-23"]),
    ] as [(String, JSONObject)])
  func isTaken(_ kind: String, _ set: JSONObject) async throws {
    #expect(
      try await ledger.append([Mutation(.upsert, kind: kind, id: "x", set: set)]).events.count == 1)
  }

  private struct Rows: Importer {
    var sources = [SyncSource(.table, name: "rows")]
    var rows: ArraySlice<ImportedEntity>
    var bytesRead: Int64 = 0

    mutating func next(in state: borrowing LedgerState) throws -> ImportStep? {
      rows.popFirst().map { .record(ImportedRecord(file: "rows", entities: [$0])) }
    }
  }

  /// The record of an import is skipped and named, and the rest is in.
  @Test func importsSkipAndName() async throws {
    let rows = [84000, 84].map { weight in
      ImportedEntity("purus.weightEntry", .id("\(weight)"), fields: ["weight": .double(Double(weight))])
    }
    let receipt = try await ledger.importAll(Rows(rows: rows[...]))
    #expect(receipt.plan.summary.skipped == 1 && receipt.plan.summary.created == 1)
    #expect(receipt.plan.skipped.first?.reason.contains("exceedsBounds") == true)
    var options = AppendOptions()
    options.exceedsBounds = true
    #expect(try await ledger.importAll(Rows(rows: rows[...]), options: options).plan.summary.created == 1)
  }

  /// A dose whose day is to come is planned: it neither counts as the latest nor hides the one that was given.
  @Test func aFutureDoseIsPlanned() async throws {
    func given(_ id: String, _ name: String, _ day: String) -> Mutation {
      Mutation(
        .upsert, kind: "purus.vaccinationEntry", id: id,
        set: ["record": "rex", "name": .string(name), "date": .string("\(day)T08:00:00.000Z")])
    }
    try await ledger.append([
      Mutation(.upsert, kind: "purus.medicalRecord", id: "rex", set: ["isPet": true, "personalName": "Rex"]),
      given("1", "Rabies", "2023-11-20"), given("2", "Rabies", "2026-12-10"),
      given("3", "Rabies", "2029-12-10"),
      given("4", "Lepto", "2027-01-10"),
    ])
    let today = try #require(CivilDay("2026-11-23"))
    let found = try await ledger.purus.dueVaccinations(on: today)
    let rabies = try #require(found.first { $0.name == "Rabies" })
    #expect(rabies.id == "1" && rabies.given == CivilDay("2023-11-20"))
    #expect(rabies.planned == CivilDay("2026-12-10") && rabies.state != .planned)
    let lepto = try #require(found.first { $0.name == "Lepto" })
    #expect(lepto.given == nil && lepto.planned == CivilDay("2027-01-10") && lepto.state == .planned)
    // Once the day is there, it was given.
    let later = try await ledger.purus.dueVaccinations(on: try #require(CivilDay("2026-12-10")))
    #expect(later.first { $0.name == "Rabies" }?.id == "2")
  }
}
