import ArgumentParser
import Daybook
import Planner

/// The time of a meeting: an all-day meeting lasts from the beginning of its first day in UTC to the beginning of the
/// day after its last.
struct MeetingSpan: Equatable {
  var start: Instant
  var end: Instant
  var isAllDay: Bool

  var lengthMilliseconds: Int64 { end.milliseconds - start.milliseconds }
}

extension MeetingSpan {
  /// Nil where the meeting has no start. One without an end lasts no time.
  init?(_ meeting: borrowing EntityReader) {
    guard let start = meeting.date("startDate") else { return nil }
    self.init(
      start: Instant(start), end: Instant(meeting.date("endDate") ?? start),
      isAllDay: meeting.flag("isAllDay"))
  }

  /// The fields that differ from the former span.
  func changes(from former: MeetingSpan?) -> JSONObject {
    var set = JSONObject()
    if start != former?.start { set["startDate"] = .string(start.description) }
    if end != former?.end { set["endDate"] = .string(end.description) }
    if isAllDay != former?.isAllDay ?? false { set["isAllDay"] = .bool(isAllDay) }
    return set
  }
}

/// The times of a meeting as users type them, to create or to move it.
struct MeetingTimes {
  var start: String?
  var end: String?
  var minutes: Int?
  var allDay: Bool?
  var selection: LedgerSelection

  var isEmpty: Bool { start == nil && end == nil && minutes == nil && allDay == nil }

  func validate() throws {
    if end != nil, minutes != nil { throw ValidationError("--end and --minutes cannot be used together") }
    if allDay == true, minutes != nil { throw ValidationError("--all-day takes --end, not --minutes") }
    if let minutes, !(0...1_000_000).contains(minutes) {
      throw ValidationError("--minutes takes a number from 0, not \(minutes)")
    }
  }

  /// Times that are not given stay: a meeting that begins at another time keeps its length. A new meeting lasts an
  /// hour, or a day.
  func span(from former: MeetingSpan? = nil) throws -> MeetingSpan {
    try allDay ?? former?.isAllDay ?? false ? days(former) : hours(former)
  }

  private func hours(_ former: MeetingSpan?) throws -> MeetingSpan {
    // The midnight in UTC of an all-day meeting is not a time of day.
    let former = former.flatMap { $0.isAllDay ? nil : $0 }
    guard let first = try start.map({ try selection.instant($0, .start) }) ?? former?.start else {
      throw LedgerError(.usage, "the meeting has no time of day yet", advice: "give one with --start")
    }
    let length = minutes.map { Int64($0) * 60_000 } ?? former?.lengthMilliseconds ?? 3_600_000
    let last =
      try end.map { try selection.instant($0, .start) }
      ?? Instant(milliseconds: first.milliseconds + length)
    return MeetingSpan(start: first, end: last, isAllDay: false)
  }

  private func days(_ former: MeetingSpan?) throws -> MeetingSpan {
    if minutes != nil {
      throw LedgerError(
        .usage, "an all-day meeting has days, not minutes",
        advice: "give its last day with --end, or --no-all-day and --start")
    }
    let zone = try selection.zone()
    func day(_ text: String, _ edge: TimeText.Edge = .start) throws -> Int64 {
      zone.day(at: try selection.instant(text, edge)).daysSince1970
    }
    let formerDays = former.map { former in
      let first = former.isAllDay ? former.start.utcDay : zone.day(at: former.start).daysSince1970
      let last =
        former.isAllDay
        ? max(first, former.end.utcDay - 1)
        // A meeting that ends at midnight does not extend into the next day.
        : zone.day(at: Instant(milliseconds: max(former.start.milliseconds, former.end.milliseconds - 1)))
          .daysSince1970
      return (first: first, last: last)
    }
    guard let first = try start.map({ try day($0) }) ?? formerDays?.first else {
      throw LedgerError(.usage, "the meeting has no day yet", advice: "give one with --start")
    }
    let last = try end.map { try day($0, .end) } ?? first + (formerDays.map { $0.last - $0.first } ?? 0)
    guard last >= first else {
      throw LedgerError(
        .badData, "planner.meetingRecord.endDate must not be before startDate",
        advice:
          "its last day would be \(CivilDay(daysSince1970: last)), its first \(CivilDay(daysSince1970: first))"
      )
    }
    return MeetingSpan(
      start: Instant(milliseconds: first * 86_400_000), end: Instant(milliseconds: (last + 1) * 86_400_000),
      isAllDay: true)
  }
}

extension Instant {
  /// Days since 1970 in UTC.
  fileprivate var utcDay: Int64 { milliseconds.floored(by: 86_400_000) }
}
