// A parsed RRULE (RFC 5545, 3.3.10). Following it is not left to libical: its iterator takes 10 µs and
// more a step, cannot be stopped within a call (FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30 runs for days),
// cuts an INTERVAL to 16 bits and ends in 2582. The tests compare the two.

import DaybookModel
import DaybookText

struct RecurrenceRule: Equatable {
  enum Frequency: String {
    case secondly, minutely, hourly, daily, weekly, monthly, yearly

    var isWithinDay: Bool { self == .secondly || self == .minutely || self == .hourly }
  }

  struct Weekday: Equatable {
    /// From 0, Monday.
    var day: Int64
    /// Which of its month or year, from 1 or from the end; 0 for each.
    var ordinal: Int64
  }

  /// The last moment that counts.
  struct Until: Equatable {
    var civil: CivilTime
    var isUTC: Bool
  }

  var frequency: Frequency
  var interval: Int64 = 1
  var count: Int64?
  var until: Until?
  /// From 0, Monday.
  var weekStart: Int64 = 0
  var seconds: [Int64] = []
  var minutes: [Int64] = []
  var hours: [Int64] = []
  var weekdays: [Weekday] = []
  var monthDays: [Int64] = []
  var yearDays: [Int64] = []
  var weekNumbers: [Int64] = []
  var months: [Int64] = []
  var positions: [Int64] = []

  init(_ frequency: Frequency) { self.frequency = frequency }

  /// Throws an error whose text is part of a sentence.
  init(_ text: String) throws(UnreadableRule) {
    var parts: [String: String] = [:]
    for part in text.uppercased().split(separator: ";") where !String(part).trimmedASCII.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmedASCII }
      guard pair.count == 2 else { throw UnreadableRule("'\(part.prefix(40))' is not part of a rule") }
      guard parts.updateValue(pair[1], forKey: pair[0]) == nil else {
        throw UnreadableRule("it has \(pair[0].prefix(40)) twice")
      }
    }
    guard let frequency = parts.removeValue(forKey: "FREQ") else { throw UnreadableRule("it has no FREQ") }
    guard let known = Frequency(rawValue: frequency.lowercased()) else {
      throw UnreadableRule("FREQ=\(frequency.prefix(40)) is not known")
    }
    self.frequency = known
    if let scale = parts.removeValue(forKey: "RSCALE"), scale != "GREGORIAN" {
      throw UnreadableRule("the calendar \(scale.prefix(40)) is not known")
    }
    for (name, value) in parts.sorted(by: { $0.key < $1.key }) { try read(name, value) }
    if !weekNumbers.isEmpty, known != .yearly {
      throw UnreadableRule("BYWEEKNO needs FREQ=YEARLY")
    }
  }

  private mutating func read(_ name: String, _ value: String) throws(UnreadableRule) {
    switch name {
    case "INTERVAL": interval = try Self.number(name, value, 1...1_000_000_000)
    case "COUNT": count = try Self.number(name, value, 1...Int64.max)
    case "UNTIL":
      guard let civil = CivilTime(value) else {
        throw UnreadableRule("UNTIL=\(value.prefix(40)) is not a time")
      }
      until = Until(civil: civil, isUTC: value.hasSuffix("Z"))
    case "WKST": weekStart = try Self.weekday(name, value[...])
    case "BYSECOND":
      // A leap second is its minute's last.
      seconds = Array(Set(try Self.numbers(name, value, 0...60).map { min($0, 59) })).sorted()
    case "BYMINUTE": minutes = try Self.numbers(name, value, 0...59)
    case "BYHOUR": hours = try Self.numbers(name, value, 0...23)
    case "BYDAY":
      for part in value.split(separator: ",").map({ String($0).trimmedASCII }) {
        let ordinal = part.dropLast(2)
        weekdays.append(
          Weekday(
            day: try Self.weekday(name, part.suffix(2)),
            ordinal: ordinal.isEmpty ? 0 : try Self.number(name, String(ordinal), -53...53, isSigned: true)))
      }
      if weekdays.isEmpty { throw UnreadableRule("BYDAY has no day") }
    case "BYMONTHDAY": monthDays = try Self.numbers(name, value, -31...31, isSigned: true)
    case "BYYEARDAY": yearDays = try Self.numbers(name, value, -366...366, isSigned: true)
    case "BYWEEKNO": weekNumbers = try Self.numbers(name, value, -53...53, isSigned: true)
    case "BYMONTH": months = try Self.numbers(name, value, 1...12)
    case "BYSETPOS": positions = try Self.numbers(name, value, -366...366, isSigned: true)
    case "SKIP" where value == "OMIT": break
    default:
      guard name.hasPrefix("X-") else { throw UnreadableRule("\(name.prefix(40)) is not known") }
    }
  }

  private static func weekday(_ name: String, _ text: Substring) throws(UnreadableRule) -> Int64 {
    guard let index = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: String(text)) else {
      throw UnreadableRule("\(name)=\(text) is not a day of the week")
    }
    return Int64(index)
  }

  /// Ascending, each once.
  private static func numbers(
    _ name: String, _ value: String, _ range: ClosedRange<Int64>, isSigned: Bool = false
  ) throws(UnreadableRule) -> [Int64] {
    var numbers: Set<Int64> = []
    for part in value.split(separator: ",") {
      numbers.insert(try number(name, String(part).trimmedASCII, range, isSigned: isSigned))
    }
    guard !numbers.isEmpty else { throw UnreadableRule("\(name) has no number") }
    return numbers.sorted()
  }

  /// Where a sign has a meaning, zero has none.
  private static func number(
    _ name: String, _ text: String, _ range: ClosedRange<Int64>, isSigned: Bool = false
  ) throws(UnreadableRule) -> Int64 {
    guard let number = Int64(text), range.contains(number), !(isSigned && number == 0) else {
      throw UnreadableRule("\(name) cannot be \(text.prefix(40))")
    }
    return number
  }
}

struct UnreadableRule: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
