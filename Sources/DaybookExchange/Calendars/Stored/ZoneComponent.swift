import CIcal
import DaybookText

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
