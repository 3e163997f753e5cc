import Daybook
import DaybookModel
import DaybookText

/// A kept event for export. A property that agrees with the ledger is exported as it came.
struct ComponentRevision {
  /// Of the zones that only its file knew, from BEGIN to END, by their names.
  private(set) var zones: [String: [String]] = [:]
  /// The name of the zone of times that have none.
  private(set) var floatingZone: String?
  /// Between its BEGIN and its END.
  private var lines: [String] = []
  /// The event as it was imported.
  let former: CalendarEntry
  private let source: String

  /// nil where it is not a calendar with one event.
  init?(_ text: String) {
    guard let entry = CalendarReader.read(Array(text.utf8)).entries.first else { return nil }
    (former, source) = (entry, text)
    var zone: [String]?
    var isEvent = false
    for line in text.split(separator: "\n").map(String.init) {
      switch line {
      case "BEGIN:VTIMEZONE" where !isEvent: zone = [line]
      case "END:VTIMEZONE" where zone != nil:
        let lines = (zone ?? []) + [line]
        if let name = lines.lazy.compactMap({ Self.named("TZID", $0) }).first?.text { zones[name] = lines }
        zone = nil
      case "BEGIN:VEVENT" where zone == nil && !isEvent: isEvent = true
      case "END:VEVENT" where isEvent: isEvent = false
      default:
        if zone != nil {
          zone?.append(line)
        } else if isEvent {
          lines.append(line)
        } else if let line = Self.named("X-WR-TIMEZONE", line) {
          floatingZone = line.text
        }
      }
    }
  }

  private static func named(_ name: String, _ line: String) -> ContentLine? {
    ContentLine(Array(line.utf8), number: 0).flatMap { $0.name == name ? $0 : nil }
  }

  /// Whether it stands for several occurrences.
  var isSeries: Bool { former.isRecurring && former.recurrenceID == nil || former.isThisAndFuture }

  /// Names of zones that its times are in, but for those that it defines itself.
  var zoneNames: Set<String> {
    Set(lines.compactMap { ContentLine(Array($0.utf8), number: 0)?.parameter("TZID") }).subtracting(
      zones.keys)
  }

  /// From BEGIN to END.
  var text: [String] { ["BEGIN:VEVENT"] + lines + ["END:VEVENT"] }

  // MARK: What changed

  /// Names an event that came without a name as the ledger does.
  mutating func name(_ uid: String?) {
    if former.uid == nil, let uid { set("UID", "UID:" + ContentLines.escaped(uid)) }
  }

  /// Writes the ledger's data into the event. An occurrence keeps its place in the series, moved to the new time.
  ///
  /// - Returns: whether anything changed.
  mutating func revise(_ entry: CalendarEntry, stamp: Instant) -> Bool {
    let before = lines
    let (start, end) = expected(entry)
    set("SUMMARY", entry.summary, former: former.summary)
    set("DESCRIPTION", entry.description, former: former.description)
    if !entry.isEvidence { set("LOCATION", entry.location, former: former.location) }
    setPeople(entry)
    if !former.isThisAndFuture { setTimes(entry, start: start, end: end) }
    guard lines != before else { return false }
    set("DTSTAMP", "DTSTAMP:" + stamp.basicText)
    if lines.contains(where: { Self.named("LAST-MODIFIED", $0) != nil }) {
      set("LAST-MODIFIED", "LAST-MODIFIED:" + stamp.basicText)
    }
    return true
  }

  /// The occurrence alone: without the rule of its series, at its own time.
  mutating func single(_ entry: CalendarEntry) {
    let (start, end) = expected(entry)
    for name in ["RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID"] { remove(name) }
    if let id = entry.recurrenceID { set("RECURRENCE-ID", Self.line("RECURRENCE-ID", id)) }
    write(start: start, end: end)
  }

  /// Excludes the occurrences that were deleted here, if the series has them.
  mutating func except(_ deleted: [CalendarEntry.Moment]) {
    guard let first = deleted.first, let last = deleted.last else { return }
    let day = Int64(86_400_000)
    let window = TimeWindow(
      Instant(milliseconds: first.milliseconds - day),
      through: Instant(milliseconds: last.milliseconds + day),
      zone: FixedZone())
    let entry = CalendarReader.read(Array(source.utf8), window: window).entries.first
    let moments = deleted.filter { moment in
      entry?.occurrences?.contains { $0.recurrenceID == moment } ?? false
    }
    let place = lines.firstIndex { $0.uppercased().hasPrefix("BEGIN:") } ?? lines.count
    lines.insert(contentsOf: moments.map { Self.line("EXDATE", $0) }, at: place)
  }

  /// The time at which its series would place it.
  private func expected(_ entry: CalendarEntry) -> (start: CalendarEntry.Moment, end: CalendarEntry.Moment?) {
    guard isSeries, let start = entry.recurrenceID else { return (former.start, former.end) }
    let length = former.end.map { $0.milliseconds - former.start.milliseconds }
    return (start, length.map { start.advanced(by: $0) })
  }

  private mutating func setTimes(
    _ entry: CalendarEntry, start: CalendarEntry.Moment, end: CalendarEntry.Moment?
  ) {
    let length = end.map { $0.milliseconds - start.milliseconds } ?? 0
    // Evidence has no end: it moves as a whole.
    let newEnd = entry.isEvidence ? entry.start.advanced(by: length) : entry.end
    let isSame = entry.start == start && (newEnd ?? entry.start.impliedEnd) == (end ?? start.impliedEnd)
    if !isSame { write(start: entry.start, end: newEnd == entry.start ? nil : newEnd) }
  }

  private mutating func write(start: CalendarEntry.Moment, end: CalendarEntry.Moment?) {
    set("DTSTART", Self.line("DTSTART", start))
    remove("DURATION")
    if let end { set("DTEND", Self.line("DTEND", end)) } else { remove("DTEND") }
  }

  /// Removes the lines of people who are no longer invited and adds new ones. The other lines keep their answers.
  private mutating func setPeople(_ entry: CalendarEntry) {
    func address(_ line: String) -> String? {
      guard let line = Self.named("ATTENDEE", line) else { return nil }
      let value = line.value.trimmedASCII
      let isMail = value.lowercased().hasPrefix("mailto:")
      return (isMail ? String(value.dropFirst(7)) : line.parameter("EMAIL")).map(EmailAddress.normalized)
    }
    let now = Set(entry.attendees.compactMap { $0.email.map(EmailAddress.normalized) })
    let invited = Set(former.attendees.compactMap { $0.email.map(EmailAddress.normalized) })
    let organizer = former.organizer?.email.map(EmailAddress.normalized)
    // A text that is not an address was never an attendee, so the meeting cannot lose it.
    let gone = invited.filter { $0 != organizer && !now.contains($0) && EmailAddress.isOne($0) }
    lines.removeAll { line in address(line).map(gone.contains) ?? false }
    for attendee in entry.attendees {
      guard let email = attendee.email.map(EmailAddress.normalized), !invited.contains(email),
        email != organizer
      else { continue }
      insert(CalendarWriter.line("ATTENDEE", attendee))
    }
  }

  // MARK: Lines

  private mutating func set(_ name: String, _ text: String?, former: String?) {
    guard (text ?? "") != (former ?? "") else { return }
    guard let text, !text.isEmpty else { return remove(name) }
    set(name, "\(name):\(ContentLines.escaped(text))")
  }

  /// Replaces the first such line, and removes the others.
  private mutating func set(_ name: String, _ line: String) {
    guard let first = own(name).first else { return insert(line) }
    lines[first] = line
    for index in own(name).reversed() where index > first { lines.remove(at: index) }
  }

  private mutating func remove(_ name: String) {
    for index in own(name).reversed() { lines.remove(at: index) }
  }

  /// Before its alarms.
  private mutating func insert(_ line: String) {
    lines.insert(line, at: lines.firstIndex { $0.uppercased().hasPrefix("BEGIN:") } ?? lines.count)
  }

  /// Where properties of the event itself stand, and not of an alarm in it.
  private func own(_ name: String) -> [Int] {
    var depth = 0
    return lines.indices.filter { index in
      let line = lines[index].uppercased()
      if line.hasPrefix("BEGIN:") { depth += 1 }
      defer { if line.hasPrefix("END:") { depth -= 1 } }
      return depth == 0 && line.hasPrefix(name) && Self.named(name, lines[index]) != nil
    }
  }

  private static func line(_ name: String, _ moment: CalendarEntry.Moment) -> String {
    switch moment {
    case .day(let day): "\(name);VALUE=DATE:" + day.description.filter { $0 != "-" }
    case .instant(let instant): "\(name):\(instant.basicText)"
    }
  }
}

extension CalendarEntry.Moment {
  /// Since 1970, of a day its beginning in UTC.
  var milliseconds: Int64 {
    switch self {
    case .instant(let instant): instant.milliseconds
    case .day(let day): day.daysSince1970 * 86_400_000
    }
  }

  func advanced(by milliseconds: Int64) -> Self {
    switch self {
    case .instant(let instant): .instant(Instant(milliseconds: instant.milliseconds + milliseconds))
    case .day(let day): .day(CivilDay(daysSince1970: day.daysSince1970 + milliseconds / 86_400_000))
    }
  }

  /// Of an event that does not say when it ends.
  fileprivate var impliedEnd: Self {
    switch self {
    case .instant: self
    case .day: advanced(by: 86_400_000)
    }
  }
}

extension Instant {
  /// `20260701T100000Z`. iCalendar has no milliseconds.
  var basicText: String { description.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z" }
}
