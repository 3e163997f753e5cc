import CIcal
import DaybookModel
import DaybookText

/// An event as it was imported: its lines unfolded, in UTF-8 and in their order, with the definitions of the zones that
/// only its file has.
enum StoredComponent {
  /// The event as a calendar of its own, with LF line endings; nil if it is too large.
  ///
  /// - Parameters:
  ///   - zones: of the file.
  ///   - floating: the name of the zone of times that have none.
  static func text(of event: CalendarBlock, zones: [CalendarBlock], floating: String?) -> String? {
    guard let lines = event.kept else { return nil }
    var text = ["BEGIN:VCALENDAR"]
    if let floating, event.lines.contains(where: \.isFloating) { text.append("X-WR-TIMEZONE:" + floating) }
    for name in event.zoneNames.sorted() where !CalendarZones.isDatabaseName(name) {
      let named = zones.filter { zone in
        zone.problem == nil && zone.lines.contains { $0.name == "TZID" && $0.text.trimmedASCII == name }
      }
      // As `CalendarZones` reads them.
      let zone =
        named.first { $0.calendar == event.calendar } ?? named.first { $0.calendar == 0 }
        ?? (event.calendar == 0 ? named.first : nil)
      guard let kept = zone?.kept else { continue }
      text += ["BEGIN:VTIMEZONE"] + kept + ["END:VTIMEZONE"]
    }
    text += ["BEGIN:VEVENT"] + lines + ["END:VEVENT", "END:VCALENDAR"]
    return text.joined(separator: "\n")
  }
}

extension CalendarBlock {
  /// The zones that the event's times are in.
  fileprivate var zoneNames: Set<String> { Set(lines.compactMap { $0.parameter("TZID") }) }
}

extension ContentLine {
  private static let timeProperties: Set<String> = ["DTSTART", "DTEND", "RECURRENCE-ID", "RDATE", "EXDATE"]

  /// Whether it is a time of a day in no zone.
  fileprivate var isFloating: Bool {
    Self.timeProperties.contains(name) && parameter("TZID") == nil && value.contains("T")
      && !value.trimmedASCII.uppercased().hasSuffix("Z")
  }
}

/// The definition of a zone of the tz database, which RFC 5545 requires for times that name it.
enum ZoneComponent {
  /// From BEGIN to END; nil where this machine does not know the zone.
  static func lines(of name: String) -> [String]? {
    Libical.alone {
      guard let zone = icaltimezone_get_builtin_timezone(name),
        let component = icaltimezone_get_component(zone),
        let text = Libical.take(icalcomponent_as_ical_string_r(component))
      else { return nil }
      let lines = text.replacing("\r\n ", with: "").split(whereSeparator: \.isNewline).map(String.init)
      // libical puts a name of its own before the zone's.
      return lines.map { $0.hasPrefix("TZID:") ? "TZID:" + name : $0 }
    }
  }
}
