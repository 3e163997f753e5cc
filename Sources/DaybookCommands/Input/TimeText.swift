package import DaybookModel
package import DaybookView

/// Moments as people write them: ISO 8601 with or without zone, a day, a stamp, `now`, `today`, and
/// these with an offset, `now-7d`, `today+90m` (m, h, d, w); distances as ``SpokenDistance`` reads them, and days as
/// ``SpokenDay`` does.
package struct TimeText: Sendable {
  /// The moment of the day that a day without a time means.
  package enum Edge: Sendable {
    case start, end
    /// The day itself, for a field that may hold a day without a time; a moment stays one.
    case whole
  }

  private let zone: TimeZoneRule
  private let now: Instant

  package init(zone: TimeZoneRule, now: Instant) { (self.zone, self.now) = (zone, now) }

  package func instant(_ text: String, _ edge: Edge = .start) throws(LedgerError) -> Instant {
    let time = try read(text, edge)
    return edge == .whole && !time.isDay ? time.instant.asMoment : time.instant
  }

  private func read(_ text: String, _ edge: Edge) throws(LedgerError) -> (instant: Instant, isDay: Bool) {
    if let stamp = Stamp(text) { return (stamp.instant, false) }
    if let time = relative(text, edge) ?? away(text, edge) { return time }
    switch DateText.read(text) {
    case .instant(let instant): return (instant, false)
    case .local(let day, let millisecond): return (zone.instant(day, millisecondOfDay: millisecond), false)
    case .day(let day): return (bound(of: day, edge), true)
    case nil:
      if let spoken = SpokenDay(text, today: zone.day(at: now)) {
        guard let millisecond = spoken.millisecondOfDay else {
          return (bound(of: edge == .end ? spoken.lastDay : spoken.day, edge), true)
        }
        return (zone.instant(spoken.day, millisecondOfDay: millisecond), false)
      }
      if let (last, next) = SpokenDay.weekdays(around: zone.day(at: now), text) {
        throw LedgerError(
          .usage, "'\(text)' may mean the last one or the next",
          advice: "write 'last \(text)' (\(last)) or 'next \(text)' (\(next))")
      }
      throw LedgerError(
        .usage, "'\(text)' is not a date or time",
        advice:
          "write 2026-09-30, 30.09.2026, 2026-09-30T08:00, 06:00, yesterday, 2h ago, in 3 days, or now-7d")
    }
  }

  private func relative(_ text: String, _ edge: Edge) -> (instant: Instant, isDay: Bool)? {
    let isDay = text.hasPrefix("today")
    guard isDay || text.hasPrefix("now") else { return nil }
    let rest = text.dropFirst(isDay ? 5 : 3)
    let today = zone.day(at: now)
    guard let sign = rest.first else { return isDay ? (bound(of: today, edge), true) : (now, false) }
    guard sign == "-" || sign == "+", let unit = rest.last, let scale = Self.units[unit],
      let count = Int64(rest.dropFirst().dropLast()), (0...1_000_000).contains(count)
    else { return nil }
    let distance = (sign == "-" ? -1 : 1) * count * scale
    if isDay, scale % Self.day == 0 {
      return (bound(of: today.adding(days: distance / Self.day), edge), true)
    }
    return (Instant(milliseconds: (isDay ? zone.start(of: today) : now).milliseconds + distance), false)
  }

  private func away(_ text: String, _ edge: Edge) -> (instant: Instant, isDay: Bool)? {
    switch SpokenDistance(text) {
    case .milliseconds(let distance): (Instant(milliseconds: now.milliseconds + distance), false)
    case .days(let days): (bound(of: zone.day(at: now).adding(days: days), edge), true)
    case nil: nil
    }
  }

  private func bound(of day: CivilDay, _ edge: Edge) -> Instant {
    if edge == .whole { return Instant(wholeDay: day) }
    guard edge == .end else { return zone.start(of: day) }
    return Instant(milliseconds: zone.start(of: day.adding(days: 1)).milliseconds - 1)
  }

  private static let day: Int64 = 86_400_000

  private static let units: [Character: Int64] = [
    "m": 60_000, "h": 3_600_000, "d": day, "w": 7 * day,
  ]
}
