import DaybookModel

/// A time as a property gives it: the clock time, and its zone.
struct CivilPoint {
  enum Clock {
    case utc
    case zone(any ZoneOffsets)
    /// No zone is named: the user's own, or that of the event to which it belongs.
    case floating
  }

  var civil: CivilTime
  var clock: Clock

  /// The points of a line such as EXDATE or RDATE, of a period its start; and what in it is not a time.
  static func all(
    in line: ContentLine, zone: (String?) -> any ZoneOffsets
  ) -> (points: [CivilPoint], rest: [String]) {
    var points: [CivilPoint] = []
    var rest: [String] = []
    let name = line.parameter("TZID")
    for part in line.value.split(separator: ",") {
      let text = String(part.split(separator: "/").first ?? "").trimmedASCII
      guard !text.isEmpty else { continue }
      guard let civil = CivilTime(text) else {
        rest.append(text)
        continue
      }
      let clock: Clock =
        text.hasSuffix("Z") ? .utc : name == nil || civil.isDay ? .floating : .zone(zone(name))
      points.append(CivilPoint(civil: civil, clock: clock))
    }
    return (points, rest)
  }
}

/// How an event's own civil times become moments: days stay days, times go through its zone.
struct EventClock {
  /// nil for days.
  var zone: (any ZoneOffsets)?

  /// Orders occurrences: seconds since 1970, of a day those of its beginning in UTC.
  func position(ofCivil seconds: Int64) -> Int64 { zone?.seconds(ofLocal: seconds) ?? seconds }

  func civil(at position: Int64) -> Int64 { position + (zone?.offset(at: position) ?? 0) }

  func moment(at position: Int64) -> CalendarEntry.Moment {
    zone == nil
      ? .day(CivilDay(daysSince1970: position.dividedDown(by: 86_400)))
      : .instant(Instant(milliseconds: position * 1000))
  }

  /// The position of a point from another property: without a zone of its own, it is in the event's. A day given for a
  /// timed event means that day at `start`'s time; a time given for an all-day event its day, as written.
  func position(of point: CivilPoint, start: CivilTime) -> Int64 {
    guard zone != nil else { return point.civil.day.daysSince1970 * 86_400 }
    if point.civil.isDay {
      let ofDay = start.seconds - start.day.daysSince1970 * 86_400
      return position(ofCivil: point.civil.seconds + ofDay)
    }
    switch point.clock {
    case .utc: return point.civil.seconds
    case .zone(let zone): return zone.seconds(ofLocal: point.civil.seconds)
    case .floating: return position(ofCivil: point.civil.seconds)
    }
  }
}
