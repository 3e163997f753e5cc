// Numbers and units of an export as a person would write them. Ids are derived from what the telephone wrote.

enum HealthUnit {
  /// `mmol/L` of `mmol<180.15588000000005>/L`: a telephone writes a substance's molar mass into its unit.
  static func shown(_ unit: String) -> String {
    guard let start = unit.firstIndex(of: "<"), let end = unit[start...].firstIndex(of: ">") else {
      return unit
    }
    return String(unit[..<start] + unit[unit.index(after: end)...])
  }

  /// Shares come as numbers up to one with the unit `%`: 0.97 is 97 %. A number above one is in percent already, as
  /// some apps write it.
  static func shown(_ number: Double, _ unit: String) -> Double {
    unit == "%" && number.magnitude <= 1 ? number * 100 : number
  }

  /// `7.5 h`, `4.8 min`, `20 s`
  static func duration(milliseconds: Double) -> String {
    let rounded = HealthExportEntries.rounded
    switch milliseconds {
    case ..<60_000: return "\(rounded((milliseconds / 100).rounded() / 10)) s"
    case ..<3_600_000: return "\(rounded((milliseconds / 6000).rounded() / 10)) min"
    default: return "\(rounded((milliseconds / 36_000).rounded() / 100)) h"
    }
  }
}
