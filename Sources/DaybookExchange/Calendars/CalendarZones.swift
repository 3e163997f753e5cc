// Which zone a TZID means. Names of the tz database have its meaning, because an embedded VTIMEZONE is often cut to a
// few years. Any other name means what its own VCALENDAR defines, then what Windows means by it.

import DaybookModel

struct CalendarZones {
  private var definitions: [Key: Definition] = [:]
  /// The first of the file under each name.
  private var first: [String: Definition] = [:]
  /// X-WR-TIMEZONE by calendar: the zone of its times that name none.
  private let own: [Int: String]
  private let local: any ZoneOffsets
  /// Unknown names.
  private(set) var unknown: [String] = []
  /// Remarks on names that are unknown or doubtful.
  private(set) var remarks: [(line: Int, reason: String)] = []
  private var told: Set<String> = []
  /// Whether a time was read in the user's zone.
  private(set) var readsLocal = false

  private struct Key: Hashable {
    var calendar: Int
    var name: String
  }

  private struct Definition {
    var zone: EmbeddedZone?
    /// X-LIC-LOCATION.
    var place: String?
  }

  init(_ blocks: [CalendarBlock], own: [Int: String] = [:], local: any ZoneOffsets) {
    (self.own, self.local) = (own, local)
    // The limit for all zones of a file; one zone takes some thousands.
    var steps = 20_000_000
    for block in blocks where block.problem == nil {
      guard let name = block.text("TZID") else { continue }
      // Where a calendar defines a zone twice, the first counts.
      let key = Key(calendar: block.calendar, name: name)
      if definitions[key]?.zone != nil { continue }
      let place = block.text("X-LIC-LOCATION")
      let definition = Definition(
        zone: EmbeddedZone(block, steps: &steps), place: definitions[key]?.place ?? place)
      definitions[key] = definition
      if first[name]?.zone == nil { first[name] = definition }
    }
  }

  /// What an event means by the name: its own calendar's definition, else one that stands outside all calendars. An
  /// event that stands outside them means whatever the file defines first.
  private func definition(_ name: String, calendar: Int) -> Definition? {
    definitions[Key(calendar: calendar, name: name)] ?? definitions[Key(calendar: 0, name: name)]
      ?? (calendar == 0 ? first[name] : nil)
  }

  /// The zone of a TZID within the `calendar`-th VCALENDAR; a nil name means a floating time: the calendar's own zone,
  /// else the user's.
  mutating func zone(_ name: String?, calendar: Int) -> any ZoneOffsets {
    if let name = name?.trimmedASCII, !name.isEmpty, let zone = known(name, calendar: calendar) {
      return zone
    }
    let usual = own[calendar].flatMap { known($0, calendar: calendar) }
    for name in [name?.trimmedASCII, usual == nil ? own[calendar] : nil] {
      guard let name, !name.isEmpty, told.count < 100, told.insert(name).inserted else { continue }
      unknown.append(name)
      let other = usual == nil ? "as local" : "in the zone of their calendar"
      tell("the zone '\(name)' is not known; its times were read \(other)")
    }
    if usual == nil { readsLocal = true }
    return usual ?? local
  }

  private mutating func tell(_ reason: String) { remarks.append((1, reason)) }

  /// Whether the name means a zone of the tz database, whatever its calendar defines under it.
  static func isDatabaseName(_ name: String) -> Bool { name.contains("/") && database(name) != nil }

  private mutating func known(_ name: String, calendar: Int) -> (any ZoneOffsets)? {
    if name.contains("/"), let zone = Self.database(name) { return zone }
    let definition = definition(name, calendar: calendar)
    let embedded = definition?.zone
    if let embedded, embedded.isFollowed { return embedded }
    let named = Self.windows(name) ?? Self.database(name) ?? definition?.place.flatMap { Self.database($0) }
    // Any other meaning of the name counts only if it agrees with the part of the definition that can be followed.
    if let named, embedded.map({ named.agrees(with: $0) }) ?? true { return named }
    let written = ZoneText(name)
    if embedded == nil, let written, written.isExact { return written.offset.map { FixedZone(seconds: $0) } }
    guard let zone: any ZoneOffsets = embedded ?? written?.offset.map({ FixedZone(seconds: $0) }) else {
      return nil
    }
    if told.count < 100, told.insert(name).inserted {
      tell(
        embedded == nil
          ? "only the offset of the zone '\(name)' is known; its times in summer may be an hour off"
          : "not all rules of the zone '\(name)' can be followed; its times may be off")
    }
    return zone
  }

  private static func windows(_ name: String) -> (any ZoneOffsets)? {
    let written = ZoneText(name)
    let text = written?.text ?? name
    guard
      let known = WindowsZones.name(of: name)
        ?? WindowsZoneTexts.name(of: text).flatMap({ WindowsZones.name(of: $0) }),
      let zone = ZoneDirectory.zone(named: known)
    else { return nil }
    // Places with another offset belong to another name.
    guard let offset = written?.offset, WindowsZoneTexts.texts[text] == nil else { return zone }
    return zone.offsetsOfYear.contains(offset) ? zone : nil
  }

  /// Also names in another case, with spaces, and after a vendor's prefix:
  /// `/mozilla.org/20050126_1/Europe/Berlin`, `tzone://Microsoft/Utc`.
  private static func database(_ name: String) -> (any ZoneOffsets)? {
    if let zone = ZoneDirectory.zone(named: name) { return zone }
    let parts = name.replacing(" ", with: "_").split(separator: "/").map(String.init)
    let isVendors = name.hasPrefix("/") || name.hasPrefix("tzone:")
    for count in [3, 2, 1] where parts.count >= count && (count > 1 || isVendors || parts.count == 1) {
      let end = parts.suffix(count)
      if let zone = ZoneDirectory.zone(named: end.joined(separator: "/"))
        ?? ZoneDirectory.zone(named: end.map { cased($0) }.joined(separator: "/"))
      {
        return zone
      }
    }
    guard isVendors, let last = parts.last?.uppercased(), last == "UTC" || last == "GMT" else { return nil }
    return FixedZone()
  }

  /// `new_york` as `New_York`.
  private static func cased(_ part: String) -> String {
    part.split(separator: "_", omittingEmptySubsequences: false)
      .map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }.joined(separator: "_")
  }
}

extension ZoneOffsets {
  /// What holds in one winter and one summer.
  fileprivate var offsetsOfYear: [Int64] {
    [offset(at: 1_768_478_400), offset(at: 1_784_116_800)]
  }

  fileprivate func agrees(with other: EmbeddedZone) -> Bool {
    !Set(offsetsOfYear).isDisjoint(with: other.offsetsOfYear)
  }
}

extension CalendarBlock {
  /// A property of the component itself.
  fileprivate func text(_ name: String) -> String? {
    guard let text = lines.first(where: { $0.name == name })?.text.trimmedASCII, !text.isEmpty else {
      return nil
    }
    return text
  }
}
