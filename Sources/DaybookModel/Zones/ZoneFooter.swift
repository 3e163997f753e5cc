/// A zone in POSIX's `TZ` form, with the extensions of RFC 8536: `CET-1CEST,M3.5.0,M10.5.0/3`.
package struct ZoneFooter: ZoneOffsets {
  /// When daylight saving begins or ends, in local time.
  struct Change: Equatable {
    enum Day: Equatable {
      /// `M3.5.0`: month, week (5 is the last), weekday (0 is Sunday).
      case weekday(month: Int64, week: Int64, weekday: Int64)
      /// `J60`: 1 to 365, 29 February never counted.
      case julian(Int64)
      /// `59`: 0 to 365, 29 February counted.
      case ordinal(Int64)
    }

    var day: Day
    var seconds: Int64 = 7200
  }

  private var standard: Int64
  private var daylight: (offset: Int64, start: Change, end: Change)?

  package func offset(at seconds: Int64) -> Int64 {
    guard let daylight else { return standard }
    let year = CivilDay(daysSince1970: (seconds + standard).dividedDown(by: 86_400)).year
    let start = daylight.start.seconds(in: year) - standard
    let end = daylight.end.seconds(in: year) - daylight.offset
    let isDaylight =
      start < end ? (start..<end).contains(seconds) : !(end..<start).contains(seconds)
    return isDaylight ? daylight.offset : standard
  }

  package init?(_ text: String) {
    var scanner = ZoneScanner(text)
    guard scanner.name(), let offset = scanner.time() else { return nil }
    standard = -offset
    guard !scanner.isAtEnd else { return }
    guard scanner.name() else { return nil }
    var other = standard + 3600
    // Without a rule: the rule of the United States, which C libraries assume.
    let usual = ZoneScanner(",M3.2.0,M11.1.0")
    if scanner.isAtEnd { scanner = usual }
    if !scanner.take(",") {
      guard let offset = scanner.time() else { return nil }
      other = -offset
      if scanner.isAtEnd { scanner = usual }
      guard scanner.take(",") else { return nil }
    }
    guard let start = scanner.change(), scanner.take(","), let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    daylight = (other, start, end)
  }
}

extension ZoneFooter.Change {
  /// Local time, in seconds since 1970 as if it were UTC.
  fileprivate func seconds(in year: Int64) -> Int64 {
    let newYear = CivilDay.days(year: year, month: 1, day: 1)
    let isLeap = CivilDay.days(year: year + 1, month: 1, day: 1) - newYear == 366
    let days: Int64
    switch day {
    case .julian(let number): days = newYear + number - (isLeap && number >= 60 ? 0 : 1)
    case .ordinal(let number): days = newYear + number
    case .weekday(let month, let week, let weekday):
      let first = CivilDay.days(year: year, month: month, day: 1)
      let next =
        month == 12 ? newYear + (isLeap ? 366 : 365) : CivilDay.days(year: year, month: month + 1, day: 1)
      // 1 January 1970 was a Thursday.
      let firstWeekday = (first + 4) - (first + 4).dividedDown(by: 7) * 7
      var found = first + (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
      if found >= next { found -= 7 }
      days = found
    }
    return days * 86_400 + seconds
  }
}

private struct ZoneScanner {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func take(_ character: Character) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Letters, or anything in angle brackets.
  mutating func name() -> Bool {
    if take("<") {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let count = rest.prefix { $0.isASCII && $0.isLetter }.count
    rest = rest.dropFirst(count)
    return count >= 3
  }

  mutating func number(_ range: ClosedRange<Int64>) -> Int64? {
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard digits.count <= 4, let value = Int64(digits), range.contains(value) else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  /// `[+-]hh[:mm[:ss]]`
  mutating func time() -> Int64? {
    let sign: Int64 = take("-") ? -1 : 1
    if sign == 1 { _ = take("+") }
    guard let hours = number(0...167) else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let more = number(0...59) else { return nil }
        seconds += more
      }
    }
    return sign * seconds
  }

  mutating func change() -> ZoneFooter.Change? {
    var change: ZoneFooter.Change
    if take("M") {
      guard let month = number(1...12), take("."), let week = number(1...5), take("."),
        let weekday = number(0...6)
      else { return nil }
      change = .init(day: .weekday(month: month, week: week, weekday: weekday))
    } else if take("J") {
      guard let day = number(1...365) else { return nil }
      change = .init(day: .julian(day))
    } else {
      guard let day = number(0...365) else { return nil }
      change = .init(day: .ordinal(day))
    }
    if take("/") {
      guard let seconds = time() else { return nil }
      change.seconds = seconds
    }
    return change
  }
}

extension CivilDay {
  /// The day's number for any year, even one that ``CivilDay`` cannot hold.
  fileprivate static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    var civil = CivilDay(daysSince1970: 0)
    (civil.year, civil.month, civil.day) = (year, month, day)
    return civil.daysSince1970
  }
}

extension Int64 {
  /// The quotient, rounded towards minus infinity.
  public func dividedDown(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
