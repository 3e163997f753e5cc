// From a rule to civil times. A step is one day or one clock tick that is tested. The caller limits the steps, so that
// no rule takes long.

import DaybookModel

extension RecurrenceRule {
  /// Calls `body` with the occurrences in `range` (civil seconds), ascending, until it returns false. `start` is
  /// the first of all, and counted, whether or not the rule would find it; UNTIL is left to `body`.
  ///
  /// If the steps ran out, returns the civil time up to which the rule was followed.
  func walk(
    from start: CivilTime, in range: Range<Int64>, steps: inout Int, _ body: (Int64) -> Bool
  ) -> Int64? {
    var walk = RecurrenceWalk(rule: self, start: start, range: range)
    return frequency.isWithinDay ? walk.ticks(&steps, body) : walk.periods(&steps, body)
  }
}

private struct RecurrenceWalk {
  let rule: RecurrenceRule
  let start: CivilTime
  let range: Range<Int64>
  let days: RecurrenceDays
  /// Of COUNT.
  private var remaining: Int64
  private var isStarted = false

  init(rule: RecurrenceRule, start: CivilTime, range: Range<Int64>) {
    (self.rule, self.start, self.range) = (rule, start, range)
    days = RecurrenceDays(rule, start: start.day)
    remaining = rule.count ?? .max
  }

  /// Days, weeks, months and years.
  mutating func periods(_ steps: inout Int, _ body: (Int64) -> Bool) -> Int64? {
    let times = TimesOfDay(rule, start: start)
    var index = skip(to: periodIndex(of: range.lowerBound.dividedDown(by: 86_400)))
    if index == 0, !emit(start.seconds, body) { return nil }
    while let period = period(index), period.lowerBound * 86_400 < range.upperBound {
      var found: [Int64] = []
      for month in months(of: period) {
        guard days.contains(month: month.number) else { continue }
        for day in month.days {
          steps -= 1
          if days.contains(day) { found.append(day * 86_400) }
        }
      }
      steps -= 1
      if !emit(found, times, &steps, body) { return nil }
      if steps <= 0 { return period.lowerBound * 86_400 }
      index += 1
    }
    return nil
  }

  /// Hours, minutes and seconds.
  mutating func ticks(_ steps: inout Int, _ body: (Int64) -> Bool) -> Int64? {
    let unit: Int64 = rule.frequency == .hourly ? 3600 : rule.frequency == .minutely ? 60 : 1
    let width = unit * rule.interval
    let times = TimesOfDay(rule, start: start)
    let base = start.seconds.dividedDown(by: unit) * unit
    let index = skip(to: max(0, (range.lowerBound - base).dividedDown(by: width)))
    if index == 0, !emit(start.seconds, body) { return nil }
    var tick = base + index * width
    var known: (day: Int64, isIn: Bool)?
    while tick < range.upperBound {
      steps -= 1
      if steps <= 0 { return tick }
      let day = tick.dividedDown(by: 86_400)
      if known?.day != day { known = (day, days.contains(day)) }
      let ofDay = tick - day * 86_400
      let next: Int64
      if known?.isIn != true {
        next = (day + 1) * 86_400
      } else if !rule.hours.isEmpty, !rule.hours.contains(ofDay / 3600) {
        next = tick - ofDay % 3600 + 3600
      } else if unit < 3600, !rule.minutes.isEmpty, !rule.minutes.contains(ofDay / 60 % 60) {
        next = tick - ofDay % 60 + 60
      } else {
        next = tick + 1
        if unit > 1 || rule.seconds.isEmpty || rule.seconds.contains(ofDay % 60) {
          if !emit([tick], times, &steps, body) { return nil }
        }
      }
      tick += (next - tick + width - 1) / width * width
    }
    return nil
  }

  /// How many periods to skip before `index`: all, unless they must be counted. If each has exactly one occurrence,
  /// they are counted without testing.
  private mutating func skip(to index: Int64) -> Int64 {
    guard rule.count != nil else { return index }
    guard rule.hasOneEach else { return 0 }
    remaining -= min(index, remaining)
    return index
  }

  /// One period's occurrences, of which BYSETPOS takes some.
  private mutating func emit(
    _ days: [Int64], _ times: TimesOfDay, _ steps: inout Int, _ body: (Int64) -> Bool
  ) -> Bool {
    let count = days.count * times.count
    if rule.positions.isEmpty {
      for index in 0..<count {
        steps -= 1
        // The period in which the steps run out is not finished.
        if steps <= 0 { return true }
        if !emit(days[index / times.count] + times[index % times.count], body) { return false }
      }
    } else {
      let indexes = Set(rule.positions.map { $0 > 0 ? Int($0) - 1 : count + Int($0) })
      for index in indexes.sorted() where (0..<count).contains(index) {
        if !emit(days[index / times.count] + times[index % times.count], body) { return false }
      }
    }
    return true
  }

  private mutating func emit(_ civil: Int64, _ body: (Int64) -> Bool) -> Bool {
    // The start was first.
    if civil < start.seconds || civil == start.seconds && isStarted { return true }
    isStarted = true
    guard civil < range.upperBound, remaining > 0 else { return false }
    remaining -= 1
    return civil < range.lowerBound || body(civil)
  }
}

extension RecurrenceWalk {
  /// The days of the period; nil beyond the years that can be written.
  private func period(_ index: Int64) -> Range<Int64>? {
    let first = start.day
    let count = index * rule.interval
    guard count < 4_000_000 else { return nil }
    let begin: Int64
    let end: Int64
    switch rule.frequency {
    case .yearly:
      (begin, end) = (
        CivilDay.first(year: first.year + count, month: 1),
        CivilDay.first(year: first.year + count + 1, month: 1)
      )
    case .monthly:
      let month = first.year * 12 + first.month - 1 + count
      begin = CivilDay.first(year: month / 12, month: month % 12 + 1)
      end = begin + CivilDay.length(ofMonth: month % 12 + 1, year: month / 12)
    case .weekly:
      let days = first.daysSince1970
      begin = days - days.weekdays(since: rule.weekStart) + count * 7
      end = begin + 7
    default:
      begin = first.daysSince1970 + count
      end = begin + 1
    }
    return begin < 2_932_897 ? begin..<end : nil
  }

  /// Of the last period that begins at or before the day, or the first.
  private func periodIndex(of days: Int64) -> Int64 {
    let date = CivilDay(daysSince1970: days)
    let first = start.day
    let distance: Int64
    switch rule.frequency {
    case .yearly: distance = date.year - first.year
    case .monthly: distance = (date.year - first.year) * 12 + date.month - first.month
    case .weekly:
      let begin = first.daysSince1970 - first.daysSince1970.weekdays(since: rule.weekStart)
      distance = (days - begin).dividedDown(by: 7)
    default: distance = days - first.daysSince1970
    }
    return max(0, distance.dividedDown(by: rule.interval))
  }

  /// The period's days by month: in a year, most months need not be tested.
  private func months(of period: Range<Int64>) -> [(number: Int64, days: Range<Int64>)] {
    var months: [(number: Int64, days: Range<Int64>)] = []
    var begin = period.lowerBound
    while begin < period.upperBound {
      let date = CivilDay(daysSince1970: begin)
      let end = begin - date.day + 1 + CivilDay.length(ofMonth: date.month, year: date.year)
      months.append((date.month, begin..<min(end, period.upperBound)))
      begin = end
    }
    return months
  }
}

extension RecurrenceRule {
  /// Whether every period has exactly one occurrence, the start's own.
  fileprivate var hasOneEach: Bool {
    frequency != .monthly && frequency != .yearly && seconds.isEmpty && minutes.isEmpty && hours.isEmpty
      && weekdays.isEmpty && monthDays.isEmpty && yearDays.isEmpty && weekNumbers.isEmpty && months.isEmpty
      && positions.isEmpty
  }
}

/// The times within a day, an hour or a minute that a rule means, ascending, without a list of them.
private struct TimesOfDay {
  private let hours: [Int64]
  private let minutes: [Int64]
  private let seconds: [Int64]

  /// Within a step of the rule. What it leaves open is the start's.
  init(_ rule: RecurrenceRule, start: CivilTime) {
    let ofDay = start.seconds - start.day.daysSince1970 * 86_400
    func open(_ values: [Int64], _ own: Int64, _ isSteppedThrough: Bool) -> [Int64] {
      // A date alone has no time to vary.
      isSteppedThrough ? [0] : values.isEmpty || start.isDay ? [own] : values
    }
    hours = open(rule.hours, ofDay / 3600, rule.frequency.isWithinDay)
    minutes = open(
      rule.minutes, ofDay / 60 % 60, rule.frequency == .minutely || rule.frequency == .secondly)
    seconds = open(rule.seconds, ofDay % 60, rule.frequency == .secondly)
  }

  var count: Int { hours.count * minutes.count * seconds.count }

  subscript(index: Int) -> Int64 {
    let (rest, second) = index.quotientAndRemainder(dividingBy: seconds.count)
    return hours[rest / minutes.count] * 3600 + minutes[rest % minutes.count] * 60 + seconds[second]
  }
}
