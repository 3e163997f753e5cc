// Entries as iCalendar (RFC 5545): what ``CalendarReader`` reads back, and every calendar program.

import DaybookModel
import DaybookText

struct CalendarWriter {
  /// The program that wrote the file; RFC 5545 requires it.
  private static let product = "-//Daybook//Daybook//EN"

  private var lines = ContentLines()
  private var isOpen = false

  init() {}

  /// The lines with which a calendar begins; one that was begun before ends there.
  mutating func begin(calendar name: String?, zone: String? = nil) -> [UInt8] {
    endCalendar()
    isOpen = true
    lines.add("BEGIN:VCALENDAR")
    lines.add("VERSION:2.0")
    lines.add("PRODID:" + Self.product)
    // The property that programs know, and the one of RFC 7986.
    add("X-WR-CALNAME", name)
    add("NAME", name)
    add("X-WR-TIMEZONE", zone)
    return lines.take()
  }

  mutating func end() -> [UInt8] {
    endCalendar()
    return lines.take()
  }

  private mutating func endCalendar() {
    if isOpen { lines.add("END:VCALENDAR") }
    isOpen = false
  }

  /// One entry's lines. `stamp` is when what it says was written.
  mutating func write(_ entry: CalendarEntry, stamp: Instant) -> [UInt8] {
    lines.add("BEGIN:VEVENT")
    add("UID", entry.uid)
    lines.add("DTSTAMP:" + stamp.basicText)
    add("RECURRENCE-ID", entry.recurrenceID)
    add("DTSTART", entry.start)
    add("DTEND", entry.end)
    add("SUMMARY", entry.summary)
    add("LOCATION", entry.location)
    add("DESCRIPTION", entry.description)
    if let status = entry.status { lines.add("STATUS:" + status) }
    if entry.sequence > 0 { lines.add("SEQUENCE:\(entry.sequence)") }
    if let organizer = entry.organizer { add("ORGANIZER", organizer) }
    for attendee in entry.attendees { add("ATTENDEE", attendee) }
    lines.add("END:VEVENT")
    return lines.take()
  }

  /// Lines as they are.
  mutating func write(_ component: [String]) -> [UInt8] {
    for line in component { lines.add(line) }
    return lines.take()
  }

  private mutating func add(_ name: String, _ value: String?) {
    if let value, !value.isEmpty { lines.add(name + ":" + ContentLines.escaped(value)) }
  }

  private mutating func add(_ name: String, _ moment: CalendarEntry.Moment?) {
    switch moment {
    case .day(let day): lines.add("\(name);VALUE=DATE:" + day.description.filter { $0 != "-" })
    case .instant(let instant): lines.add(name + ":" + instant.basicText)
    case nil: break
    }
  }

  private mutating func add(_ name: String, _ attendee: CalendarEntry.Attendee) {
    lines.add(Self.line(name, attendee))
  }

  static func line(_ name: String, _ attendee: CalendarEntry.Attendee) -> String {
    var line = name
    for (parameter, value) in [
      ("CN", attendee.name), ("ROLE", attendee.role), ("PARTSTAT", attendee.participation),
    ] {
      if let value, !value.isEmpty { line += ";\(parameter)=" + ContentLines.parameter(value) }
    }
    // The format requires an address even for people without one.
    return line + ":" + (attendee.email.map { "mailto:" + $0 } ?? "invalid:nomail")
  }
}
