// Which zone a TZID means. Names of the tz database mean what that says, for an embedded VTIMEZONE is often
// cut to a few years; any other name means what the file itself defines, then what Windows means by it.

import DaybookModel

struct CalendarZones {
  private var embedded: [Key: EmbeddedZone] = [:]
  private var byName: [String: EmbeddedZone] = [:]
  private let local: any ZoneOffsets
  private(set) var unknown: [String] = []

  private struct Key: Hashable {
    var calendar: Int
    var name: String
  }

  init(_ blocks: [CalendarBlock], local: any ZoneOffsets) {
    self.local = local
    // Of all the zones of a file; one takes some thousands.
    var steps = 20_000_000
    for block in blocks where block.problem == nil {
      guard let name = block.lines.first(where: { $0.name == "TZID" })?.text.trimmedASCII,
        let zone = EmbeddedZone(block, steps: &steps)
      else { continue }
      // Where a calendar defines a zone twice, the first counts.
      let key = Key(calendar: block.calendar, name: name)
      if embedded[key] == nil { embedded[key] = zone }
      if byName[name] == nil { byName[name] = zone }
    }
  }

  /// The zone of a TZID within the `calendar`-th VCALENDAR; nil means floating: the user's own.
  mutating func zone(_ name: String?, calendar: Int) -> any ZoneOffsets {
    guard let name = name?.trimmedASCII, !name.isEmpty else { return local }
    if name.contains("/"), let zone = ZoneDirectory.zone(named: name) { return zone }
    if let zone = embedded[Key(calendar: calendar, name: name)] ?? byName[name] { return zone }
    if let known = WindowsZones.name(of: name), let zone = ZoneDirectory.zone(named: known) { return zone }
    if let zone = ZoneDirectory.zone(named: name) ?? CalendarZones.prefixed(name) { return zone }
    if let zone = CalendarZones.fixed(name) { return zone }
    if !unknown.contains(name) && unknown.count < 100 { unknown.append(name) }
    return local
  }

  /// `/mozilla.org/20050126_1/Europe/Berlin`
  private static func prefixed(_ name: String) -> (any ZoneOffsets)? {
    let parts = name.split(separator: "/")
    for count in [3, 2] where parts.count >= count {
      if let zone = ZoneDirectory.zone(named: parts.suffix(count).joined(separator: "/")) { return zone }
    }
    return nil
  }

  /// `UTC+11`, `GMT-0330`, `(UTC-03:00) Brasília`
  private static func fixed(_ name: String) -> FixedZone? {
    var rest = name.uppercased()[...]
    if rest.first == "(" { rest.removeFirst() }
    guard rest.hasPrefix("UTC") || rest.hasPrefix("GMT") else { return nil }
    rest = rest.dropFirst(3).drop { $0 == " " }
    guard let sign = rest.first else { return FixedZone() }
    guard sign == "+" || sign == "-" else { return sign == ")" ? FixedZone() : nil }
    var digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber || $0 == ":" }.filter { $0 != ":" }
    guard (1...4).contains(digits.count) else { return nil }
    if digits.count <= 2 { digits += "00" }
    guard let number = Int64(digits), number / 100 <= 18, number % 100 < 60 else { return nil }
    let seconds = (number / 100 * 60 + number % 100) * 60
    return FixedZone(seconds: sign == "-" ? -seconds : seconds)
  }
}
