import Daybook
import DaybookTestSupport
import Foundation
import Testing

@testable import DaybookTables
@testable import PurusHealth

/// A number keeps the unit that stands in its cell or above its column.
@Suite struct UnitTests {
  @Test(
    arguments: [
      ("155 lb", 155, "lbs"), ("70.5 kg", 70.5, "kg"), ("70.5kg", 70.5, "kg"), ("155 lbs.", 155, "lbs"),
      ("11 st 4 lb", 158, "lbs"), ("11st 4", nil, nil), ("70500 g", 70.5, "kg"), ("40 oz", 2.5, "lbs"),
      ("5 lb 8 oz", 5.5, "lbs"), ("5 lb 1 kg", nil, nil), ("kg", nil, nil), ("70 m", nil, nil),
      ("", nil, nil),
    ] as [(String, Double?, String?)])
  func aWeightHasItsUnit(_ text: String, _ value: Double?, _ unit: String?) {
    let found = Unit.mass(text) { WrittenNumber.plain($0, decimal: .point).flatMap { Double($0) } }
    #expect(found?.value == value && found?.unit == unit)
  }

  @Test(
    arguments: [
      ("35.50 EUR", "35.50", "EUR"), ("€35,50", "35,50", "EUR"), ("CHF 1'200.–", "1'200", "CHF"),
      ("-£12", "-12", "GBP"), ("$ 1,234.50", "1,234.50", "USD"), ("35 eur", nil, nil), ("12", nil, nil),
      ("EUR", nil, nil), ("EUR 12 USD", nil, nil), ("12 5 EURO", nil, nil),
    ] as [(String, String?, String?)])
  func anAmountHasItsCurrency(_ text: String, _ number: String?, _ code: String?) {
    let found = CurrencySign.amount(text)
    #expect(found?.number == number && found?.code == code)
  }

  private struct Read: Equatable {
    var rows: [String]
    var skipped: [String]
  }

  private func read(_ table: String, kind: String = "purus.weightEntry") async throws -> Read {
    let folder = try TemporaryFolder()
    let path = folder.path + "/table.csv"
    try Data(table.utf8).write(to: URL(filePath: path))
    let ledger = try Ledger.inMemory(systems: [.purus])
    var ann = MedicalRecord()
    (ann.personalGivenName, ann.personalFamilyName) = ("Ann", "Lee")
    let made = ann
    try await ledger.commit { batch in try batch.upsert(made) }
    var options = TableOptions(kind: kind)
    options.record = "ann lee"
    let receipt = try await ledger.importAll(TableImporter([path], options))
    let again = try await ledger.importAll(TableImporter([path], options))
    #expect(again.events == 0)
    let rows =
      kind == "purus.weightEntry"
      ? try await ledger.fetch(WeightEntry.self).map { "\($0.weight) \($0.unit.rawValue)" }
      : try await ledger.fetch(PetYearlyCostEntry.self).map { "\($0.cost) \($0.currency)" }
    return Read(
      rows: rows.sorted(), skipped: receipt.plan.skipped.map { "\($0.line): \($0.reason)" })
  }

  @Test func aCellKeepsItsUnit() async throws {
    let read = try await read(
      "date,weight\n2026-02-01,71.2 kg\n2026-02-02,157 lb\n2026-02-03,\n2026-02-04,-\n2026-02-05,12 m\n")
    #expect(read.rows == ["157.0 lbs", "71.2 kg"])
    #expect(read.skipped.map { $0.prefix(2) } == ["4:", "5:", "6:"])
    #expect(read.skipped.last?.contains("'12 m' is not a number in kg or lbs") == true)
  }

  /// The unit above the column is that of cells that name none, also where it has to be converted.
  @Test func aHeaderNamesTheUnit() async throws {
    #expect(
      try await read("date,weight (lb)\n2026-02-01,157\n2026-02-02,71 kg\n").rows == ["157.0 lbs", "71.0 kg"])
    #expect(try await read("date;weight (g)\n2026-02-01;4250,5\n").rows == ["4.2505 kg"])
    await #expect(throws: ImportFailure.self) { try await self.read("date,weight (%)\n2026-02-01,20\n") }
  }

  @Test func aCellAgainstItsUnitColumnIsSkipped() async throws {
    let read = try await read(
      "date,weight,unit\n2026-02-01,157 lb,kg\n2026-02-02,157 lb,lb\n2026-02-03,70,\n")
    #expect(read.rows == ["157.0 lbs", "70.0 kg"])
    #expect(read.skipped == ["2: weight: the cell is in lbs, but unit is kg"])
  }

  @Test func costsKeepTheirCurrency() async throws {
    let read = try await read(
      "year,cost\n2024,\"35,50 €\"\n2025,\"1.200,00 €\"\n2026,\"12,00\"\n", kind: "purus.petYearlyCostEntry")
    #expect(read.rows == ["12.0 USD", "1200.0 EUR", "35.5 EUR"])
  }
}
