import Daybook
import DaybookTestSupport
import Testing

@testable import Planner

/// Calendars that nobody here wrote: every entry is read or named, and a second run finds nothing to write.
@Suite(.realData("ics", "COUNTS.json")) struct RealCalendarTests {
  /// Paths under the root, and how many entries somebody counted in them.
  private static func files() throws -> [(path: String, bytes: [UInt8], count: Int)] {
    try RealData.counts(under: "ics", key: "VEVENT").map { ($0.path, try RealData.bytes($0.path), $0.count) }
  }

  @Test func eachFileTwice() async throws {
    for (path, bytes, count) in try Self.files() {
      let ledger = try Ledger.inMemory(systems: [.planner])
      let first = try await CalendarFiles.sync([(path, bytes)], into: ledger).plan.summary
      #expect(first.read + first.skipped == count, "\(path)")
      #expect(first.addsUp(isCalendar: true), "\(path) \(first)")
      #expect(try await ledger.count(MeetingRecord.self) == first.created, "\(path)")
      let second = try await CalendarFiles.sync([(path, bytes)], into: ledger)
      #expect(second.plan.mutations == [], "\(path)")
      #expect(second.plan.summary.read == first.read)
      #expect(second.plan.summary.unchanged == second.plan.summary.occurrences, "\(path)")
    }
  }

  /// Many files of one command, with entries and people in common.
  @Test func allFilesTogetherTwice() async throws {
    let files = try Self.files().map { (path: $0.path, bytes: $0.bytes) }
    let ledger = try Ledger.inMemory(systems: [.planner])
    let first = try await CalendarFiles.sync(files, into: ledger).plan.summary
    #expect(first.addsUp(isCalendar: true))
    #expect(try await CalendarFiles.sync(files, into: ledger).plan.mutations == [])
    // What is shown holds together.
    var attendances = 0
    for meeting in try await ledger.fetch(MeetingRecord.self) {
      #expect(meeting.endDate >= meeting.startDate, "\(meeting.eventIdentifier)")
      #expect(meeting.attendees.count == Set(meeting.attendees).count)
      #expect(meeting.attendees.count == meeting.calendarAttendees.count, "\(meeting.eventIdentifier)")
      attendances += meeting.attendees.count
    }
    let people = try await ledger.fetch(Person.self)
    #expect(people.map { $0.meetingCount + $0.upcomingMeetingCount }.reduce(0, +) == attendances)
    #expect(people.allSatisfy { $0.email == EmailAddress.normalized($0.email) && !$0.email.isEmpty })
    #expect(Set(people.map(\.email)).count == people.count)
  }
}
