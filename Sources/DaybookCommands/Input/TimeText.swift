package import DaybookModel

/// Moments as people write them: ISO 8601 with or without zone, a day, a stamp, `now`, `today`, and
/// these with an offset, `now-7d`, `today+90m` (s, m, h, d, w).
package enum TimeText {
  /// Which moment of a day a day without a time means.
  package enum Edge: Sendable { case start, end }

  package static func instant(
    _ text: String, edge: Edge = .start, now: @autoclosure () -> Instant
  ) throws(LedgerError) -> Instant {
    if let stamp = Stamp(text) { return stamp.instant }
    if let instant = relative(text, now: now) ?? absolute(text, edge: edge) { return instant }
    throw LedgerError(
      .usage, "'\(text)' is no time", advice: "write 2026-09-30, 2026-09-30T08:00, today, or now-7d")
  }

  private static func relative(_ text: String, now: () -> Instant) -> Instant? {
    let base: Instant
    let rest: Substring
    if text.hasPrefix("now") {
      (base, rest) = (now(), text.dropFirst(3))
    } else if text.hasPrefix("today") {
      (base, rest) = (LocalTime.instant(LocalTime.day(of: now())), text.dropFirst(5))
    } else {
      return nil
    }
    guard let sign = rest.first else { return base }
    guard sign == "-" || sign == "+", let unit = rest.last, let scale = units[unit],
      let count = Int64(rest.dropFirst().dropLast()), (0...1_000_000).contains(count)
    else { return nil }
    return Instant(milliseconds: base.milliseconds + (sign == "-" ? -1 : 1) * count * scale)
  }

  private static let units: [Character: Int64] = [
    "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]

  private static func absolute(_ text: String, edge: Edge) -> Instant? {
    if let day = CivilDay(text) {
      guard edge == .end else { return LocalTime.instant(day) }
      let next = LocalTime.instant(CivilDay(daysSince1970: day.daysSince1970 + 1))
      return Instant(milliseconds: next.milliseconds - 1)
    }
    guard let day = CivilDay(String(text.prefix(10))), ["T", "t", " "].contains(text.dropFirst(10).first)
    else { return nil }
    var clock = text.dropFirst(11)
    let zone = takeZone(&clock)
    let parts = clock.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = number(parts[0]), hour < 24,
      let minute = number(parts[1]), minute < 60
    else { return nil }
    var (second, millisecond) = (0, 0)
    if parts.count == 3 {
      let fraction = parts[2].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard let value = number(fraction[0]), value < 60 else { return nil }
      second = value
      if fraction.count == 2 {
        guard (1...9).contains(fraction[1].utf8.count), fraction[1].utf8.allSatisfy(isDigit) else {
          return nil
        }
        millisecond = Int(String((fraction[1] + "00").prefix(3))) ?? 0
      }
    }
    guard let zone else {
      return LocalTime.instant(day, hour: hour, minute: minute, second: second, millisecond: millisecond)
    }
    let seconds = Int64((hour * 60 + minute) * 60 + second) - zone
    return Instant(milliseconds: day.daysSince1970 * 86_400_000 + seconds * 1000 + Int64(millisecond))
  }

  /// Takes `Z`, `+02:00`, `+0200` or `+02` off the end: seconds east of UTC; nil where there is none.
  private static func takeZone(_ clock: inout Substring) -> Int64? {
    if clock.hasSuffix("Z") || clock.hasSuffix("z") {
      clock = clock.dropLast()
      return 0
    }
    guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let digits = clock[clock.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 4 || digits.count == 2, let hours = number(digits.prefix(2)), hours < 24,
      let minutes = digits.count == 4 ? number(digits.suffix(2)) : 0, minutes < 60
    else { return nil }
    let isWest = clock[sign] == "-"
    clock = clock[..<sign]
    return Int64(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Two digits.
  private static func number(_ text: some StringProtocol) -> Int? {
    guard text.utf8.count == 2, text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }
}
