// Which days a rule means: the table of RFC 5545, 3.3.10, read as one condition. Whether a part "expands" or "limits"
// makes no difference once every day of the period is tested.

import DaybookModel

struct RecurrenceDays {
  private let rule: RecurrenceRule
  private let months: [Int64]
  private let monthDays: [Int64]
  private let weekdays: [RecurrenceRule.Weekday]
  /// The span within which a weekday's ordinal counts; nil if it has no meaning.
  private let ordinalsWithin: Span?

  private enum Span { case month, year }

  /// Parts that the rule omits are taken from the start.
  init(_ rule: RecurrenceRule, start: CivilDay) {
    self.rule = rule
    var (months, monthDays, weekdays) = (rule.months, rule.monthDays, rule.weekdays)
    let saysDay =
      !(rule.weekdays.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty)
    switch rule.frequency {
    case .yearly where !saysDay && !rule.weekNumbers.isEmpty:
      weekdays = [.init(day: start.daysSince1970.weekday, ordinal: 0)]
    case .yearly where !saysDay:
      if months.isEmpty { months = [start.month] }
      monthDays = [start.day]
    case .monthly where !saysDay: monthDays = [start.day]
    case .weekly where !saysDay: weekdays = [.init(day: start.daysSince1970.weekday, ordinal: 0)]
    default: break
    }
    (self.months, self.monthDays, self.weekdays) = (months, monthDays, weekdays)
    switch rule.frequency {
    case .monthly: ordinalsWithin = .month
    case .yearly where rule.weekNumbers.isEmpty: ordinalsWithin = rule.months.isEmpty ? .year : .month
    default: ordinalsWithin = nil
    }
  }

  func contains(month: Int64) -> Bool { months.isEmpty || months.contains(month) }

  func contains(_ days: Int64) -> Bool {
    let date = CivilDay(daysSince1970: days)
    guard contains(month: date.month) else { return false }
    let monthLength = CivilDay.length(ofMonth: date.month, year: date.year)
    guard
      monthDays.isEmpty || monthDays.contains(date.day)
        || monthDays.contains(date.day - monthLength - 1)
    else { return false }
    let newYear = CivilDay.first(year: date.year, month: 1)
    let yearLength = CivilDay.first(year: date.year + 1, month: 1) - newYear
    let yearDay = days - newYear + 1
    guard
      rule.yearDays.isEmpty || rule.yearDays.contains(yearDay)
        || rule.yearDays.contains(yearDay - yearLength - 1)
    else { return false }
    guard rule.weekNumbers.isEmpty || isInWeeks(days, year: date.year) else { return false }
    guard !weekdays.isEmpty else { return true }
    let (position, length) =
      ordinalsWithin == .year ? (yearDay, yearLength) : (date.day, monthLength)
    return weekdays.contains { weekday in
      guard weekday.day == days.weekday else { return false }
      guard weekday.ordinal != 0, ordinalsWithin != nil else { return true }
      return weekday.ordinal > 0
        ? (position - 1) / 7 + 1 == weekday.ordinal : (length - position) / 7 + 1 == -weekday.ordinal
    }
  }

  /// A week belongs to the year that has four of its days or more.
  private func isInWeeks(_ days: Int64, year: Int64) -> Bool {
    var first = firstWeek(of: year)
    var next = firstWeek(of: year + 1)
    if days < first {
      (first, next) = (firstWeek(of: year - 1), first)
    } else if days >= next {
      (first, next) = (next, firstWeek(of: year + 2))
    }
    let number = (days - first) / 7 + 1
    return rule.weekNumbers.contains(number)
      || rule.weekNumbers.contains(number - (next - first) / 7 - 1)
  }

  private func firstWeek(of year: Int64) -> Int64 {
    let newYear = CivilDay.first(year: year, month: 1)
    let offset = newYear.weekdays(since: rule.weekStart)
    return newYear - offset + (offset > 3 ? 7 : 0)
  }
}

/// Days since 1970.
extension Int64 {
  /// From 0, Monday.
  var weekday: Int64 { weekdays(since: 0) }

  /// The number of days since that weekday last occurred.
  func weekdays(since weekday: Int64) -> Int64 {
    // 1 January 1970 was a Thursday.
    let days = self + 3 - weekday
    return days - days.dividedDown(by: 7) * 7
  }
}

extension CivilDay {
  /// The first of a month, in any year.
  static func first(year: Int64, month: Int64) -> Int64 {
    var date = CivilDay(daysSince1970: 0)
    (date.year, date.month, date.day) = (year, month, 1)
    return date.daysSince1970
  }
}
