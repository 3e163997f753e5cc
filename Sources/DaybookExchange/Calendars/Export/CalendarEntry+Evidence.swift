// Makes calendar entries of the data that the systems keep. Everything that a calendar sync reads is exported as it
// was.

import Daybook
import DaybookModel
import Planner
import SAM

extension CalendarEntry {
  /// The kinds that come from calendars.
  public static let kinds = [MeetingRecord.kind, EvidenceItem.kind]

  /// The calendar entry of a meeting or of evidence; nil for a row of another kind, for evidence that is not from a
  /// calendar, and for an entry without a start.
  ///
  /// - Parameter names: the names of the people whom a meeting invites, by address.
  init?(_ row: Row, names: [String: String] = [:]) {
    switch row.kind {
    case EvidenceItem.kind: self.init(evidence: row)
    case MeetingRecord.kind: self.init(meeting: row, names: names)
    default: return nil
    }
  }

  private init?(evidence row: Row) {
    guard row["source"]?.string == EvidenceSource.calendar.rawValue else { return nil }
    if let day = row["occurredOn"]?.string.flatMap({ CivilDay($0) }) {
      self.init(line: 0, start: .day(day))
    } else if let moment = row.moment("occurredAt") {
      self.init(line: 0, start: .instant(moment))
    } else {
      return nil
    }
    isEvidence = true
    name(row["sourceUID"]?.string?.dropping("eventkit:") ?? row.id)
    (summary, description) = (row.text("title"), row.text("bodyText"))
    location = Self.place(of: row["snippet"]?.string ?? "", notes: description)
    calendarName = row["importedFrom"]?.string?.dropping("calendar:")
    let hints = (row["participantHints"]?.array ?? []).compactMap(Invited.init)
    for hint in hints {
      if hint.isOrganizer, organizer == nil {
        organizer = Attendee(name: hint.attendee.name, email: hint.attendee.email)
        // An organizer who takes part is also among the invited.
        guard hint.attendee.role != nil || hint.attendee.participation != nil else { continue }
      }
      attendees.append(hint.attendee)
    }
  }

  private init?(meeting row: Row, names: [String: String]) {
    // An entry that its calendar no longer has is not exported.
    guard row["isGoneFromCalendar"]?.bool != true, let start = row.moment("startDate") else { return nil }
    let isAllDay = row["isAllDay"]?.bool == true
    func moment(_ instant: Instant) -> Moment {
      isAllDay
        ? .day(CivilDay(daysSince1970: instant.milliseconds.dividedDown(by: 86_400_000))) : .instant(instant)
    }
    self.init(line: 0, start: moment(start))
    if let end = row.moment("endDate"), end > start { self.end = moment(end) }
    name(row["eventIdentifier"]?.string ?? row.id)
    (summary, description) = (row.text("title"), row.text("calendarNotes"))
    (location, calendarName) = (row.text("location"), row.text("calendarTitle"))
    let (organizerName, organizerEmail) = (row.text("organizerName"), row.text("organizerEmail"))
    if organizerName != nil || organizerEmail != nil {
      organizer = Attendee(name: organizerName, email: organizerEmail)
    }
    attendees = (row["calendarAttendees"]?.array ?? []).compactMap(\.string).map {
      Attendee(name: names[$0], email: $0)
    }
  }

  /// The occurrence that an identifier names; nil if it names none.
  static func occurrence(of identifier: String) -> (uid: String, moment: Moment)? {
    guard let mark = identifier.lastIndex(of: "#"),
      let moment = Moment(basic: identifier[identifier.index(after: mark)...])
    else { return nil }
    return (String(identifier[..<mark]), moment)
  }

  /// UID and RECURRENCE-ID of `<UID>#20260701T100000Z` or `<UID>#20260701`.
  private mutating func name(_ identifier: String) {
    uid = identifier
    if let occurrence = Self.occurrence(of: identifier) { (uid, recurrenceID) = occurrence }
  }

  /// Evidence keeps the place only in its snippet, before the notes.
  static func place(of snippet: String, notes: String?) -> String? {
    let notes = OneLine.of(notes ?? "")
    if snippet.isEmpty || snippet == notes { return nil }
    guard !notes.isEmpty else { return snippet }
    let isCut = snippet.hasSuffix("…")
    let shown = isCut ? snippet.dropLast() : snippet[...]
    if isCut, notes.hasPrefix(shown) { return nil }
    // The place itself may contain the mark that precedes the notes.
    var place = shown.startIndex
    while let mark = shown[place...].firstRange(of: " · ") {
      let rest = shown[mark.upperBound...]
      if isCut ? notes.hasPrefix(rest) : notes == rest { return String(shown[..<mark.lowerBound]) }
      place = shown.index(after: mark.lowerBound)
    }
    return nil
  }
}

/// A participant as a field holds one.
private struct Invited {
  var attendee: CalendarEntry.Attendee
  var isOrganizer: Bool

  init?(_ hint: JSONValue) {
    guard let hint = hint.object else { return nil }
    attendee = CalendarEntry.Attendee(
      name: hint["name"]?.string, email: hint["email"]?.string, role: hint["role"]?.string,
      participation: hint["status"]?.string)
    isOrganizer = hint["isOrganizer"]?.bool ?? false
  }
}

extension CalendarEntry.Moment {
  /// `20260701T100000Z` or `20260701`.
  fileprivate init?(basic text: Substring) {
    let digits = Array(text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    guard
      digits.count == 8
        || digits.count == 16 && digits[8] == UInt8(ascii: "T") && digits[15] == UInt8(ascii: "Z")
    else { return nil }
    let day = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))"
    if digits.count == 8 {
      guard let day = CivilDay(day) else { return nil }
      self = .day(day)
    } else {
      let time = "\(part(9..<11)):\(part(11..<13)):\(part(13..<15))"
      guard let instant = Instant("\(day)T\(time).000Z") else { return nil }
      self = .instant(instant)
    }
  }
}

extension Row {
  fileprivate func text(_ field: String) -> String? { self[field]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Nil also for a time that was never written.
  fileprivate func moment(_ field: String) -> Instant? {
    self[field]?.string.flatMap { Instant($0) }.flatMap { $0.milliseconds == 0 ? nil : $0 }
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> String {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
  }
}
