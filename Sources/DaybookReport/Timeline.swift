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

extension Timeline {
  /// The events over time, as columns, with an axis in words.
  func plot(_ changes: AuditReport.Changes) -> Fragment {
    let values = self.values(changes.byDay, \.events)
    let top = Plot.top(values.max() ?? 1)
    let titles = values.indices.map { "\(title($0)): \(Decimal.count(values[$0], "event"))" }
    let busiest = values.indices.max { values[$0] < values[$1] }
    let summary =
      busiest.map {
        "Columns, one for each \(unit) from \(title(0)) to \(title(starts.count - 1)). The most are \(Decimal.count(values[$0], "event")), \(title($0))."
      } ?? ""
    let width = max(values.count, 1)
    return """
      <figure>
      <figcaption>Events by \(plain: unit)</figcaption>
      <div class="plot"><div class="axis" aria-hidden="true"><span>\(top)</span><span>\(top / 2)</span><span>0</span></div>
      <svg viewBox="0 0 \(plain: width) 1000" preserveAspectRatio="none" role="img" \
      aria-labelledby="plot-title plot-text"><title id="plot-title">Events by \(plain: unit)</title>\
      <desc id="plot-text">\(plain: summary)</desc>\
      <g class="grid"><path d="M0 0H\(plain: width)M0 500H\(plain: width)M0 1000H\(plain: width)"/></g>\
      \(Plot.bars(values, height: 1000, top: top, titles: titles))</svg>
      <div class="days" aria-hidden="true">\(axis)</div></div>
      </figure>
      \(table(values))
      """
  }

  /// The first, one in the middle and the last.
  private var axis: Fragment {
    let places = starts.count > 2 ? [0, starts.count / 2, starts.count - 1] : Array(starts.indices)
    return places.map { place -> Fragment in "<span>\(plain: title(place))</span>" }.joined()
  }

  /// The same as a table, for readers who cannot see the plot.
  private func table(_ values: [Int]) -> Fragment {
    var table = Table("Events by \(plain: unit)", [.init("From"), .init("Events", isNumber: true)])
    for (index, value) in values.enumerated() where value > 0 { table.add(["\(title(index))", "\(value)"]) }
    return
      "<details class=\"figures\"><summary>The plot\u{2019}s figures</summary>\n\(table.fragment)</details>\n"
  }
}

/// Plots as inline SVG, which scale with the page; their labels are beside them as text of the page.
enum Plot {
  /// A share of the greatest, as a bar of its own row.
  static func bar(_ value: Int, of greatest: Int) -> Fragment {
    // In thousandths of the width: any value above 0 is visible.
    let width = value <= 0 ? 0 : max(share(value, of: greatest, 1000), 5)
    return """
      <svg class="bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">\
      <rect class="rail" width="1000" height="10"/><rect width="\(plain: width)" height="10"/></svg>
      """
  }

  /// The course of a number over the days, without labels, for a row of a table.
  static func line(_ values: [Int], label: String) -> Fragment {
    """
    <svg class="spark" viewBox="0 0 \(plain: max(values.count, 1)) 100" preserveAspectRatio="none" \
    role="img" aria-label="\(plain: label)">\(bars(values, height: 100, top: values.max() ?? 0))</svg>
    """
  }

  /// Columns from the bottom up.
  static func bars(_ values: [Int], height: Int, top: Int, titles: [String] = []) -> Fragment {
    var result = Fragment.empty
    for (index, value) in values.enumerated() where value > 0 {
      let size = max(share(value, of: top, height), 1)
      let title: Fragment = index < titles.count ? "<title>\(plain: titles[index])</title>" : .empty
      result += """
        <rect x="\(plain: index)" y="\(plain: height - size)" width="0.84" height="\(plain: size)">\(title)</rect>
        """
    }
    return result
  }

  /// How much of `whole` a value is, where `greatest` is all of it.
  private static func share(_ value: Int, of greatest: Int, _ whole: Int) -> Int {
    greatest <= 0 ? 0 : Int(min(Double(value) / Double(greatest), 1) * Double(whole))
  }

  /// A round even number at or above all of them.
  static func top(_ greatest: Int) -> Int {
    var unit = 1
    while unit < 1_000_000_000_000_000_000 {
      for step in [2, 4, 10, 20] where step * unit >= greatest { return step * unit }
      unit *= 10
    }
    return greatest
  }
}
