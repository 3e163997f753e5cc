// What the tests of calendars share: a file made of a few lines, and what a window shows of it.

import DaybookModel

@testable import DaybookCalendars

func calendarText(_ events: String...) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
    + events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }.joined() + "END:VCALENDAR\r\n"
}

/// Both days included, in UTC.
func window(_ first: String, _ last: String) -> TimeWindow {
  TimeWindow(
    Instant(first + "T00:00:00.000Z")!, through: Instant(last + "T23:59:59.999Z")!, zone: FixedZone())
}

func calendarFile(
  _ text: String, _ window: TimeWindow = window("2026-01-01", "2026-12-31"),
  zone: any ZoneOffsets = FixedZone()
) -> CalendarFile {
  CalendarReader.read(text.bytes, localZone: zone, window: window)
}

/// `2026-01-05T09:00` in UTC, with the seconds where there are some, or `2026-01-05`.
func short(_ moment: CalendarEntry.Moment) -> String {
  switch moment {
  case .day(let day): return day.description
  case .instant(let instant):
    let text = instant.description.dropLast(5)
    return String(text.hasSuffix(":00") ? text.dropLast(3) : text)
  }
}

extension CalendarEntry {
  /// When its occurrences start.
  var starts: [String]? { occurrences?.map { short($0.start) } }

  /// What they are called.
  var names: [String]? { occurrences?.map { short($0.recurrenceID) } }
}

/// A zone of the file's own, an hour and a half or two and a half ahead.
let customZone = """
  BEGIN:VTIMEZONE
  TZID:Our Zone
  BEGIN:STANDARD
  DTSTART:16010101T030000
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
  TZOFFSETFROM:+0230
  TZOFFSETTO:+0130
  END:STANDARD
  BEGIN:DAYLIGHT
  DTSTART:16010101T020000
  RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
  TZOFFSETFROM:+0130
  TZOFFSETTO:+0230
  END:DAYLIGHT
  END:VTIMEZONE

  """
