import Daybook
import DaybookModel
import DaybookTestSupport
import DaybookView
import Foundation
import Testing

@testable import DaybookTables
@testable import Planner
@testable import PurusHealth

/// Days and times of tables: spreadsheets' numbers, zones in the cells, and the zone of those that name none.
@Suite struct TableTimeTests {
  @Test(
    arguments: [
      ("46000", "2025-12-09T00:00:00.000Z"), ("46000.25", "2025-12-09T06:00:00.000Z"),
      ("46000,5", "2025-12-09T12:00:00.000Z"), ("45999.99999999", "2025-12-09T00:00:00.000Z"),
      ("10000", "1927-05-18T00:00:00.000Z"), ("2026", nil), ("460000", nil),
      ("46000.", "2025-12-09T00:00:00.000Z"),
      ("46000x", nil), ("-46000", nil),
    ] as [(String, String?)])
  func aSerialNumberIsADay(_ text: String, _ expected: String?) {
    #expect(WrittenMoment(serial: text)?.instant(.dayFirst, zone: .utc)?.description == expected)
  }

  @Test(
    arguments: [
      ("20260124", "2026-01-24T00:00:00.000Z"), ("20260124T101500", "2026-01-24T10:15:00.000Z"),
      ("20260124T1015Z", "2026-01-24T10:15:00.000Z"), ("20261301", nil), ("00010101", nil),
      ("2026-01-24 10:15:00 +0100", "2026-01-24T09:15:00.000Z"),
      ("2026-01-24 10:15 -03:30", "2026-01-24T13:45:00.000Z"),
      ("24.01.2026 10:15 UTC", "2026-01-24T10:15:00.000Z"),
      ("24.01.2026 10:15 GMT+1", "2026-01-24T09:15:00.000Z"),
      ("1/24/2026 10:15 PM +02", nil), ("24.1.2026 10:15 +99", nil), ("24.1.2026 10:15 CET", nil),
      ("01.02.2026 10:15 PM +02", "2026-02-01T20:15:00.000Z"),
    ] as [(String, String?)])
  func compactAndZoned(_ text: String, _ expected: String?) {
    #expect(WrittenMoment(text)?.instant(.dayFirst, zone: .utc)?.description == expected)
  }

  private static let berlin = TimeZoneRule.fixed(seconds: 3600)

  private func weights(
    _ table: String, _ ledger: Ledger, _ change: (inout TableOptions) -> Void = { _ in }
  ) async throws -> SyncReceipt {
    let folder = try TemporaryFolder()
    let path = folder.path + "/t.csv"
    try Data(table.utf8).write(to: URL(filePath: path))
    var options = TableOptions(kind: "purus.weightEntry")
    change(&options)
    return try await ledger.importAll(TableImporter([path], options))
  }

  @Test func aColumnOfSpreadsheetsNumbersIsDays() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    #expect(try await weights("date,weight\n46000,70\n46001,71\n", ledger).plan.skipped == [])
    #expect(
      try await ledger.fetch(WeightEntry.self).compactMap {
        $0.date.map { Instant($0).wholeDay?.description }
      }
      .compactMap { $0 }.sorted() == ["2025-12-09", "2025-12-10"])
    // Beside other days a number is not one.
    let mixed = try await weights("date,weight\n2026-01-02,70\n46001,71\n", ledger)
    #expect(mixed.plan.skipped.map(\.line) == [3])
  }

  /// Two machines in two zones read the times of a table alike, once one has said which zone they are of.
  @Test func theZoneIsKept() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let table = "date,weight\n21.01.2026 07:00,70\n"
    _ = try await weights(table, ledger) {
      ($0.zone, $0.localZoneName, $0.key) = (Self.berlin, "Europe/Berlin", ["date"])
    }
    let read = { try await ledger.fetch(WeightEntry.self).compactMap(\.date).map { Instant($0).description } }
    #expect(try await read() == ["2026-01-21T06:00:00.000Z"])
    let elsewhere = try await weights(table, ledger) { ($0.zone, $0.localZoneName) = (.utc, "UTC") }
    #expect(elsewhere.events == 0)
    #expect(try await read() == ["2026-01-21T06:00:00.000Z"])
    // Somebody who names another zone has the say.
    let named = try await weights(table, ledger) {
      ($0.zone, $0.zoneName, $0.key) = (.utc, "UTC", ["date"])
    }
    #expect(named.events > 0)
    #expect(try await read() == ["2026-01-21T07:00:00.000Z"])
  }

  /// Of days, and of times that name their zone, no zone is kept.
  @Test func noZoneIsKeptWhereNoneIsNeeded() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    _ = try await weights("date,weight\n21.01.2026,70\n2026-01-22 07:00 +0100,71\n", ledger) {
      $0.localZoneName = "Europe/Berlin"
    }
    #expect(try await ledger.query(Query("daybook.mapping")).rows.count == 0)
  }

  /// A day and a time in two columns.
  @Test func aDayAndATimeAreJoined() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    let receipt = try await weights("Day,Time,weight\n01/24/2026,7:15 PM,70\n01/25/2026,,71\n", ledger) {
      $0.map = [("Day+Time", "date")]
    }
    #expect(receipt.plan.skipped == [])
    #expect(
      try await ledger.fetch(WeightEntry.self).compactMap(\.date).map { Instant($0).description }.sorted()
        == ["2026-01-24T19:15:00.000Z", "2026-01-25T00:00:00.000Z"])
  }
}
