// An event's times as moments, with the zones its file knows.

import CIcal
import DaybookModel

struct EventTimes {
  let block: CalendarBlock
  var zones: CalendarZones

  /// 0000-01-01 to 9999-12-31, the range that the ledger can write.
  static let writable: Range<Int64> = -62_167_219_200..<253_402_300_800

  /// The moment and where it came from. A property without a valid time makes the event unreadable; a missing one gives
  /// nil.
  mutating func required(
    _ property: LibicalProperty?, _ name: String
  ) throws(UnreadableEvent) -> (moment: CalendarEntry.Moment, point: CivilPoint)? {
    if let property, let time = property.time, let civil = CivilTime(time) {
      let isUTC = icaltime_is_utc(time) != 0
      let zone = property.parameter("TZID")
      if let moment = moment(civil, isUTC: isUTC, zone: zone) {
        let clock: CivilPoint.Clock =
          isUTC ? .utc : zone == nil ? .floating : .zone(zones.zone(zone, calendar: block.calendar))
        return (moment, CivilPoint(civil: civil, clock: clock))
      }
    }
    guard let line = block.lines.first(where: { $0.name == name }) else { return nil }
    throw UnreadableEvent(
      reason: "\(name) in line \(line.number) is not a time: '\(line.value.prefix(40))'")
  }

  /// How the event's civil times become moments.
  mutating func clock(of start: CivilPoint) -> EventClock {
    if start.civil.isDay { return EventClock(zone: nil) }
    switch start.clock {
    case .utc: return EventClock(zone: FixedZone())
    case .zone(let zone): return EventClock(zone: zone)
    case .floating: return EventClock(zone: zones.zone(nil, calendar: block.calendar))
    }
  }

  mutating func instant(_ property: LibicalProperty?) -> Instant? {
    guard let time = property?.time, let civil = CivilTime(time),
      case .instant(let instant)? = moment(
        civil, isUTC: icaltime_is_utc(time) != 0, zone: property?.parameter("TZID"))
    else { return nil }
    return instant
  }

  /// DTEND, else DTSTART and DURATION, else the day itself. An end that is not after the start does not count.
  mutating func end(
    of component: borrowing LibicalComponent, start: CalendarEntry.Moment, civilStart: CivilTime
  ) -> CalendarEntry.Moment? {
    if let property = component.first(ICAL_DTEND_PROPERTY), let time = property.time,
      let civil = CivilTime(time)
    {
      let end = moment(civil, isUTC: icaltime_is_utc(time) != 0, zone: property.parameter("TZID"))
      if let end, end.isAfter(start) { return end }
    } else if let property = component.first(ICAL_DURATION_PROPERTY),
      icalvalue_isa(property.value) == ICAL_DURATION_VALUE
    {
      let duration = icalvalue_get_duration(property.value)
      if let end = moment(from: start, civilStart: civilStart, adding: duration, in: component),
        end.isAfter(start)
      {
        return end
      }
    }
    guard case .day(let day) = start else { return nil }
    return CivilDay(daysSince1970: day.daysSince1970 + 1).checked.map { .day($0) }
  }

  /// Weeks and days are counted on the calendar, hours and less on the clock (RFC 5545, 3.3.6).
  private mutating func moment(
    from start: CalendarEntry.Moment, civilStart: CivilTime, adding duration: icaldurationtype,
    in component: borrowing LibicalComponent
  ) -> CalendarEntry.Moment? {
    guard duration.is_neg == 0, icaldurationtype_is_bad_duration(duration) == 0 else { return nil }
    let days = Int64(duration.weeks) * 7 + Int64(duration.days)
    let seconds = (Int64(duration.hours) * 60 + Int64(duration.minutes)) * 60 + Int64(duration.seconds)
    guard days < 4_000_000, seconds < 400_000_000_000 else { return nil }
    if case .day(let day) = start {
      return CivilDay(daysSince1970: day.daysSince1970 + days + seconds / 86_400).checked.map { .day($0) }
    }
    guard let property = component.first(ICAL_DTSTART_PROPERTY), let time = property.time else { return nil }
    var civil = civilStart
    civil.seconds += days * 86_400
    let moved = moment(civil, isUTC: icaltime_is_utc(time) != 0, zone: property.parameter("TZID"))
    guard case .instant(let instant)? = moved else { return nil }
    return EventTimes.instant(instant.milliseconds / 1000 + seconds)
  }

  private mutating func moment(
    _ civil: CivilTime, isUTC: Bool, zone: String?
  ) -> CalendarEntry.Moment? {
    if civil.isDay { return .day(civil.day) }
    if isUTC { return EventTimes.instant(civil.seconds) }
    return EventTimes.instant(zones.zone(zone, calendar: block.calendar).seconds(ofLocal: civil.seconds))
  }

  private static func instant(_ seconds: Int64) -> CalendarEntry.Moment? {
    writable.contains(seconds) ? .instant(Instant(milliseconds: seconds * 1000)) : nil
  }
}

extension CivilDay {
  /// nil beyond the years that can be written.
  fileprivate var checked: CivilDay? { CivilDay(year: year, month: month, day: day) }
}

extension CalendarEntry.Moment {
  fileprivate func isAfter(_ other: CalendarEntry.Moment) -> Bool {
    switch (self, other) {
    case (.instant(let a), .instant(let b)): a > b
    case (.day(let a), .day(let b)): a > b
    // A day and a time cannot be compared without a zone, so the end is accepted.
    default: true
    }
  }
}
