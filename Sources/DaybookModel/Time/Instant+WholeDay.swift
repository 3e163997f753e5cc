// The one rule for a day without a time in a field that holds instants: it is kept as its midnight in UTC, to the millisecond,
// and is that day for every reader, whatever their zone. A moment that falls there is kept a millisecond later, so that
// neither is mistaken for the other.

extension Instant {
  /// A day without a time.
  public init(wholeDay day: CivilDay) { self.init(milliseconds: day.daysSince1970 * 86_400_000) }

  /// The day that it means, in a field that may hold a day alone (`Days` in a schema); nil for a moment.
  public var wholeDay: CivilDay? {
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    return rest == 0 ? CivilDay(daysSince1970: days) : nil
  }

  /// As a moment that no such field takes for a day.
  public var asMoment: Instant { wholeDay == nil ? self : Instant(milliseconds: milliseconds + 1) }
}
