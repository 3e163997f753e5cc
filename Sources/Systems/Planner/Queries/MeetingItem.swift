public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A meeting as a list shows it.
public struct MeetingItem: Sendable, Hashable {
  public var id: Ref<MeetingRecord>
  /// The title; the event's identifier if there is none.
  public var title: String
  /// When it begins; nil for a meeting without a date.
  public var startDate: Date?
  /// When it ends, exclusive; nil for a meeting without an end.
  public var endDate: Date?
  /// Whether it is all-day; then the dates are beginnings of days in UTC.
  public var isAllDay: Bool
  /// Whether it is an occurrence of a series.
  public var isRecurring: Bool
  /// As the calendar has it; nil if it gives none.
  public var location: String?
  /// The calendar it comes from; nil for a meeting made by hand.
  public var calendarTitle: String?
  /// The name, else the e-mail.
  public var organizer: String?
  /// The people who are linked to it, each with their name, else their e-mail.
  public var attendees: [Mention<Person>]
  /// The names of its tags.
  public var tags: [String]
  /// How many notes there are on it.
  public var noteCount: Int
  /// Stored by a ``Summarizer`` or written by hand; nil if there is none.
  public var summary: String?
  /// See ``MeetingRecord/isGoneFromCalendar``.
  public var isGoneFromCalendar: Bool
}

extension MeetingItem: ListItem {
  /// Read from meetings.
  public typealias Target = MeetingRecord

  /// Reads the fields and relations that the list shows. O(attendees + tags + notes).
  public init(_ reader: borrowing EntityReader) {
    let mention = Mention<MeetingRecord>(reader)
    (id, title) = (mention.id, mention.name)
    (startDate, endDate) = (reader.date("startDate"), reader.date("endDate"))
    (isAllDay, isRecurring) = (reader.flag("isAllDay"), reader.flag("isRecurring"))
    (location, calendarTitle) = (reader.text("location"), reader.text("calendarTitle"))
    organizer = reader.text("organizerName") ?? reader.text("organizerEmail")
    attendees = reader.mentions("attendees")
    tags = reader.map("tags") { $0.text("name") ?? $0.id }
    noteCount = reader.count("notes")
    summary = reader.text("summary")
    isGoneFromCalendar = reader.flag("isGoneFromCalendar")
  }
}

extension MeetingItem {
  /// The first and the last day of an all-day meeting.
  public var days: ClosedRange<CivilDay>? {
    guard isAllDay, let startDate else { return nil }
    let first = Self.day(startDate)
    let last = endDate.map { Self.day($0).daysSince1970 - 1 } ?? first.daysSince1970
    return first...max(first, CivilDay(daysSince1970: last))
  }

  private static func day(_ date: Date) -> CivilDay {
    CivilDay(daysSince1970: Instant(date).milliseconds.floored(by: 86_400_000))
  }

  /// The local day on which it begins.
  public func firstDay(in zone: TimeZoneRule) -> CivilDay? {
    days?.lowerBound ?? startDate.map { zone.day(at: Instant($0)) }
  }
}
