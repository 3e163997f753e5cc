import ArgumentParser
import Daybook
import Planner

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension MeetingItem: Listed {
  static let entityKind = MeetingRecord.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("title") { .string($0.title) },
    Member("startDate") { .date($0.startDate) },
    Member("endDate") { .date($0.endDate) },
    Member("isAllDay") { .bool($0.isAllDay) },
    Member("isRecurring") { .bool($0.isRecurring) },
    Member("location") { .text($0.location) },
    Member("calendarTitle") { .text($0.calendarTitle) },
    Member("organizer") { .text($0.organizer) },
    Member("attendees") { .mentions($0.attendees) },
    Member("tags") { .array($0.tags.map { .string($0) }) },
    Member("notes") { .count($0.noteCount) },
    Member("summary") { .text($0.summary) },
    Member("isGoneFromCalendar") { .bool($0.isGoneFromCalendar) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $0.when($1) },
    Column("time") { $1.span(of: $0, on: $0.firstDay(in: $1.zone)) },
    Column("title") { $0.title + ($0.isGoneFromCalendar ? TableStyle.goneMark : "") },
    Column("where") { $0.location },
    Column("people") { TableStyle.people($0.attendees) },
    Column("tags") { TableStyle.list($0.tags) },
    Column("notes", count: \.noteCount),
    Column("calendar") { $0.calendarTitle },
  ]
  static let hiddenInLists: Set<String> = ["time", "tags", "calendar"]

  /// `2026-11-21 10:00`, `2026-11-21`, `2026-12-24 to 2026-12-26`
  func when(_ style: TableStyle) -> String? {
    guard let days else { return style.time(startDate) }
    return days.count == 1 ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
  }
}

extension ClosedRange<CivilDay> {
  fileprivate var count: Int64 { upperBound.daysSince1970 - lowerBound.daysSince1970 + 1 }
}

extension PersonItem: Listed {
  static let entityKind = Person.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("name") { .string($0.name) },
    Member("email") { .string($0.email) },
    Member("company") { .text($0.company) },
    Member("role") { .text($0.role) },
    Member("meetingCount") { .count($0.meetingCount) },
    Member("lastInteractionDate") { .date($0.lastInteractionDate) },
    Member("upcomingMeetingCount") { .count($0.upcomingMeetingCount) },
    Member("nextMeetingDate") { .date($0.nextMeetingDate) },
  ]

  static let columns: [Column<Self>] = [
    Column("name") { $0.name },
    Column("e-mail") { $0.email == $0.name ? nil : $0.email },
    Column("role") { TableStyle.list([$0.role, $0.company]) },
    Column("meetings", count: \.meetingCount),
    Column("latest") { $1.day($0.lastInteractionDate) },
    Column("to come", count: \.upcomingMeetingCount),
  ]
}

extension NoteItem: Listed {
  static let entityKind = Note.kind
  var rawID: String { id.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("title") { .string($0.title) },
    Member("plainText") { .string($0.plainText) },
    Member("richTextType") { .text($0.richTextType?.rawValue) },
    Member("meeting") { .mention($0.meeting) },
    Member("isMeetingGone") { .bool($0.isMeetingGone) },
    Member("tags") { .array($0.tags.map { .string($0) }) },
    Member("createdAt") { .date($0.createdAt) },
    Member("updatedAt") { .date($0.updatedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("when") { $1.time($0.updatedAt) },
    Column("title") { $0.title },
    Column("note") { OneLine.cut($0.plainText, countMax: 80) },
    Column("meeting") { $0.shownMeeting },
    Column("tags") { TableStyle.list($0.tags) },
  ]
}

extension NoteItem {
  var shownMeeting: String? { meeting.map { $0.name + (isMeetingGone ? TableStyle.goneMark : "") } }
}

extension TableStyle {
  /// The mark after the title of a meeting that its calendar no longer has.
  static let goneMark = " (gone from its calendar)"

  /// More names would leave no room for the title.
  private static let peopleCountMax = 3

  /// `Ann Lee, Ben Ode, Cy Rae and 4 more`
  static func people(_ people: [Mention<Person>]) -> String {
    let names = people.prefix(peopleCountMax).map(\.name)
    let rest = people.count - names.count
    return list(names) + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The part of a meeting on a day: `10:00-11:30`, `10:00`, `until 11:30`, `from 22:00`, `all day`.
  func span(of meeting: MeetingItem, on day: CivilDay?) -> String? {
    guard !meeting.isAllDay else { return "all day" }
    guard let start = meeting.startDate, let day else { return nil }
    let end = max(meeting.endDate ?? start, start)
    let (dayStart, dayEnd) = (Date(zone.start(of: day)), Date(zone.start(of: day.adding(days: 1))))
    let (begins, ends) = (start >= dayStart, end <= dayEnd)
    switch (begins, ends) {
    case (true, true): return end > start ? "\(clock(start))-\(clock(end))" : clock(start)
    case (true, false): return "from \(clock(start))"
    case (false, true): return "until \(clock(end))"
    case (false, false): return "all day"
    }
  }

  /// `10:00`
  private func clock(_ date: Date) -> String { time(date).map { String($0.suffix(5)) } ?? "" }
}

/// The help texts of arguments that name an entity of Planner.
enum PlannerHelp {
  static let person: ArgumentHelp = "A person: a name or part of it, an e-mail, or the beginning of an id."
  static let meeting: ArgumentHelp = "A meeting: its title or part of it, or the beginning of its id."
  static let note: ArgumentHelp = "A note: its title or part of it, or the beginning of its id."
  static let tag: ArgumentHelp = "A tag: its name or part of it, or the beginning of its id."
  static let tags = ArgumentHelp("A tag; may be given several times.", valueName: "name")
}
