// When a medicine is taken, in words. FHIR and HL7 version 3 share the codes.

enum ClinicalTiming {
  /// Events of the day, by their code.
  static func event(_ code: String) -> String {
    switch code.uppercased() {
    case "MORN": "in the morning"
    case "MORN.EARLY": "early in the morning"
    case "MORN.LATE": "late in the morning"
    case "NOON": "at noon"
    case "AFT": "in the afternoon"
    case "AFT.EARLY": "early in the afternoon"
    case "AFT.LATE": "late in the afternoon"
    case "EVE": "in the evening"
    case "EVE.EARLY": "early in the evening"
    case "EVE.LATE": "late in the evening"
    case "NIGHT": "at night"
    case "PHS": "after sleep"
    case "IMD": "at once"
    case "HS": "before sleep"
    case "WAKE": "on waking"
    case "C": "with meals"
    case "CM": "with breakfast"
    case "CD": "with lunch"
    case "CV": "with dinner"
    case "AC": "before meals"
    case "ACM": "before breakfast"
    case "ACD": "before lunch"
    case "ACV": "before dinner"
    case "PC": "after meals"
    case "PCM": "after breakfast"
    case "PCD": "after lunch"
    case "PCV": "after dinner"
    case "IC": "between meals"
    case "ICM": "between breakfast and lunch"
    case "ICD": "between lunch and dinner"
    case "ICV": "between dinner and sleep"
    default: code
    }
  }

  /// Units of time in words, by their code in UCUM.
  static func unit(_ code: String, isOne: Bool) -> String {
    let name =
      switch code {
      case "s": "second"
      case "min": "minute"
      case "h": "hour"
      case "d": "day"
      case "wk": "week"
      case "mo": "month"
      case "a": "year"
      default: ""
      }
    if name.isEmpty { return code }
    return isOne ? name : name + "s"
  }

  static func weekday(_ code: String) -> String {
    switch code {
    case "mon": "Monday"
    case "tue": "Tuesday"
    case "wed": "Wednesday"
    case "thu": "Thursday"
    case "fri": "Friday"
    case "sat": "Saturday"
    case "sun": "Sunday"
    default: code
    }
  }

  /// `twice a day`, `once every 8 hours`, `2 to 3 times a day`, `every 4 to 6 hours`; numbers as they were written.
  static func rate(
    _ count: String?, to countMax: String?, per period: String?, to periodMax: String?, _ unit: String
  )
    -> String
  {
    let times: String? =
      if let countMax { "\(count ?? "1") to \(countMax) times" } else {
        switch count {
        case nil: nil
        case "1": "once"
        case "2": "twice"
        case let count?: "\(count) times"
        }
      }
    guard let period else { return times ?? "" }
    let isOne = period == "1" && periodMax == nil
    let length = periodMax.map { "\(period) to \($0)" } ?? period
    let name = self.unit(unit, isOne: isOne)
    if isOne, let times { return "\(times) \(unit == "h" ? "an" : "a") \(name)" }
    let every = isOne ? "every \(name)" : "every \(length) \(name)"
    return [times == "once" ? nil : times, every].compactMap { $0 }.joined(separator: " ")
  }
}
