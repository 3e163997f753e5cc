import Daybook
import DaybookView

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The facts about a meeting.
public struct MeetingFacts: Sendable, Hashable {
  /// The title, else the event's identifier.
  public var title: String
  /// The day in the reader's zone, such as `3 March 2026`.
  public var day: String?
  /// Of the day in UTC, which is the same on every machine.
  private let dayInUTC: String?
  /// As the calendar has it; nil if it gives none.
  public var location: String?
  /// The organizer's name, else the e-mail; nil if the calendar names none.
  public var organizer: String?
  /// The attendees' names, else their e-mails.
  public var attendees: [String]
  /// As ``MeetingRecord/purpose``; nil if nothing was written.
  public var purpose: String?
  /// As ``MeetingRecord/outcomes``; nil if nothing was written.
  public var outcomes: String?
  /// As ``MeetingRecord/actionItems``; nil if nothing was written.
  public var actionItems: String?
  /// The description in the calendar's entry; nil if it has none.
  public var calendarNotes: String?
  /// The texts of its notes, in the order in which they were written.
  public var notes: [String]

  init(_ page: MeetingPage, _ zone: TimeZoneRule) {
    title = page.item.title
    dayInUTC = page.item.startDate.map { Instant($0).plainDay }
    day = page.item.plainDay(zone)
    (location, organizer) = (page.item.location, page.item.organizer)
    attendees = page.item.attendees.map(\.name)
    (purpose, outcomes, actionItems) = (page.purpose, page.outcomes, page.actionItems)
    calendarNotes = page.calendarNotes
    notes = page.notes.map { $0.title.isEmpty ? $0.plainText : $0.title + "\n" + $0.plainText }
  }

  /// For a model.
  var json: JSONValue { json(day) }

  private func json(_ day: String?) -> JSONValue {
    [
      "title": .string(title), "day": Self.text(day), "location": Self.text(location),
      "organizer": Self.text(organizer), "attendees": .array(attendees.map { .string($0) }),
      "purpose": Self.text(purpose), "outcomes": Self.text(outcomes), "actionItems": Self.text(actionItems),
      "calendarNotes": Self.text(calendarNotes), "notes": .array(notes.map { .string($0) }),
    ]
  }

  var basis: String { Basis.digest(json(dayInUTC)) }

  private static func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}

/// The facts about a person: the meetings with them up to a moment.
public struct PersonFacts: Sendable, Hashable {
  /// The name, else the e-mail.
  public var name: String
  /// Nil if unknown.
  public var company: String?
  /// The job title; nil if unknown.
  public var role: String?
  /// Those that had begun.
  public var meetingCount: Int
  /// The days of the first and the last of them, in the reader's zone.
  public var firstDay: String?
  /// In the form `3 March 2026`; nil if there was no meeting.
  public var lastDay: String?
  /// The day of the next meeting.
  public var nextDay: String?
  /// The same in UTC, which is the same on every machine.
  private let daysInUTC: [String?]
  /// The titles of the meetings, the most frequent first, with their counts.
  public var subjects: [Subject]

  /// A title that one or more of the meetings had, whatever its case and diacritics.
  public struct Subject: Sendable, Hashable {
    /// The title in one line, as the latest of these meetings has it.
    public var title: String
    /// How many of the meetings had it; at least 1.
    public var count: Int
  }

  init(_ page: PersonPage, now: Date, _ zone: TimeZoneRule) {
    (name, company, role) = (page.item.name, page.item.company, page.item.role)
    let past = page.meetings.filter { ($0.startDate ?? .distantFuture) <= now }
    meetingCount = past.count
    let told = [past.last, past.first, page.nextMeeting(after: now)]
    daysInUTC = told.map { $0?.startDate.map { Instant($0).plainDay } }
    let days = told.map { $0?.plainDay(zone) }
    (firstDay, lastDay, nextDay) = (days[0], days[1], days[2])
    var order: [String] = []
    var counts: [String: (title: String, count: Int)] = [:]
    for meeting in past {
      let key = String(decoding: TextFolding.fold(OneLine.of(meeting.title)), as: UTF8.self)
      if counts[key] == nil { order.append(key) }
      counts[key, default: (OneLine.of(meeting.title), 0)].count += 1
    }
    let found = order.compactMap { counts[$0] }.map { Subject(title: $0.title, count: $0.count) }
    // The more frequent first, of equals the later.
    subjects = found.enumerated().sorted {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }.map(\.element)
  }

  /// More would not be read.
  private static let subjectCountMax = 50

  var json: JSONValue { json([firstDay, lastDay, nextDay]) }

  private func json(_ days: [String?]) -> JSONValue {
    func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return [
      "name": .string(name), "company": text(company), "role": text(role),
      "meetings": .int(Int64(meetingCount)),
      "first": text(days[0]), "last": text(days[1]), "next": text(days[2]),
      "subjects": .array(
        subjects.prefix(Self.subjectCountMax).map {
          ["title": .string($0.title), "count": .int(Int64($0.count))]
        }),
    ]
  }

  var basis: String { Basis.digest(json(daysInUTC)) }
}

extension MeetingItem {
  /// The day on which it begins.
  fileprivate func plainDay(_ zone: TimeZoneRule) -> String? {
    guard let instant = startDate.map({ Instant($0) }) else { return nil }
    return isAllDay ? instant.plainDay : zone.day(at: instant).plainText
  }
}
