import Daybook
import Foundation
import Testing

@testable import Planner

/// Calendars as meetings: what is taken in, what is left alone, what goes and returns.
@Suite struct MeetingSyncTests {
  private static let review = """
    UID:r
    DTSTART:20260914T080000Z
    DTEND:20260914T090000Z
    SUMMARY:Annual review
    LOCATION:Office
    DESCRIPTION:Bring the forms.
    ORGANIZER;CN=David:mailto:David@example.com
    ATTENDEE;CN=Ann Lee:mailto:Ann.Lee@Example.com
    ATTENDEE:mailto:ben@example.org
    """

  private static func replacing(_ part: String, with other: String) -> String {
    review.replacingOccurrences(of: part, with: other)
  }

  private static func window(_ first: String, _ last: String) -> TimeWindow {
    TimeWindow(Instant(first)!, through: Instant(last)!, zone: FixedZone())
  }

  private static let year = window("2026-01-01T00:00:00.000Z", "2026-12-31T23:59:59.999Z")

  @discardableResult
  private func sync(
    _ events: String..., window: TimeWindow? = nil, into ledger: Ledger
  ) async throws -> SyncReceipt {
    var bytes: [UInt8] = []
    switch events.count {
    case 1: bytes = CalendarFiles.text(events[0])
    default: bytes = CalendarFiles.text(events[0], events[1])
    }
    return try await CalendarFiles.sync(
      [("work.ics", bytes)], window: window, expanding: Self.year, into: ledger)
  }

  private func meeting(_ key: String, _ ledger: Ledger) async throws -> MeetingRecord? {
    try await ledger.fetch(
      MeetingRecord.self, where: .compare("eventIdentifier", .equal, .string(key))
    ).first
  }

  @Test func whatAnEntrySays() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let receipt = try await sync(Self.review, into: ledger)
    let meeting = try #require(try await meeting("r", ledger))
    #expect(meeting.title == "Annual review")
    #expect(meeting.startDate == Date(timeIntervalSince1970: 1_789_372_800))
    #expect(meeting.endDate == meeting.startDate + 3600)
    #expect(meeting.location == "Office" && meeting.calendarNotes == "Bring the forms.")
    #expect(meeting.organizerName == "David" && meeting.organizerEmail == "David@example.com")
    #expect(meeting.calendarTitle == "Work" && !meeting.isRecurring && !meeting.isAllDay)
    #expect(meeting.calendarAttendees == ["ann.lee@example.com", "ben@example.org"])
    #expect(meeting.importedFrom == "calendar:Work")
    // The organizer is no guest of their own, and no person because of it.
    let people = try await ledger.fetch(Person.self, sort: [SortKey("email")])
    #expect(people.map(\.email) == ["ann.lee@example.com", "ben@example.org"])
    #expect(people.map(\.name) == ["Ann Lee", ""])
    #expect(people.map(\.meetingCount) == [1, 1])
    #expect(meeting.attendees == people.map(\.id))
    #expect(receipt.plan.mutations.allSatisfy { $0.op == .sync || $0.op == .link })
    #expect(try await sync(Self.review, into: ledger).events == 0)
  }

  @Test func anInvitedOrganizerComes() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review + "\nATTENDEE;PARTSTAT=ACCEPTED:mailto:david@example.com", into: ledger)
    #expect(try await meeting("r", ledger)?.calendarAttendees.first == "david@example.com")
    #expect(try await ledger.planner.people(matching: "david").items.map(\.name) == ["David"])
  }

  @Test func daysAndOpenEnds() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(
      "UID:d\nDTSTART;VALUE=DATE:20260921\nDTEND;VALUE=DATE:20260923", "UID:m\nDTSTART:20260914T080000Z",
      into: ledger)
    let days = try #require(try await meeting("d", ledger))
    #expect(days.isAllDay)
    #expect(days.endDate.timeIntervalSince(days.startDate) == 2 * 86_400)
    let moment = try #require(try await meeting("m", ledger))
    #expect(moment.endDate == moment.startDate && moment.title.isEmpty)
    try await sync("UID:one\nDTSTART;VALUE=DATE:20260921", into: ledger)
    let one = try #require(try await meeting("one", ledger))
    #expect(one.endDate.timeIntervalSince(one.startDate) == 86_400)
  }

  /// One meeting for each occurrence, one that was changed as it is now; each as long as the series says.
  @Test func everyOccurrenceIsAMeeting() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let series =
      "UID:w\nDTSTART:20260301T090000Z\nDTEND:20260301T093000Z\nSUMMARY:Team\nRRULE:FREQ=WEEKLY;COUNT=4"
    let changed = "UID:w\nRECURRENCE-ID:20260315T090000Z\nDTSTART:20260316T100000Z\nSUMMARY:Team, later"
    let first = try await sync(series, changed, into: ledger)
    #expect(first.plan.summary.fields.map(\.count) == [2, 0, 4, 4, 0, 0, 0])
    let meetings = try await ledger.fetch(MeetingRecord.self, sort: [SortKey("startDate")])
    #expect(
      meetings.map(\.eventIdentifier) == [
        "w#20260301T090000Z", "w#20260308T090000Z", "w#20260315T090000Z", "w#20260322T090000Z",
      ])
    #expect(meetings.map(\.title) == ["Team", "Team", "Team, later", "Team"])
    #expect(!meetings.contains { !$0.isRecurring })
    #expect(meetings.map { $0.endDate.timeIntervalSince($0.startDate) } == [1800, 1800, 0, 1800])
    #expect(try await sync(series, changed, into: ledger).events == 0)
  }

  /// An end that would lie beyond the years that can be written is none.
  @Test(arguments: [("20250105T100000Z", "99991231T000000Z"), ("20250105", "99991231")])
  func endlessOccurrences(_ start: String, _ end: String) async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    let type = start.contains("T") ? "" : ";VALUE=DATE"
    try await sync(
      "UID:f\nDTSTART\(type):\(start)\nDTEND\(type):\(end)\nSUMMARY:T\nRRULE:FREQ=YEARLY", into: ledger)
    let meetings = try await ledger.fetch(MeetingRecord.self)
    #expect(!meetings.isEmpty && meetings.allSatisfy { $0.endDate >= $0.startDate })
  }

  /// What somebody wrote stays, whatever the calendar says next.
  @Test func whatPeopleWroteIsLeftAlone() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review, into: ledger)
    let id = try #require(try await meeting("r", ledger)).id
    try await ledger.append([
      Mutation(
        .upsert, kind: MeetingRecord.kind, id: id.rawValue,
        set: ["purpose": "p", "outcomes": "o", "actionItems": "a", "summary": "s"]),
      Mutation(
        .upsert, kind: Person.kind, id: "", set: ["email": "ben@example.org", "name": "Ben", "role": "boss"]),
      Mutation(.upsert, kind: Tag.kind, id: "t", set: ["name": "t"]),
      Mutation(.link, kind: MeetingRecord.kind, id: id.rawValue, rel: "tags", to: "t"),
    ])
    let moved = Self.replacing("Annual review", with: "Yearly review")
      .replacingOccurrences(of: "ATTENDEE:mailto:ben", with: "ATTENDEE;CN=Benjamin:mailto:ben")
    #expect(try await sync(moved, into: ledger).plan.summary.changed == 1)
    let meeting = try #require(try await meeting("r", ledger))
    #expect(meeting.title == "Yearly review")
    #expect(
      [meeting.purpose, meeting.outcomes, meeting.actionItems, meeting.summary] == ["p", "o", "a", "s"])
    #expect(meeting.tags == ["t"])
    #expect(try await ledger.planner.people(matching: "ben").items.map(\.name) == ["Ben"])
    #expect(try await ledger.planner.people(matching: "ben").items.map(\.role) == ["boss"])
  }

  /// A name that nobody knew is filled in; one that is known is kept.
  @Test func aMissingNameIsFilledIn() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review, into: ledger)
    let named = Self.replacing("ATTENDEE:mailto:ben", with: "ATTENDEE;CN=Ben Ode:mailto:ben")
      .replacingOccurrences(of: "CN=Ann Lee", with: "CN=\"Lee, Ann\"")
    try await sync(named, into: ledger)
    #expect(try await ledger.planner.people().items.map(\.name) == ["Ann Lee", "Ben Ode"])
    #expect(try await sync(named, into: ledger).events == 0)
  }

  @Test func whatWasDeletedStaysDeleted() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review, into: ledger)
    let meeting = try #require(try await meeting("r", ledger))
    let ben = try #require(meeting.attendees.last)
    try await ledger.commit { batch in
      batch.delete(meeting.id)
      batch.delete(ben)
    }
    #expect(try await sync(Self.review, into: ledger).events == 0)
    #expect(try await sync(Self.replacing("Office", with: "Hall"), into: ledger).events == 0)
    #expect(try await ledger.fetch(MeetingRecord.self).isEmpty)
    #expect(try await ledger.planner.people().items.map(\.name) == ["Ann Lee"])
    try await ledger.commit { $0.restore(meeting.id) }
    #expect(try await ledger.get(meeting.id)?.attendees.count == 1)
  }

  /// Who is unlinked by hand stays so while invited, who is linked by hand too; the calendar's own guests come
  /// and go with it.
  @Test func whoWasLinkedByHandStays() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review, into: ledger)
    let meeting = try #require(try await meeting("r", ledger))
    let (ann, ben) = (meeting.attendees[0], meeting.attendees[1])
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "cy") { $0.email = "cy@x" })
      try batch.link(meeting.id, \.attendees, to: "cy")
      try batch.unlink(meeting.id, \.attendees, from: ann)
    }
    func guests() async throws -> Set<Ref<Person>> {
      Set(try #require(try await ledger.get(meeting.id)).attendees)
    }
    try await sync(Self.replacing("Office", with: "Hall"), into: ledger)
    #expect(try await guests() == [ben, "cy"])
    // Ben is invited no more.
    try await sync(Self.replacing("\nATTENDEE:mailto:ben@example.org", with: ""), into: ledger)
    #expect(try await guests() == ["cy"])
    // And again.
    try await sync(Self.review, into: ledger)
    #expect(try await guests() == [ben, "cy"])
    #expect(try await sync(Self.review, into: ledger).events == 0)
  }

  @Test func cancelledAndVanished() async throws {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await sync(Self.review, "UID:x\nDTSTART:20260915T080000Z\nSUMMARY:X", window: Self.year, into: ledger)
    let id = try #require(try await meeting("r", ledger)).id
    try await ledger.commit {
      try $0.upsert(Note(id: "n") { ($0.meetingRecord, $0.plainText) = (id, "kept") })
    }
    #expect(try await sync(Self.review + "\nSTATUS:CANCELLED", into: ledger).plan.summary.removed == 1)
    // The note is not the calendar's: it stays, and the meeting for it, until that is back.
    #expect(try await ledger.get(id)?.isGoneFromCalendar == true)
    #expect(try await ledger.get(Ref<Note>("n"))?.meetingRecord == id)
    #expect(try await ledger.planner.people().items.map(\.meetingCount) == [0, 0])
    try await sync(Self.review, into: ledger)
    #expect(try await ledger.get(id)?.isGoneFromCalendar == false)
    // What a window's calendar no longer has is taken back; without one nothing is.
    #expect(try await sync(Self.review, into: ledger).plan.summary.removed == 0)
    #expect(try await sync(Self.review, window: Self.year, into: ledger).plan.summary.removed == 1)
    #expect(try await meeting("x", ledger) == nil)
    // Meetings made by hand are no calendar's.
    try await ledger.commit { batch in
      try batch.upsert(
        MeetingRecord(id: "hand") {
          ($0.eventIdentifier, $0.startDate) = ("hand", Date(timeIntervalSince1970: 1_789_372_800))
        })
    }
    try await sync("UID:y\nDTSTART:20260915T080000Z", window: Self.year, into: ledger)
    // What has a note stays with it.
    let left = try await ledger.fetch(MeetingRecord.self)
    #expect(left.map(\.eventIdentifier).sorted() == ["hand", "r", "y"])
    #expect(left.filter(\.isGoneFromCalendar).map(\.id) == [id])
  }
}
