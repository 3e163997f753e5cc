package import DaybookModel
package import DaybookView

/// Moments as people write them: ISO 8601 with or without zone, a day, a stamp, `now`, `today`, and
/// these with an offset, `now-7d`, `today+90m` (m, h, d, w).
package struct TimeText: Sendable {
  /// Which moment of a day a day without a time means.
  package enum Edge: Sendable { case start, end }

  private let zone: TimeZoneRule
  private let now: Instant

  package init(zone: TimeZoneRule, now: Instant) { (self.zone, self.now) = (zone, now) }

  package func instant(_ text: String, _ edge: Edge = .start) throws(LedgerError) -> Instant {
    if let stamp = Stamp(text) { return stamp.instant }
    if let instant = relative(text) { return instant }
    switch DateText.read(text) {
    case .instant(let instant): return instant
    case .local(let day, let millisecond): return zone.instant(day, millisecondOfDay: millisecond)
    case .day(let day):
      guard edge == .end else { return zone.start(of: day) }
      return Instant(milliseconds: zone.start(of: day.adding(days: 1)).milliseconds - 1)
    case nil:
      throw LedgerError(
        .usage, "'\(text)' is no time", advice: "write 2026-09-30, 2026-09-30T08:00, today, or now-7d")
    }
  }

  private func relative(_ text: String) -> Instant? {
    let base: Instant
    let rest: Substring
    if text.hasPrefix("now") {
      (base, rest) = (now, text.dropFirst(3))
    } else if text.hasPrefix("today") {
      (base, rest) = (zone.start(of: zone.day(at: now)), text.dropFirst(5))
    } else {
      return nil
    }
    guard let sign = rest.first else { return base }
    guard sign == "-" || sign == "+", let unit = rest.last, let scale = Self.units[unit],
      let count = Int64(rest.dropFirst().dropLast()), (0...1_000_000).contains(count)
    else { return nil }
    return Instant(milliseconds: base.milliseconds + (sign == "-" ? -1 : 1) * count * scale)
  }

  private static let units: [Character: Int64] = [
    "m": 60_000, "h": 3_600_000, "d": 86_400_000, "w": 604_800_000,
  ]
}
