import DaybookModel

/// Which of a date's numbers is the day.
public enum DateOrder: String, Sendable, CaseIterable {
  case dayMonthYear = "dmy"
  case monthDayYear = "mdy"
  case yearMonthDay = "ymd"

  /// Nil if there is no such day, or if no chat can be that old.
  func day(_ line: ChatLine) -> CivilDay? {
    guard line.date.count == 3 else { return nil }
    let parts = line.date
    let (year, month, day) =
      switch line.yearPlace == .first ? .yearMonthDay : self {
      case .dayMonthYear: (parts[2], parts[1], parts[0])
      case .monthDayYear: (parts[2], parts[0], parts[1])
      case .yearMonthDay: (parts[0], parts[1], parts[2])
      }
    if line.yearPlace == .last, self == .yearMonthDay { return nil }
    let full =
      switch year {
      case 0..<100 where line.yearPlace == .unknown: 2000 + year
      // The Buddhist calendar, which differs in nothing else.
      case 2533..<2643: year - 543
      default: year
      }
    return (1990..<2100).contains(full) ? CivilDay(year: full, month: month, day: day) : nil
  }

  /// The usual order in a locale such as `en_US.UTF-8`: the month first in the United States, the year first in some,
  /// else the day.
  public static func usual(in language: String) -> DateOrder {
    if language.hasPrefix("en_US") || language.hasPrefix("en_PH") { return .monthDayYear }
    return ["zh", "ja", "ko", "hu", "sv", "lt"].contains(String(language.prefix(2)))
      ? .yearMonthDay : .dayMonthYear
  }
}

/// Which order a whole chat is written in: the one in which every date is valid, and none is before the previous one.
struct DateOrderSurvey: Sendable {
  private(set) var lineCount = 0
  private var trials = DateOrder.allCases.map { Trial(order: $0) }

  private struct Trial: Sendable {
    var order: DateOrder
    var impossible = 0
    var descents = 0
    var last: Int64 = .min
    /// A checksum of all days, in order: equal if two orders give the same days.
    var checksum: Int64 = 0
  }

  init() {}

  mutating func add(_ line: ChatLine) {
    lineCount += 1
    for index in trials.indices {
      guard let day = trials[index].order.day(line)?.daysSince1970 else {
        trials[index].impossible += 1
        continue
      }
      if day < trials[index].last { trials[index].descents += 1 }
      trials[index].last = day
      trials[index].checksum = trials[index].checksum &* 31 &+ day
    }
  }

  /// - Returns: the order, and whether the chat alone determines it, without `fallback`.
  func order(fallback: DateOrder) -> (order: DateOrder, isCertain: Bool) {
    var best = trials.filter { trial in trials.allSatisfy { trial.impossible <= $0.impossible } }
    best = best.filter { trial in best.allSatisfy { trial.descents <= $0.descents } }
    guard let first = best.first else { return (fallback, false) }
    if best.allSatisfy({ $0.checksum == first.checksum }) { return (first.order, true) }
    // With years of two digits the year comes first only where nothing else fits.
    let usual = best.filter { $0.order != .yearMonthDay }
    if fallback != .yearMonthDay, usual.count == 1 { return (usual[0].order, true) }
    return (best.first { $0.order == fallback } ?? usual.first ?? first).order.uncertain
  }
}

extension DateOrder {
  fileprivate var uncertain: (order: DateOrder, isCertain: Bool) { (self, false) }
}
