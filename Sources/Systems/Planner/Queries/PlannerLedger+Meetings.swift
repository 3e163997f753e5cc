public import Daybook

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
