import Daybook

/// Days grouped until the groups fit beside one another: days, weeks, months, years, or several years.
struct Timeline {
  /// The first day of each.
  private(set) var starts: [CivilDay] = []
  /// `day`, `week`, `month`, `year`, `5 years`
  private(set) var unit = "day"
  private let first: Int64
  private let size: Size

  private enum Size {
    case days(Int64)
    case months(Int64)
  }

  /// More would be thinner than a phone shows.
  static let countMax = 92

  init?(_ days: [AuditReport.DayChanges]) {
    guard let from = days.first.flatMap({ CivilDay($0.day) }),
      let to = days.last.flatMap({ CivilDay($0.day) })
    else { return nil }
    let (size, unit) = Self.size(from, to)
    (self.size, self.unit) = (size, unit)
    switch size {
    case .days(let days):
      // Weeks begin on Mondays; 1970 began on a Thursday.
      let start = days == 7 ? from.daysSince1970 - (from.daysSince1970 + 3).modulo(7) : from.daysSince1970
      first = start
      starts = stride(from: start, through: to.daysSince1970, by: Int(days)).map {
        CivilDay(daysSince1970: $0)
      }
    case .months(let months):
      first = (from.months / months) * months
      starts = stride(from: first, through: to.months, by: Int(months)).compactMap {
        CivilDay(year: $0 / 12, month: $0 % 12 + 1, day: 1)
      }
    }
  }

  private static func size(_ from: CivilDay, _ to: CivilDay) -> (Size, String) {
    let (days, months) = (to.daysSince1970 - from.daysSince1970 + 1, to.months - from.months + 1)
    let max = Int64(countMax)
    if days <= max { return (.days(1), "day") }
    if days <= (max - 1) * 7 { return (.days(7), "week") }
    if months <= max { return (.months(1), "month") }
    for years: Int64 in [1, 2, 5, 10, 20, 50, 100] where months <= (max - 1) * 12 * years {
      return (.months(12 * years), years == 1 ? "year" : "\(years) years")
    }
    return (.months(12_000), "1000 years")
  }

  /// Counts by day, grouped.
  func values(_ days: [AuditReport.DayChanges], _ count: (AuditReport.DayChanges) -> Int) -> [Int] {
    var values = Array(repeating: 0, count: starts.count)
    for day in days {
      guard let date = CivilDay(day.day) else { continue }
      let place: Int64
      switch size {
      case .days(let size): place = (date.daysSince1970 - first) / size
      case .months(let size): place = (date.months - first) / size
      }
      if values.indices.contains(Int(place)) { values[Int(place)] = [values[Int(place)], count(day)].total }
    }
    return values
  }

  /// The title of a column.
  func title(_ index: Int) -> String {
    let text = "\(starts[index])"
    return switch size {
    case .days(1): text
    case .days: "week of \(text)"
    case .months(1): String(text.prefix(7))
    case .months(12): String(text.prefix(4))
    case .months(let months): "\(text.prefix(4))\u{2013}\(starts[index].year + months / 12 - 1)"
    }
  }
}

extension CivilDay {
  fileprivate var months: Int64 { year * 12 + month - 1 }
}

extension Int64 {
  fileprivate func modulo(_ divisor: Int64) -> Int64 { ((self % divisor) + divisor) % divisor }
}
