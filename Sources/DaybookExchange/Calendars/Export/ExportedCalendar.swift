import DaybookModel

/// A calendar as it is written.
struct ExportedCalendar {
  var name: String
  var floatingZone: String?
  fileprivate(set) var components: [Component] = []
  /// Those that components define themselves, and those of the tz database, by their names.
  private var own: [String: [String]] = [:]
  private var usual: Set<String> = []

  enum Component {
    case kept([String])
    case made(CalendarEntry, Instant)
  }

  init(name: String, floatingZone: String? = nil) { (self.name, self.floatingZone) = (name, floatingZone) }

  /// Those of zones that its times name, each from BEGIN to END.
  var definitions: [[String]] {
    own.sorted { $0.key < $1.key }.map(\.value)
      + usual.sorted()
      .filter(CalendarZones.isDatabaseName).compactMap { ZoneComponent.lines(of: $0) }
  }

  /// Whether the component's zone names have the same meaning in this calendar.
  fileprivate func holds(_ component: ComponentRevision) -> Bool {
    component.floatingZone == floatingZone
      && component.zones.allSatisfy { name, lines in !usual.contains(name) && (own[name] ?? lines) == lines }
      && component.zoneNames.allSatisfy { own[$0] == nil }
  }

  fileprivate mutating func define(_ component: ComponentRevision) {
    own.merge(component.zones) { first, _ in first }
    usual.formUnion(component.zoneNames)
  }
}

/// Calendars by name. There are several of one name if their zones of one name differ, or if their times without a zone
/// are in several zones.
struct ExportedCalendars {
  private var calendars: [String: [ExportedCalendar]] = [:]

  var all: [ExportedCalendar] { calendars.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// - Parameter kept: the imported component, if it came from a calendar.
  mutating func add(
    _ component: ExportedCalendar.Component, of kept: ComponentRevision? = nil, to name: String
  ) {
    var named = calendars[name] ?? []
    let place =
      named.firstIndex { calendar in kept.map { calendar.holds($0) } ?? (calendar.floatingZone == nil) }
      ?? named.count
    if place == named.count { named.append(ExportedCalendar(name: name, floatingZone: kept?.floatingZone)) }
    if let kept { named[place].define(kept) }
    named[place].components.append(component)
    calendars[name] = named
  }
}
