import CIcal
package import DaybookModel
import DaybookText

/// Reads an iCalendar file (RFC 5545): any number of VCALENDARs, events outside of one, broken lines
/// among sound ones. `entries + skipped` is the number of its VEVENTs.
package enum CalendarReader {
  /// Times without a zone, and those in a zone that nobody knows, are read in `localZone`.
  package static func read(_ bytes: [UInt8], localZone: any ZoneOffsets = ZoneDirectory.local())
    -> CalendarFile
  {
    let scan = CalendarScan(bytes)
    var file = CalendarFile()
    if let line = scan.foreignLine {
      file.skipped.append(.init(line: line, reason: "this is not an iCalendar file"))
    }
    var zones = Libical.alone { CalendarZones(scan.zones, local: localZone) }
    _ = CalendarScan(bytes) { block in
      do throws(UnreadableEvent) {
        var entry = try Libical.alone { () throws(UnreadableEvent) -> CalendarEntry in
          try self.entry(of: block, &zones)
        }
        entry.calendarName = scan.names[block.calendar]
        if scan.methods[block.calendar] == "CANCEL" { entry.status = "CANCELLED" }
        file.entries.append(entry)
      } catch {
        file.skipped.append(.init(line: block.line, reason: error.reason))
      }
    }
    file.unknownZones = zones.unknown
    return file
  }

  private static func entry(
    of block: CalendarBlock, _ zones: inout CalendarZones
  ) throws(UnreadableEvent) -> CalendarEntry {
    if let problem = block.problem { throw UnreadableEvent(reason: problem) }
    guard
      let component = LibicalComponent(
        "BEGIN:VEVENT\r\n" + block.lines.filter(\.isForLibical).map(\.line).joined() + "END:VEVENT\r\n")
    else { throw UnreadableEvent(reason: "the event cannot be parsed") }
    var times = EventTimes(block: block, zones: zones)
    defer { zones = times.zones }
    guard let (start, civilStart) = try times.required(component.first(ICAL_DTSTART_PROPERTY), "DTSTART")
    else {
      throw UnreadableEvent(reason: "no DTSTART")
    }
    var entry = CalendarEntry(line: block.line, start: start)
    entry.recurrenceID = try times.required(component.first(ICAL_RECURRENCEID_PROPERTY), "RECURRENCE-ID")?.0
    entry.end = times.end(of: component, start: start, civilStart: civilStart)
    entry.uid = component.first(ICAL_UID_PROPERTY)?.text
    entry.summary = component.first(ICAL_SUMMARY_PROPERTY)?.text
    entry.description = component.first(ICAL_DESCRIPTION_PROPERTY)?.text
    entry.location = component.first(ICAL_LOCATION_PROPERTY)?.text
    entry.status = block.value("STATUS")?.uppercased()
    entry.organizer = component.first(ICAL_ORGANIZER_PROPERTY).flatMap { .init($0) }
    entry.attendees = component.all(ICAL_ATTENDEE_PROPERTY).compactMap { .init($0) }
    // libical's own integers wrap.
    entry.sequence = block.value("SEQUENCE").flatMap { Int64($0) } ?? 0
    entry.lastModified = times.instant(component.first(ICAL_LASTMODIFIED_PROPERTY))
    entry.created = times.instant(component.first(ICAL_CREATED_PROPERTY))
    entry.stamp = times.instant(component.first(ICAL_DTSTAMP_PROPERTY))
    entry.isRecurring = block.value("RRULE") != nil || block.value("RDATE") != nil
    return entry
  }
}

struct UnreadableEvent: Error {
  var reason: String
}

extension CalendarBlock {
  /// The first value of the property as it stands in the file; nil where it is missing or empty.
  func value(_ name: String) -> String? {
    lines.lazy.filter { $0.name == name }.map(\.value.trimmedASCII).first { !$0.isEmpty }
  }
}

extension CalendarEntry.Attendee {
  /// nil where it neither names nor addresses anybody.
  fileprivate init?(_ property: LibicalProperty) {
    let address = property.raw?.trimmedASCII ?? ""
    self.init(
      name: property.parameter("CN"), role: property.parameter("ROLE")?.uppercased(),
      participation: property.parameter("PARTSTAT")?.uppercased())
    if address.lowercased().hasPrefix("mailto:") {
      email = String(address.dropFirst(7)).trimmedASCII
    } else if address.contains("@"), !address.contains("/") {
      email = address
    }
    // RFC 7986: where the address is no e-mail.
    email = email ?? property.parameter("EMAIL")
    if email?.isEmpty == true { email = nil }
    if name == nil && email == nil { return nil }
  }
}
