import Daybook
import Planner

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
