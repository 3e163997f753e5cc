public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension PlannerLedger {
  /// The meetings of some local days in order: those that begin in them, and those that last into them. A day lasts
  /// from its beginning in the zone to that of the next day; all-day meetings keep their days in every zone. Meetings
  /// that are gone from their calendar are left out. O(meetings).
  ///
  /// - Parameters:
  ///   - days: the first and the last day, both included.
  ///   - zone: the time zone in which days begin; by default the system's.
  ///   - person: only those that this person attends.
  ///   - calendar: only those of the calendar with this name, regardless of case and accents.
  ///   - limit: how many meetings at most; nil: all. A negative number counts as 0.
  ///   - offset: how many meetings to skip before the first one returned; a negative number counts as 0.
  ///   - cut: which state of the ledger to read; by default the present one.
  public func meetings(
    _ days: ClosedRange<CivilDay>, in zone: TimeZoneRule = .system, of person: Ref<Person>? = nil,
    calendar: String? = nil, limit: Int? = nil, offset: Int = 0, at cut: Cut = .now
  ) async throws -> Page<MeetingItem> {
    let next = CivilDay(daysSince1970: days.upperBound.daysSince1970 + 1)
    let condition = Condition.all([
      .compare("isGoneFromCalendar", .equal, false),
      .or([
        .and([
          .compare("isAllDay", .equal, false),
          .overlaps(zone.start(of: days.lowerBound), zone.start(of: next)),
        ]),
        .and([
          .compare("isAllDay", .equal, true), .overlaps(days.lowerBound.inUTC, next.inUTC),
        ]),
      ]),
      person.map { .contains("attendees", .string($0.rawValue)) },
      calendar.map { .contains("calendarTitle", .string($0)) },
    ])
    let query = Query(
      MeetingRecord.kind, where: condition, sort: [SortKey("startDate"), .folded("title")], limit: limit,
      offset: offset)
    return try await ledger.withView(at: cut) { try $0.page(query) }
  }

  /// The meetings that a person attends, whom any of the addresses may identify; the latest first, without those that
  /// are gone from their calendar. O(meetings of that person), plus finding the person.
  public func meetings(attendedBy email: String) async throws -> [MeetingItem] {
    let address = JSONValue.string(EmailAddress.normalized(email))
    return try await ledger.withView { view in
      let people = try view.map(Query(Person.kind, where: .compare("email", .equal, address))) { $0.id }
        .values
      return people.flatMap { id in
        view.items(around: Ref<Person>(id), "meetings", of: MeetingItem.self)
      }.filter { !$0.isGoneFromCalendar }.latestFirst
    }
  }

  /// A meeting's page; nil when there is no such meeting.
  public func meetingPage(_ id: Ref<MeetingRecord>, at cut: Cut = .now) async throws
    -> MeetingPage?
  {
    try await ledger.withView(at: cut) { MeetingPage.read(id, in: $0) }
  }
}

extension [MeetingItem] {
  /// The latest first; those without a date last.
  public var latestFirst: [MeetingItem] {
    sorted { ($1.startDate ?? .unwritten, $0.title) < ($0.startDate ?? .unwritten, $1.title) }
  }
}

extension Condition {
  /// Begins in the time, or lasts into it.
  fileprivate static func overlaps(_ start: Instant, _ end: Instant) -> Condition {
    let (start, end) = (JSONValue.string(start.description), JSONValue.string(end.description))
    return .and([
      .compare("startDate", .less, end),
      .or([.compare("startDate", .greaterOrEqual, start), .compare("endDate", .greater, start)]),
    ])
  }
}

extension CivilDay {
  fileprivate var inUTC: Instant { Instant(milliseconds: daysSince1970 * 86_400_000) }
}

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

/// Everything about a meeting on one page.
public struct MeetingPage: Sendable, Hashable {
  /// What a list shows of it: title, dates, place, tags and summary.
  public var item: MeetingItem
  /// As ``MeetingRecord/eventIdentifier``.
  public var eventIdentifier: String
  /// As the calendar has it; nil if it names no organizer.
  public var organizerName: String?
  /// As the calendar has it; nil if it gives none.
  public var organizerEmail: String?
  /// The purpose, written here; nil if nothing was written.
  public var purpose: String?
  /// The results, written here; nil if nothing was written.
  public var outcomes: String?
  /// What is to be done, written here; nil if nothing was written.
  public var actionItems: String?
  /// What wrote the summary: `rules`, or a model's name; nil if there is none, or it was written by hand.
  public var summarizedBy: String?
  /// The calendar's description.
  public var calendarNotes: String?
  /// The name of the calendar that it was read from; nil for a meeting made by hand.
  public var sourceName: String?
  /// The attendees, in the order of the item's `attendees`, with what a list of people shows.
  public var people: [PersonItem]
  /// In the order in which they were written.
  public var notes: [NoteItem]
  /// When its record was made.
  public var createdAt: Date?
  /// When its record last changed.
  public var updatedAt: Date?
}

extension MeetingPage {
  /// Nil if there is no such meeting.
  public static func read(_ id: Ref<MeetingRecord>, in view: borrowing ViewReader) -> MeetingPage? {
    view.read(MeetingRecord.kind, id.rawValue) { MeetingPage($0) }
  }

  init(_ reader: borrowing EntityReader) {
    item = MeetingItem(reader)
    eventIdentifier = reader.text("eventIdentifier") ?? ""
    (organizerName, organizerEmail) = (reader.text("organizerName"), reader.text("organizerEmail"))
    (purpose, outcomes) = (reader.text("purpose"), reader.text("outcomes"))
    (actionItems, summarizedBy) = (reader.text("actionItems"), reader.text("summarizedBy"))
    calendarNotes = reader.text("calendarNotes")
    sourceName = reader.map("importedFrom") { $0.text("name") ?? $0.id }.first
    people = reader.map("attendees") { PersonItem($0) }
    notes = reader.map("notes") { NoteItem($0) }
    (createdAt, updatedAt) = (reader.date("createdAt"), reader.date("updatedAt"))
  }
}
