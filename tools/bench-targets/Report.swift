import Daybook

/// The table for people, and the same as JSON.
struct Report {
  private var rows: [(name: String, value: Double, unit: String)] = []

  mutating func add(_ name: String, _ value: Double, _ unit: String) { rows.append((name, value, unit)) }

  mutating func add(_ measurement: Measurement) {
    add(measurement.name, measurement.median, "ms")
    add("\(measurement.name), worst", measurement.worst, "ms")
  }

  var table: String {
    let width = rows.map(\.name.count).max() ?? 0
    return rows.map { row in
      row.name + String(repeating: " ", count: width - row.name.count + 2) + Self.text(row.value) + " "
        + row.unit
    }.joined(separator: "\n")
  }

  var json: JSONValue {
    .array(rows.map { ["name": .string($0.name), "value": .double($0.value), "unit": .string($0.unit)] })
  }

  /// To a hundredth, right-aligned.
  private static func text(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let digits = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return String(repeating: " ", count: max(0, 12 - digits.count)) + digits
  }
}
