public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A meeting as a list shows it.
public struct MeetingItem: Sendable, Hashable {
  public var id: Ref<MeetingRecord>
  /// The event's identifier where there is no title.
  public var title: String
  public var startDate: Date?
  public var endDate: Date?
  /// Then the dates are beginnings of days in UTC.
  public var isAllDay: Bool
  public var isRecurring: Bool
  public var location: String?
  public var calendarTitle: String?
  /// The name, else the e-mail.
  public var organizer: String?
  public var attendees: [Mention<Person>]
  public var tags: [String]
  public var noteCount: Int
  public var summary: String?
  /// See ``MeetingRecord/isGoneFromCalendar``.
  public var isGoneFromCalendar: Bool
}

extension MeetingItem: ListItem {
  public typealias Target = MeetingRecord

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
  /// The first and the last of its days, of an all-day meeting.
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
