import CIcal
import DaybookModel
import DaybookText

/// Reads an iCalendar file (RFC 5545): any number of VCALENDARs, events outside of one, broken lines
/// among sound ones. `entries + skipped` is the number of its VEVENTs.
enum CalendarReader {
  /// Times without a zone, and those in an unknown zone, are read in `localZone`, which is called `localName`.
  /// Recurring events get their occurrences in `window`; without one they get none.
  static func read(
    _ bytes: [UInt8], localZone: any ZoneOffsets = ZoneDirectory.local(), localName: String? = nil,
    window: TimeWindow? = nil
  ) -> CalendarFile {
    let scan = CalendarScan(bytes)
    var file = CalendarFile()
    var series = window.map { RecurrenceSeries(window: $0) }
    if let line = scan.foreignLine {
      file.skipped.append(.init(line: line, reason: "this is not an iCalendar file"))
    }
    var zones = Libical.alone { CalendarZones(scan.zones, own: scan.zoneNames, local: localZone) }
    _ = CalendarScan(bytes) { block in
      do throws(UnreadableEvent) {
        var (entry, set, id) = try Libical.alone { () throws(UnreadableEvent) in
          try self.entry(of: block, &zones)
        }
        entry.calendarName = scan.names[block.calendar]
        entry.kept = StoredComponent.text(
          of: block, zones: scan.zones, floating: scan.zoneNames[block.calendar] ?? localName)
        if entry.kept == nil {
          file.remarks.append(
            (
              block.line,
              "the event is larger than \(CalendarScan.blockBytesMax >> 20) MiB: only the shown fields are kept"
            ))
        }
        if scan.methods[block.calendar] == "CANCEL" { entry.status = "CANCELLED" }
        file.entries.append(entry)
        series?.add(.init(index: file.entries.count - 1, set: set, recurrenceID: id), file)
      } catch {
        file.skipped.append(.init(line: block.line, reason: error.reason))
      }
    }
    series?.expand(&file)
    file.remarks += zones.remarks + scan.passedOver
    file.remarks.sort { $0.line < $1.line }
    file.unknownZones = zones.unknown
    file.hasLocalTimes = zones.readsLocal
    file.calendarNames = Set(scan.names.values).sorted()
    file.isWhole = file.isWhole && file.skipped.isEmpty && !scan.isCut
    return file
  }

  private static func entry(
    of block: CalendarBlock, _ zones: inout CalendarZones
  ) throws(UnreadableEvent) -> (CalendarEntry, RecurrenceSet, recurrenceID: CivilPoint?) {
    if let problem = block.problem { throw UnreadableEvent(reason: problem) }
    guard
      let component = LibicalComponent(
        "BEGIN:VEVENT\r\n" + block.lines.filter { !$0.isRecurrence }.map(\.line).joined() + "END:VEVENT\r\n")
    else { throw UnreadableEvent(reason: "the event cannot be parsed") }
    var times = EventTimes(block: block, zones: zones)
    defer { zones = times.zones }
    guard let (start, point) = try times.required(component.first(ICAL_DTSTART_PROPERTY), "DTSTART")
    else {
      throw UnreadableEvent(reason: "no DTSTART")
    }
    var entry = CalendarEntry(line: block.line, start: start)
    let changed = component.first(ICAL_RECURRENCEID_PROPERTY)
    let id = try times.required(changed, "RECURRENCE-ID")
    entry.recurrenceID = id?.moment
    entry.isThisAndFuture = changed?.parameter("RANGE")?.uppercased() == "THISANDFUTURE"
    entry.end = times.end(of: component, start: start, civilStart: point.civil)
    entry.uid = component.first(ICAL_UID_PROPERTY)?.text
    entry.summary = component.first(ICAL_SUMMARY_PROPERTY)?.text
    entry.description = component.first(ICAL_DESCRIPTION_PROPERTY)?.text
    entry.location = component.first(ICAL_LOCATION_PROPERTY)?.text
    entry.status = block.value("STATUS")?.uppercased()
    entry.organizer = component.first(ICAL_ORGANIZER_PROPERTY).flatMap { .init($0) }
    entry.attendees = component.all(ICAL_ATTENDEE_PROPERTY).compactMap { .init($0) }
    // libical's own integers overflow.
    entry.sequence = block.value("SEQUENCE").flatMap { Int64($0) } ?? 0
    entry.lastModified = times.instant(component.first(ICAL_LASTMODIFIED_PROPERTY))
    entry.created = times.instant(component.first(ICAL_CREATED_PROPERTY))
    entry.stamp = times.instant(component.first(ICAL_DTSTAMP_PROPERTY))
    var set = RecurrenceSet(start: point.civil, clock: times.clock(of: point))
    for line in block.lines where line.isRecurrence {
      set.read(line) { times.zones.zone($0, calendar: block.calendar) }
    }
    entry.isRecurring = set.isRecurring
    return (entry, set, id?.point)
  }
}

extension CalendarScan {
  /// One remark on all components that are not events.
  fileprivate var passedOver: [(line: Int, reason: String)] {
    guard let line = others.values.map(\.line).min() else { return [] }
    let named = others.sorted { $0.value.line < $1.value.line }.prefix(8).map { name, found in
      let words = Self.words[name]
      let name = String(name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(40))
      guard let words else { return "\(found.count) \(name)" }
      return "\(found.count) \(found.count == 1 ? words.one : words.many) (\(name))"
    }
    let isOne = others.values.reduce(0) { $0 + $1.count } == 1
    return [
      (
        line: line,
        reason: "\(named.joined(separator: " and ")) \(isOne ? "is" : "are") not imported: only events are"
      )
    ]
  }

  private static let words: [String: (one: String, many: String)] = [
    "VTODO": ("task", "tasks"), "VJOURNAL": ("journal entry", "journal entries"),
    "VFREEBUSY": ("free/busy time", "free/busy times"), "VAVAILABILITY": ("availability", "availabilities"),
  ]
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
    // RFC 7986: the parameter for addresses that are not e-mail addresses.
    email = email ?? property.parameter("EMAIL")
    if email?.isEmpty == true { email = nil }
    if name == nil && email == nil { return nil }
  }
}
