import Daybook
import Testing

@testable import PurusHealth

@Suite struct CostTests {
  @Test func yearsAndTotals() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.commit { batch in
      for (id, record, year, cost, currency) in [
        ("1", "rex", 2025, 0.1, "EUR"), ("2", "rex", 2025, 0.2, "EUR"), ("3", "rex", 2025, 5, "USD"),
        ("4", "rex", 2026, 7, "EUR"), ("5", "tom", 2026, 1, "EUR"), ("6", "tom", 0, 2, "JPY"),
      ] as [(String, String, Int, Double, String)] {
        try batch.upsert(
          PetYearlyCostEntry(id: Ref(id)) {
            ($0.record, $0.year, $0.cost, $0.currency) = (Ref(record), year, cost, currency)
          })
      }
      try batch.upsert(MedicalRecord(id: "rex") { ($0.isPet, $0.personalName) = (true, "Rex") })
      try batch.upsert(MedicalRecord(id: "tom") { ($0.isPet, $0.personalName) = (true, "Tom") })
    }
    let rex = try await ledger.purus.yearlyCosts(of: "rex")
    // Currencies are never mixed, and sums have no more than hundredths.
    #expect(
      rex.years.map { "\($0.year ?? -1) \($0.cost) \($0.currency) \($0.count)" } == [
        "2025 0.3 EUR 2", "2025 5.0 USD 1", "2026 7.0 EUR 1",
      ])
    #expect(rex.totals.map { "\($0.cost) \($0.currency)" } == ["7.3 EUR", "5.0 USD"])
    let all = try await ledger.purus.yearlyCosts()
    #expect(all.years.contains { $0.year == 0 })
    #expect(
      all.totals.map { "\($0.cost) \($0.currency) \($0.count)" } == ["8.3 EUR 4", "2.0 JPY 1", "5.0 USD 1"])
    // Each pet's own sums, and those of all at last.
    #expect(
      all.lines.map { "\($0.record?.id.rawValue ?? "all") \($0.year ?? -1) \($0.cost) \($0.currency)" } == [
        "rex 2025 0.3 EUR", "rex 2025 5.0 USD", "rex 2026 7.0 EUR", "rex -1 7.3 EUR", "rex -1 5.0 USD",
        "tom 0 2.0 JPY", "tom 2026 1.0 EUR", "tom -1 1.0 EUR", "tom -1 2.0 JPY",
        "all -1 8.3 EUR", "all -1 2.0 JPY", "all -1 5.0 USD",
      ])
    #expect(rex.lines == rex.years + rex.totals)
    #expect(try await ledger.purus.yearlyCosts(of: "rex", year: 2026).totals.map(\.cost) == [7])
    #expect(try await ledger.purus.yearlyCosts(of: "rex", year: 1999).totals.isEmpty)
  }
}
