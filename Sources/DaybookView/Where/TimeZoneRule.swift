public import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A time zone, as its offset from UTC at an instant. It is passed in, so that tests and `--tz` need no global state.
public struct TimeZoneRule: Sendable {
  /// Seconds east of UTC at an instant.
  public var offset: @Sendable (Instant) -> Int64

  /// A zone by its offset, in seconds east of UTC at an instant. The closure must be a pure function.
  public init(offset: @escaping @Sendable (Instant) -> Int64) { self.offset = offset }

  /// UTC, always without an offset.
  public static let utc = TimeZoneRule { _ in 0 }

  /// A zone with a constant offset, in seconds east of UTC; negative in the west.
  public static func fixed(seconds: Int64) -> TimeZoneRule { TimeZoneRule { _ in seconds } }

  /// The C library's zone: `$TZ`, else the machine's.
  public static let system: TimeZoneRule = {
    tzset()
    return TimeZoneRule { instant in
      var seconds = time_t(instant.milliseconds.floored(by: 1000))
      var parts = tm()
      guard localtime_r(&seconds, &parts) != nil else { return 0 }
      return Int64(parts.tm_gmtoff)
    }
  }()

  /// The instant of a local time. A time that a clock change skips is read with the offset before the change; for a
  /// time that occurs twice, the first.
  public func instant(_ day: CivilDay, millisecondOfDay: Int64 = 0) -> Instant {
    let local = day.daysSince1970 * 86_400_000 + millisecondOfDay
    // Whatever the zone, the offset a day earlier is the one before any change near the local time.
    let before = offset(Instant(milliseconds: local - 86_400_000))
    let early = Instant(milliseconds: local - before * 1000)
    if offset(early) == before { return early }
    let late = Instant(milliseconds: local - offset(early) * 1000)
    return offset(late) == offset(early) ? late : early
  }

  /// The local day at an instant.
  public func day(at instant: Instant) -> CivilDay {
    CivilDay(daysSince1970: (instant.milliseconds + offset(instant) * 1000).floored(by: 86_400_000))
  }

  /// The day of a time that may be a day without a time (``Days``): that day, whatever the zone.
  public func day(of time: Instant) -> CivilDay { time.wholeDay ?? day(at: time) }

  /// When such a time begins here: for a day, its local beginning.
  public func beginning(of time: Instant) -> Instant { time.wholeDay.map { start(of: $0) } ?? time }

  /// When a local day begins: at midnight, or where the clocks skip that, right after.
  public func start(of day: CivilDay) -> Instant { instant(day) }
}

extension CivilDay {
  /// The day that is `days` days later.
  public func adding(days: Int64) -> CivilDay { CivilDay(daysSince1970: daysSince1970 + days) }
}

extension Int64 {
  /// Divided, rounded down.
  public func floored(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

// Times as tables and errors show them.

extension TimeZoneRule {
  /// The time of a write: `2026-09-14 10:00:05.120`, which every option that takes a time accepts.
  package func text(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute):\(local.second)"
  }

  /// A time in a field, no longer than necessary: `2026-09-14 10:00`, `2026-09-14 10:00:05.120`.
  package func shortText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute)" + (local.second == "00.000" ? "" : ":\(local.second)")
  }

  private func local(_ instant: Instant) -> (day: CivilDay, minute: String, second: String) {
    let milliseconds = instant.milliseconds + offset(instant) * 1000
    let rest = milliseconds - milliseconds.floored(by: 86_400_000) * 86_400_000
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let minute = "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2))"
    return (day(at: instant), minute, "\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))")
  }
}

extension FieldSchema {
  /// A time as tables and errors show it; nil for any other value.
  package func shownTime(_ value: JSONValue, in zone: TimeZoneRule) -> String? {
    guard type == .instant, let text = value.string, let instant = Instant(text) else { return nil }
    if mayBeDay, let day = instant.wholeDay { return day.description }
    return zone.shortText(instant)
  }
}
