import DaybookModel
import DaybookView

/// Days as people write and say them, in German and English: `12.05.2027`, `12. Mai 2027`, `May 12, 2027`,
/// `yesterday`, `übermorgen`, `next monday`, `vor 3 Tagen`; each may be followed by a time of day, `14:30`, which alone
/// is one of today. Without a year, `24.12.` or `24. Dezember`, the nearest such day is meant. `next week` and `letzten Monat` mean all of their
/// days.
///
/// Ambiguous forms are not read: `12/05/2027`, and years of two digits.
struct SpokenDay {
  let day: CivilDay
  /// The day; for a week or a month, its days.
  let lastDay: CivilDay
  /// Nil for the day as a whole.
  let millisecondOfDay: Int64?

  /// Nil for a text that is none of these.
  init?(_ text: String, today: CivilDay) {
    var words = text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init)
    if let days = SpokenPeriod.days(words, today) {
      (day, lastDay, millisecondOfDay) = (days.lowerBound, days.upperBound, nil)
      return
    }
    millisecondOfDay = Self.takeTime(&words)
    if words.isEmpty, millisecondOfDay != nil {
      (day, lastDay) = (today, today)
      return
    }
    guard let day = Self.written(words) ?? Self.yearless(words, today) ?? Self.said(words, today) else {
      return nil
    }
    (self.day, lastDay) = (day, day)
  }

  /// A day with its year, such as a birthday.
  static func written(_ text: String) -> CivilDay? {
    written(text.lowercased().split { $0.isWhitespace || $0 == "," }.map(String.init))
  }

  // MARK: Times of the day

  private static func takeTime(_ words: inout [String]) -> Int64? {
    var rest = words
    if rest.last == "uhr" { rest.removeLast() }
    guard let last = rest.popLast(), let time = milliseconds(last) else { return nil }
    if ["at", "um"].contains(rest.last) { rest.removeLast() }
    words = rest
    return time
  }

  /// `8:05`, `14:30`
  private static func milliseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].utf8.count), parts[1].utf8.count == 2,
      let hour = number(parts[0]), let minute = number(parts[1]), hour < 24, minute < 60
    else { return nil }
    return (hour * 60 + minute) * 60_000
  }

  // MARK: Days

  private static func written(_ words: [String]) -> CivilDay? {
    switch words.count {
    case 1:
      let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      return day(parts[0], number(parts[1]), parts[2])
    case 3:
      if let month = months[words[1]] { return day(words[0].withoutPoint, month, words[2][...]) }
      return months[words[0]].flatMap { day(words[1].withoutPoint, $0, words[2][...]) }
    default: return nil
    }
  }

  /// `24.12.`, `24. Dezember`, `December 24`: the day of that name that is nearest to today.
  private static func yearless(_ words: [String], _ today: CivilDay) -> CivilDay? {
    let (written, named): (Substring, Int64?)
    switch words.count {
    case 1:
      let parts = words[0].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 3, parts[2].isEmpty else { return nil }
      (written, named) = (parts[0], number(parts[1]))
    case 2:
      (written, named) =
        months[words[1]].map { (words[0].withoutPoint, Optional($0)) } ?? (
          words[1].withoutPoint, months[words[0]]
        )
    default: return nil
    }
    guard let month = named, (1...2).contains(written.utf8.count), let day = number(written) else {
      return nil
    }
    return (today.year - 8...today.year + 8)
      .compactMap { CivilDay(year: $0, month: month, day: day) }
      .min { abs($0.daysSince1970 - today.daysSince1970) < abs($1.daysSince1970 - today.daysSince1970) }
  }

  private static func day(_ day: Substring, _ month: Int64?, _ year: Substring) -> CivilDay? {
    guard let month, (1...2).contains(day.utf8.count), year.utf8.count == 4, let day = number(day),
      let year = number(year)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)
  }

  private static func said(_ words: [String], _ today: CivilDay) -> CivilDay? {
    switch words.count {
    case 1: return distances[words[0]].map { today.adding(days: $0) }
    case 2:
      guard let direction = directions[words[0]], let weekday = weekdays[words[1]] else { return nil }
      // A day of the next or last week is from 1 to 7 days away.
      let distance = (weekday - today.weekday + 7) % 7
      return today.adding(
        days: direction > 0 ? (distance == 0 ? 7 : distance) : (distance == 0 ? -7 : distance - 7))
    case 3:
      if words[2] == "ago" { return away(words[0], words[1], -1, today) }
      if words[0] == "vor" { return away(words[1], words[2], -1, today) }
      return words[0] == "in" ? away(words[1], words[2], 1, today) : nil
    default: return nil
    }
  }

  /// The last and the next day of a weekday that is named alone; nil for any other text.
  static func weekdays(around today: CivilDay, _ text: String) -> (last: CivilDay, next: CivilDay)? {
    guard let weekday = weekdays[text.lowercased()] else { return nil }
    let distance = (weekday - today.weekday + 7) % 7
    return (
      today.adding(days: distance == 0 ? -7 : distance - 7), today.adding(days: distance == 0 ? 7 : distance)
    )
  }

  private static func away(_ count: String, _ unit: String, _ sign: Int64, _ today: CivilDay) -> CivilDay? {
    guard let days = units[unit], let count = numerals[count] ?? number(count[...]), count <= 100_000 else {
      return nil
    }
    return today.adding(days: sign * count * days)
  }

  /// Digits alone.
  static func number(_ text: Substring) -> Int64? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int64(text)
  }

  // MARK: Words

  private static let distances: [String: Int64] = [
    "today": 0, "heute": 0, "yesterday": -1, "gestern": -1, "vorgestern": -2, "tomorrow": 1, "morgen": 1,
    "übermorgen": 2, "uebermorgen": 2,
  ]
  private static let directions: [String: Int64] = [
    "last": -1, "letzten": -1, "letzter": -1, "letzte": -1, "next": 1, "nächsten": 1, "nächster": 1,
    "nächste": 1,
    "kommenden": 1,
  ]
  private static let units: [String: Int64] = [
    "day": 1, "days": 1, "tag": 1, "tage": 1, "tagen": 1, "week": 7, "weeks": 7, "woche": 7, "wochen": 7,
  ]
  private static let numerals: [String: Int64] = [
    "a": 1, "one": 1, "two": 2, "three": 3, "einem": 1, "einer": 1, "zwei": 2, "drei": 3,
  ]
  /// From Monday on.
  private static let weekdays: [String: Int64] = [
    "monday": 0, "montag": 0, "tuesday": 1, "dienstag": 1, "wednesday": 2, "mittwoch": 2, "thursday": 3,
    "donnerstag": 3, "friday": 4, "freitag": 4, "saturday": 5, "samstag": 5, "sonnabend": 5, "sunday": 6,
    "sonntag": 6,
  ]
  private static let months: [String: Int64] = [
    "january": 1, "januar": 1, "jänner": 1, "jan": 1, "february": 2, "februar": 2, "feb": 2, "march": 3,
    "märz": 3,
    "mar": 3, "april": 4, "apr": 4, "may": 5, "mai": 5, "june": 6, "juni": 6, "jun": 6, "july": 7, "juli": 7,
    "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9, "october": 10, "oktober": 10,
    "oct": 10,
    "okt": 10, "november": 11, "nov": 11, "december": 12, "dezember": 12, "dec": 12, "dez": 12,
  ]
}

extension String {
  /// `12.` is the twelfth.
  fileprivate var withoutPoint: Substring { hasSuffix(".") ? dropLast() : self[...] }
}

extension CivilDay {
  /// From 0, a Monday; the first day of 1970 was a Thursday.
  var weekday: Int64 { ((daysSince1970 % 7) + 10) % 7 }
}

/// Weeks and months as people say them: `this week`, `nächste Woche`, `last month`, `letzten Monat`.
enum SpokenPeriod {
  /// The days of the period; a week starts on Monday. Nil for any other text.
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
