import DaybookModel
import DaybookView

/// Weeks and months as people say them: `this week`, `nächste Woche`, `last month`, `letzten Monat`.
enum SpokenPeriod {
  /// Its days, a week's from Monday on; nil for words that are none of these.
  static func days(_ words: [String], _ today: CivilDay) -> ClosedRange<CivilDay>? {
    guard words.count == 2, let distance = distances[words[0]] else { return nil }
    switch words[1] {
    case "week", "woche":
      let monday = today.adding(days: 7 * distance - today.weekday)
      return monday...monday.adding(days: 6)
    case "month", "monat":
      let month = today.year * 12 + today.month - 1 + distance
      guard let first = self.first(ofMonth: month), let next = self.first(ofMonth: month + 1) else {
        return nil
      }
      return first...next.adding(days: -1)
    default: return nil
    }
  }

  /// - Parameter month: counted from January of the year 0.
  private static func first(ofMonth month: Int64) -> CivilDay? {
    CivilDay(year: month / 12, month: month % 12 + 1, day: 1)
  }

  private static let distances: [String: Int64] = [
    "last": -1, "letzte": -1, "letzten": -1, "this": 0, "diese": 0, "diesen": 0, "next": 1, "nächste": 1,
    "nächsten": 1, "kommende": 1, "kommenden": 1,
  ]
}
