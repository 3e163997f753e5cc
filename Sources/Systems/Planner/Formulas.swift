// The formulas of Planner's projections: functions of what the view shows, so that meetings that are deleted or
// gone from their calendar do not count.

import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

enum Formulas {
  /// When the latest of a person's meetings that have begun started.
  static func latestMeeting(_ person: borrowing EntityReader) -> Date? {
    meetings(person) { hasBegun($0) ? $0.date("startDate") : nil }.compactMap { $0 }.max()
  }

  /// When the first upcoming meeting begins.
  static func nextMeeting(_ person: borrowing EntityReader) -> Date? {
    meetings(person) { hasBegun($0) ? nil : $0.date("startDate") }.compactMap { $0 }.min()
  }

  /// How many have begun; a meeting without a start is not upcoming.
  static func meetingsHeld(_ person: borrowing EntityReader) -> Int {
    meetings(person, hasBegun).count { $0 }
  }

  static func meetingsToCome(_ person: borrowing EntityReader) -> Int {
    meetings(person, hasBegun).count { !$0 }
  }

  /// Values of the meetings that their calendars still have.
  private static func meetings<Value>(
    _ person: borrowing EntityReader, _ value: (borrowing EntityReader) -> Value
  ) -> [Value] {
    person.map("meetings") { $0.flag("isGoneFromCalendar") ? nil : value($0) }.compactMap { $0 }
  }

  private static func hasBegun(_ meeting: borrowing EntityReader) -> Bool {
    meeting.hasBegun("startDate", isAllDay: meeting.flag("isAllDay"))
  }
}
