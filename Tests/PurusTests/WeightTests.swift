import Daybook
import Foundation
import Testing

@testable import DaybookCommands
@testable import PurusHealth

/// Weights over time, and how they are drawn.
@Suite struct WeightTests {
  private static func ledger(_ weights: [(day: String, weight: Double, unit: WeightUnit)]) async throws
    -> Ledger
  {
    let ledger = try Ledger.inMemory(systems: [.purus])
    _ = try await ledger.purus.importCloudDocuments([try CloudDocument(["uuid": "rex", "isPet": true])])
    for (day, weight, unit) in weights {
      let date = try #require(Instant(day + "T12:00:00.000Z"))
      try await ledger.append([
        Mutation(
          .upsert, kind: WeightEntry.kind, id: day,
          set: ["record": "rex", "date": .string(date.description), "weight": .double(weight), "unit": "kg"])
      ])
      // A unit of a later version comes in by replication alone.
      guard unit != .kg else { continue }
      _ = try await ledger.append([
        Mutation(.sync, kind: WeightEntry.kind, id: day, set: ["unit": .string(unit.rawValue)])
      ])
    }
    return ledger
  }

  @Test func aSeriesHasOneUnit() async throws {
    let ledger = try await Self.ledger([
      ("2026-03-01", 9, .kg), ("2026-01-01", 8, .kg), ("2026-02-01", 20, .lbs), ("2026-04-01", 3, "stone"),
    ])
    let series = try await ledger.purus.weights(of: "rex", in: .kg)
    #expect(series.points.map(\.id.rawValue) == ["2026-01-01", "2026-02-01", "2026-03-01"])
    #expect(series.points.map(\.weight) == [8, 9.0718474, 9])
    #expect(series.points.allSatisfy { $0.unit == .kg })
    #expect(series.unconverted.map(\.weight) == [3])
    #expect(series.minimum == 8)
    #expect(series.maximum == 9.0718474)
    #expect(series.change == 1)
    // By default in the unit of the latest whose unit is known.
    #expect(try await ledger.purus.weights(of: "rex").unit == .kg)
    let pounds = try await ledger.purus.weights(of: "rex", in: .lbs)
    #expect(pounds.points[1].weight == 20)
    #expect(abs(pounds.points[0].weight - 17.636980975) < 1e-8)
    let since = Date(timeIntervalSince1970: 1_769_947_200)
    #expect(try await ledger.purus.weights(of: "rex", since: since).points.count == 2)
    #expect(try await ledger.purus.weights(of: "rex", until: since).points.count == 2)
  }

  @Test func aSeriesMayBeEmpty() async throws {
    let series = try await Self.ledger([]).purus.weights(of: "rex")
    #expect(series.points.isEmpty)
    #expect(series.minimum == nil)
    #expect(series.change == nil)
    #expect(series.unit == .kg)
  }

  /// Without a date, when it was written down.
  @Test func anUndatedWeightHasTheTimeOfItsEntry() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.append([
      Mutation(.upsert, kind: MedicalRecord.kind, id: "rex"),
      Mutation(.upsert, kind: WeightEntry.kind, id: "w", set: ["record": "rex", "weight": 4]),
    ])
    let point = try #require(try await ledger.purus.weights(of: "rex").points.first)
    let entry = try await ledger.get(Ref<WeightEntry>("w"))
    #expect(point.date == entry?.createdAt)
  }

  @Test func aPlotIsDrawnInBraille() {
    let plot = LinePlot(points: [(0, 1), (1, 2)], width: 20, isUnicode: true)
    let lines = plot.lines(labels: ("2", "1"), ends: ("a", "b")).split(separator: "\n")
    #expect(lines.count == 9)
    #expect(lines[0].hasPrefix("2 ┤"))
    #expect(lines[7].hasPrefix("1 ┤⡠⠊"))
    #expect(lines[0].last == "⠊")
    #expect(lines[8] == "   a              b")
    #expect(lines.allSatisfy { $0.count <= 20 })
  }

  @Test func aPlotWithoutUnicodeIsASCII() {
    let plot = LinePlot(points: [(0, 3), (5, 3), (9, 1)], width: 16, isUnicode: false)
    let text = plot.lines(labels: ("3", "1"), ends: ("a", "b"))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    let lines = text.split(separator: "\n")
    #expect(lines[0] == "3 |*******")
    #expect(lines[7] == "1 |           *")
  }

  /// Points on one another, in one column, beyond what a screen has, and no numbers at all.
  @Test(arguments: [
    [(1.0, 1.0)], [(1, 1), (1, 1)], [(1, 1), (1, 5), (1, 3)], [(0, 5), (9, 5)], [(0, .infinity), (1, 2)],
    [(0, .nan), (1, 2)], [(-1e300, -1e300), (1e300, 1e300)], [],
  ])
  func oddPoints(points: [(Double, Double)]) {
    for width in [0, 1, 7, 80, 4000] {
      let plot = LinePlot(points: points.map { (x: $0.0, y: $0.1) }, width: width, isUnicode: true)
      #expect(plot.lines(labels: ("1", "0"), ends: ("a", "b")).split(separator: "\n").count == 9)
    }
  }
}
