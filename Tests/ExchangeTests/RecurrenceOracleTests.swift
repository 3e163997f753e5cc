import CIcal
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars

extension CivilTime {
  fileprivate var icaltime: icaltimetype {
    let ofDay = seconds - day.daysSince1970 * 86_400
    var time = icaltime_null_time()
    (time.year, time.month, time.day) = (Int32(day.year), Int32(day.month), Int32(day.day))
    (time.hour, time.minute, time.second) = (Int32(ofDay / 3600), Int32(ofDay / 60 % 60), Int32(ofDay % 60))
    return time
  }
}

/// libical follows rules too, if slowly: where it does, both must say the same.
struct RecurrenceOracleTests {
  @Test(.seeded) func randomRules() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 31)
    for _ in 0..<250 {
      let (start, rule) = (randomStart(using: &random), randomRule(using: &random))
      let own = try follow(rule, from: start)
      // Whether a start that its rule would not find is one, is left open by the RFC: here it is.
      let other = Libical.alone { libical(rule, from: start) }.filter { $0 != start }
      #expect(own.filter { $0 != start } == other, "\(start) \(rule), seed \(TestSeed.current)")
      #expect(own.first == start)
    }
  }

  /// Jumping to a window shows what walking there shows.
  @Test(.seeded) func skippingAhead() throws {
    var random = SeededRandom(seed: TestSeed.current &+ 32)
    for _ in 0..<250 {
      let start = randomStart(using: &random)
      let count = Bool.random(using: &random) ? ";COUNT=\(Int.random(in: 1...200, using: &random))" : ""
      let rule = randomRule(using: &random) + count
      let all = try follow(rule, from: start)
      let later = Self.time(start).seconds + Int64.random(in: 0...Self.spanSeconds, using: &random)
      let skipped = try follow(rule, from: start, since: later)
      #expect(skipped == all.filter { Self.time($0).seconds >= later }, "\(start) \(rule) since \(later)")
    }
  }

  private static let spanSeconds: Int64 = 3 * 366 * 86_400

  private static func time(_ text: String) -> CivilTime { CivilTime(text)! }

  private func follow(_ rule: String, from start: String, since: Int64? = nil) throws -> [String] {
    var steps = 2_000_000
    var found: [String] = []
    let time = Self.time(start)
    let range = (since ?? time.seconds)..<time.seconds + Self.spanSeconds
    let end = try RecurrenceRule(rule).walk(from: time, in: range, steps: &steps) { seconds in
      var civil = time
      civil.seconds = seconds
      found.append(text(civil.icaltime))
      return true
    }
    #expect(end == nil)
    return found
  }

  private func libical(_ rule: String, from start: String) -> [String] {
    var recurrence = icalrecurrencetype_from_string(rule)
    var end = Self.time(start)
    end.seconds += Self.spanSeconds - 1
    recurrence.until = end.icaltime
    guard let iterator = icalrecur_iterator_new(recurrence, Self.time(start).icaltime) else { return [] }
    defer { icalrecur_iterator_free(iterator) }
    var found: [String] = []
    while true {
      let next = icalrecur_iterator_next(iterator)
      if icaltime_is_null_time(next) != 0 { return found }
      found.append(text(next))
    }
  }

  private func text(_ time: icaltimetype) -> String { String(cString: icaltime_as_ical_string(time)) }

  private func randomStart(using random: inout SeededRandom) -> String {
    let day = CivilDay(daysSince1970: Int64.random(in: 10_000...20_000, using: &random))
    let hour = Int.random(in: 0...23, using: &random)
    return day.description.filter { $0 != "-" } + "T" + (hour < 10 ? "0" : "") + "\(hour)3000"
  }

  /// Within what the RFC allows and libical follows: it wants lists in order, and does not see BYSETPOS within
  /// weeks, days or among hours, nor days from a month's end in rules of days and hours; and of every second week's
  /// Sundays alone it misses the one in the week of the start (see the weekly rules).
  private func randomRule(using random: inout SeededRandom) -> String {
    func some(_ range: ClosedRange<Int>, signed: Bool = false) -> String {
      let numbers = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let number = Int.random(in: range, using: &random)
        return signed && Bool.random(using: &random) ? -number : number
      }
      return Set(numbers).sorted().map(String.init).joined(separator: ",")
    }
    func days(ordinals: ClosedRange<Int>?) -> String {
      let days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random)).map { day in
          guard let ordinals, Bool.random(using: &random) else { return day }
          let number = Int.random(in: ordinals, using: &random)
          return "\(Bool.random(using: &random) ? number : -number)\(day)"
        }.joined(separator: ",")
      return days == "SU" ? "SA,SU" : days
    }
    func maybe(_ part: @autoclosure () -> String, in count: Int = 2) -> String {
      Int.random(in: 0..<count, using: &random) == 0 ? ";" + part() : ""
    }
    let frequency = ["HOURLY", "DAILY", "WEEKLY", "MONTHLY", "YEARLY"].randomElement(using: &random)!
    let interval = Int.random(in: 1...(frequency == "HOURLY" ? 40 : 5), using: &random)
    var rule = "FREQ=\(frequency);INTERVAL=\(interval)" + maybe("WKST=SU", in: 3)
    var selects = ""
    switch frequency {
    case "MONTHLY":
      selects =
        Bool.random(using: &random)
        ? ";BYDAY=\(days(ordinals: 1...5))" : ";BYMONTHDAY=\(some(1...31, signed: true))"
    case "YEARLY":
      selects =
        [
          "", ";BYMONTH=\(some(1...12))", ";BYMONTH=\(some(1...12));BYDAY=\(days(ordinals: 1...5))",
          ";BYDAY=\(days(ordinals: 1...53))", ";BYYEARDAY=\(some(1...366, signed: true))",
          ";BYMONTH=\(some(1...12));BYMONTHDAY=\(some(1...31, signed: true))",
        ].randomElement(using: &random)!
    case "WEEKLY": selects = maybe("BYDAY=\(days(ordinals: nil))") + maybe("BYMONTH=\(some(1...12))", in: 4)
    default:
      selects =
        maybe("BYDAY=\(days(ordinals: nil))") + maybe("BYMONTH=\(some(1...12))", in: 3)
        + maybe("BYMONTHDAY=\(some(1...31))", in: 4)
    }
    if frequency != "HOURLY", Int.random(in: 0..<3, using: &random) == 0 {
      selects += ";BYHOUR=\(some(0...23))"
    }
    if selects.contains("BYDAY"), ["MONTHLY", "YEARLY"].contains(frequency), !selects.contains("BYHOUR"),
      Bool.random(using: &random)
    {
      selects += ";BYSETPOS=\(some(1...4, signed: true))"
    }
    rule += selects
    return rule
  }
}
