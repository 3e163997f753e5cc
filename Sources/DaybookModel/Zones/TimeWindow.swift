/// A period of time, both ends included, and the days that begin in it: a day has no zone of its own, so it
/// begins when it does for the user.
public struct TimeWindow: Sendable, Equatable {
  /// The first moment within.
  public var first: Instant
  /// The last moment within.
  public var last: Instant
  /// Days since 1970; empty where no day begins within the window.
  public var days: Range<Int64>

  /// The period from `first` to `last`, with the days that begin in it by the zone's clocks.
  public init(_ first: Instant, through last: Instant, zone: any ZoneOffsets) {
    (self.first, self.last) = (first, last)
    let start = TimeWindow.day(at: first, zone)
    let end = TimeWindow.day(at: last, zone)
    let begin = TimeWindow.beginning(of: start, zone) >= first ? start : start + 1
    days = begin..<max(begin, end + 1)
  }

  /// One year either side of a moment, in whole days.
  public static func year(around now: Instant, zone: any ZoneOffsets) -> TimeWindow {
    let today = CivilDay(daysSince1970: TimeWindow.day(at: now, zone))
    func day(inYear year: Int64) -> Int64 {
      // So that no 29 February is lost.
      (CivilDay(year: year, month: today.month, day: today.day)
        ?? CivilDay(year: year, month: today.month, day: 28) ?? today).daysSince1970
    }
    return TimeWindow(
      beginning(of: day(inYear: today.year - 1), zone),
      through: Instant(
        milliseconds: beginning(of: day(inYear: today.year + 1) + 1, zone).milliseconds - 1),
      zone: zone)
  }

  /// Whether the moment is within, both ends included.
  public func contains(_ instant: Instant) -> Bool { first <= instant && instant <= last }

  /// Whether the day begins within, by the clocks of the window's zone.
  public func contains(_ day: CivilDay) -> Bool { days.contains(day.daysSince1970) }

  private static func day(at instant: Instant, _ zone: any ZoneOffsets) -> Int64 {
    let seconds = instant.milliseconds.dividedDown(by: 1000)
    return (seconds + zone.offset(at: seconds)).dividedDown(by: 86_400)
  }

  private static func beginning(of day: Int64, _ zone: any ZoneOffsets) -> Instant {
    Instant(milliseconds: zone.seconds(ofLocal: day * 86_400) * 1000)
  }
}
