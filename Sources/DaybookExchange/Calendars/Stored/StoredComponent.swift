import CIcal
import DaybookModel
import DaybookText

/// An event as it came: its lines unfolded and in UTF-8, each in its place, with the definitions of the zones that it names
/// and that only its file knows.
enum StoredComponent {
  /// A calendar of its own with line feeds for ends of lines; nil where it is too large.
  ///
  /// - Parameters:
  ///   - zones: of the file.
  ///   - floating: what the zone of times without one is called.
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

/// The definition of a zone of the tz database, which RFC 5545 asks for beside the times that name it.
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
