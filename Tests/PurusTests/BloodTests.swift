import Daybook
import Foundation
import Testing

@testable import PurusHealth

/// Blood values taken apart and put together over time.
@Suite struct BloodTests {
  @Test(
    arguments: [
      ("HbA1c 5.4 %", "", "HbA1c", [5.4], "%"), ("120/80", "at rest", "", [120, 80], ""),
      ("RR: 135/85 mmHg", "", "RR", [135, 85], "mmHg"), ("5,4 mmol/l", "", "", [5.4], "mmol/l"),
      ("5.4 mmol/L", "Glucose; fasting", "Glucose", [5.4], "mmol/L"),
      ("Vitamin B12 300 pg/ml", "", "Vitamin B12", [300], "pg/ml"),
      ("CRP < 5 mg/l", "", "CRP", [5], "mg/l"), ("negative", "HIV test", "HIV test", [], ""),
      ("Vitamin D 25-OH 30 ng/ml", "", "Vitamin D 25-OH", [30], "ng/ml"),
      ("25(OH)D: 30 ng/ml", "", "25(OH)D", [30], "ng/ml"), ("CA 19-9 35 U/ml", "", "CA 19-9", [35], "U/ml"),
      ("CA 125 20 U/ml", "", "CA 125", [20], "U/ml"), ("BNP 1.234,5 pg/ml", "", "BNP", [1234.5], "pg/ml"),
      ("BNP 1,234.5", "", "BNP", [1234.5], ""),
      ("Platelets 1.250.000 /µl", "", "Platelets", [1_250_000], "/µl"),
      ("Leukocytes 5.4 10^9/l", "", "Leukocytes", [5.4], "10^9/l"),
      ("Range 4.0-6.0 mg", "", "Range", [4], "-6.0 mg"),
      ("negative", "", "negative", [], ""), ("", "", "", [], ""), ("T3", "", "T3", [], ""),
    ] as [(String, String, String, [Double], String)])
  func aReadingHasNameNumbersAndUnit(
    text: String, comment: String, name: String, numbers: [Double], unit: String
  ) {
    let reading = BloodReading(id: "b", text: text, comment: comment)
    #expect(reading.name == name)
    #expect(reading.numbers == numbers)
    #expect(reading.unit == unit)
  }

  @Test func eachValueOverTime() async throws {
    let ledger = try Ledger.inMemory(systems: [.purus])
    try await ledger.commit { batch in
      try batch.upsert(MedicalRecord(id: "ann") { $0.personalGivenName = "Ann" })
      for (day, value) in [
        (3, "HbA1c 5.9 %"), (1, "hba1c: 5.4 %"), (2, "120/80"), (1, "118/79"), (2, "CRP 3 mg/l"),
      ] {
        try batch.upsert(
          BloodEntry {
            ($0.record, $0.value) = ("ann", value)
            $0.date = Date(timeIntervalSince1970: Double(day) * 86_400)
          })
      }
    }
    let series = try await ledger.purus.bloodSeries(of: "ann")
    #expect(series.map(\.title) == ["Blood pressure", "CRP", "HbA1c"])
    #expect(series[0].points(0).map(\.value) == [118, 120])
    #expect(series[0].points(1).map(\.value) == [79, 80])
    #expect(series[2].points(0).map(\.value) == [5.4, 5.9])
    let late = try await ledger.purus.bloodSeries(of: "ann", since: Date(timeIntervalSince1970: 3 * 86_400))
    #expect(late.map(\.title) == ["HbA1c"])
    #expect(try await ledger.purus.bloodSeries(of: "nobody").isEmpty)
  }

  /// One number and two, and a pair whose name is only the one that it is shown by.
  @Test func seriesOfOneTitleHaveOneOrder() {
    let readings = [
      ("d", "RR 120", ""), ("c", "RR 120/80", ""), ("b", "118/79", ""), ("a", "Blood pressure 120/80", ""),
    ]
    .map { BloodReading(id: Ref($0.0), text: $0.1, comment: $0.2) }
    for turn in 0..<readings.count {
      let series = BloodSeries.all(of: Array(readings[turn...] + readings[..<turn]))
      #expect(series.map { $0.readings[0].id.rawValue } == ["a", "b", "d", "c"])
    }
  }
}
