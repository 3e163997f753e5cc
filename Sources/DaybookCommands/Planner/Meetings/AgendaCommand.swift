import ArgumentParser
import Daybook
import Planner

/// `daybook planner agenda`
struct AgendaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agenda",
    abstract: "Show the meetings of today, of a day, or of some days.",
    discussion: """
      Shows the meetings that begin in the given days or last into them. Days are those of the time zone; all-day \
      meetings keep their days in every zone. With --from alone, a week is shown. A period such as 'next week' or \
      'last month' means all of its days.

      Examples:
        daybook planner agenda
        daybook planner agenda --date today+1d
        daybook planner agenda --from 2026-11-23 --to 2026-11-27 --tz Europe/Berlin
        daybook planner agenda --with 'ann lee' --from 2026-01-01 --to 2026-12-31
      """)

  @Option(help: ArgumentHelp("The day; by default today.", valueName: "day"))
  var date: String?

  @Option(help: ArgumentHelp("The first day.", valueName: "day"))
  var from: String?

  @Option(help: ArgumentHelp("The last day.", valueName: "day"))
  var to: String?

  @Option(name: .customLong("with"), help: PlannerHelp.person)
  var person: String?

  @Option(help: ArgumentHelp("Only of calendars whose name contains this.", valueName: "name"))
  var calendar: String?

  @OptionGroup var past: AsOfOption
  @OptionGroup var list: ListOptions

  func validate() throws {
    if date != nil, from != nil || to != nil {
      throw ValidationError("--date is one day; --from and --to are several")
    }
    if to != nil, from == nil { throw ValidationError("--to needs --from") }
  }

  func run() async throws {
    let zone = try list.selection.zone()
    let days = try days(in: zone)
    let ledger = try await list.selection.open()
    let person = try await person.asyncMap { who in
      try await ledger.withView { try PlannerFinder.people.find(who, in: $0).id }
    }
    let meetings = try await ledger.planner.meetings(
      days, in: zone, of: person, calendar: calendar, limit: list.count, offset: list.offset,
      at: try past.cut(list.selection))
    guard list.isTable, !meetings.items.isEmpty else {
      return try await list.show(meetings, in: ledger, empty: "there is no meeting \(Self.words(days))")
    }
    let style = try await list.selection.tableStyle(in: ledger, of: meetings.items)
    let output = list.options.output
    try output.show(text: output.table.lines(AgendaPage.page(meetings.items, days, style)))
    list.showRest(of: meetings.total, shown: meetings.items.count)
  }

  private func days(in zone: TimeZoneRule) throws -> ClosedRange<CivilDay> {
    // For a period such as 'next week', all of its days count.
    func days(_ text: String) throws -> ClosedRange<CivilDay> {
      let first = zone.day(at: try list.selection.instant(text, .start))
      return first...max(first, zone.day(at: try list.selection.instant(text, .end)))
    }
    guard let from else { return try days(date ?? "today") }
    let named = try days(from)
    let isPeriod = named.lowerBound < named.upperBound
    let first = named.lowerBound
    let last = try to.map { try days($0).upperBound } ?? (isPeriod ? named.upperBound : first.adding(days: 6))
    guard first <= last else {
      throw LedgerError(.usage, "--to '\(to ?? "")' is before --from '\(from)'", advice: "change one of them")
    }
    return first...last
  }

  private static func words(_ days: ClosedRange<CivilDay>) -> String {
    days.lowerBound == days.upperBound
      ? "on \(days.lowerBound)" : "from \(days.lowerBound) to \(days.upperBound)"
  }
}

/// Meetings by their days, as people read them.
enum AgendaPage {
  static func page(
    _ meetings: [MeetingItem], _ days: ClosedRange<CivilDay>, _ style: TableStyle
  ) -> OutputPage {
    let isOneDay = days.lowerBound == days.upperBound
    var page = OutputPage(
      title: isOneDay ? title(days.lowerBound) : "\(days.lowerBound) to \(days.upperBound)")
    var byDay: [CivilDay: [MeetingItem]] = [:]
    for meeting in meetings {
      for day in shownDays(of: meeting, within: days, style) { byDay[day, default: []].append(meeting) }
    }
    for (day, meetings) in byDay.sorted(by: { $0.key < $1.key }) {
      // Meetings without a time come first.
      let ordered = meetings.filter(\.isAllDay) + meetings.filter { !$0.isAllDay }
      page.add(
        isOneDay ? "" : title(day), ["time", "title", "where", "people", "id"],
        ordered.map { meeting in
          [
            .text(style.span(of: meeting, on: day)), .string(OneLine.of(meeting.title)),
            .text(meeting.location.map { OneLine.cut($0, countMax: 30) }),
            people(meeting), .string(style.shortID(meeting.rawID)),
          ]
        })
    }
    return page
  }

  private static func people(_ meeting: MeetingItem) -> JSONValue {
    let names = TableStyle.people(meeting.attendees)
    return names.isEmpty ? .null : .string(names)
  }

  /// A long meeting is listed on each of its days that is shown.
  private static func shownDays(
    of meeting: MeetingItem, within days: ClosedRange<CivilDay>, _ style: TableStyle
  ) -> [CivilDay] {
    let own: ClosedRange<CivilDay>
    if let allDay = meeting.days {
      own = allDay
    } else {
      guard let start = meeting.startDate else { return [] }
      let first = style.zone.day(at: Instant(start))
      // A meeting that ends at midnight does not count for the following day.
      let end = Instant(max(meeting.endDate ?? start, start)).milliseconds
      let last = style.zone.day(at: Instant(milliseconds: max(end - 1, Instant(start).milliseconds)))
      own = first...max(first, last)
    }
    let first = max(own.lowerBound, days.lowerBound).daysSince1970
    let last = min(own.upperBound, days.upperBound).daysSince1970
    return first <= last ? (first...last).map { CivilDay(daysSince1970: $0) } : []
  }

  /// `Saturday, 2026-11-21`
  static func title(_ day: CivilDay) -> String {
    // 1 January 1970 was a Thursday.
    let weekday = ((day.daysSince1970 + 4) % 7 + 7) % 7
    return "\(weekdays[Int(weekday)]), \(day)"
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
