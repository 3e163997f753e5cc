import Daybook
import Foundation
import Testing

@testable import Planner

/// Meetings by day, people and notes, as commands and apps ask for them.
@Suite struct MeetingQueryTests {
  /// Two hours east of UTC.
  private static let zone = TimeZoneRule.fixed(seconds: 7200)

  private static func date(_ text: String) -> Date {
    Date(timeIntervalSince1970: Double(Instant(text)?.milliseconds ?? 0) / 1000)
  }

  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in
      for (id, start, end, isAllDay) in [
        ("eve", "2026-06-09T21:00:00.000Z", "2026-06-09T21:30:00.000Z", false),
        ("over midnight", "2026-06-09T21:30:00.000Z", "2026-06-09T22:30:00.000Z", false),
        ("to midnight", "2026-06-09T21:00:00.000Z", "2026-06-09T22:00:00.000Z", false),
        ("morning", "2026-06-10T06:00:00.000Z", "2026-06-10T07:00:00.000Z", false),
        ("moment", "2026-06-09T22:00:00.000Z", "2026-06-09T22:00:00.000Z", false),
        ("day", "2026-06-10T00:00:00.000Z", "2026-06-11T00:00:00.000Z", true),
        ("days", "2026-06-08T00:00:00.000Z", "2026-06-11T00:00:00.000Z", true),
        ("next day", "2026-06-11T00:00:00.000Z", "2026-06-12T00:00:00.000Z", true),
        ("next", "2026-06-10T22:00:00.000Z", "2026-06-10T23:00:00.000Z", false),
      ] {
        try batch.upsert(
          MeetingRecord(id: Ref(id)) {
            ($0.eventIdentifier, $0.title, $0.isAllDay) = (id, id, isAllDay)
            ($0.startDate, $0.endDate) = (Self.date(start), Self.date(end))
            $0.calendarTitle = isAllDay ? "Wörk" : "Home"
          })
      }
      try batch.upsert(Person(id: "p") { ($0.email, $0.name) = ("p@x", "Pia") })
      try batch.link(Ref<MeetingRecord>("morning"), \.attendees, to: "p")
    }
    return ledger
  }

  private static let tenth = CivilDay("2026-06-10").map { $0...$0 }

  @Test func ofADay() async throws {
    let ledger = try await Self.ledger()
    let day = try #require(Self.tenth)
    let found = try await ledger.planner.meetings(day, in: Self.zone)
    #expect(found.items.map(\.id) == ["days", "over midnight", "moment", "day", "morning"])
    #expect(
      try await ledger.planner.meetings(day, in: Self.zone, limit: 2, offset: 1).items.map(\.id) == [
        "over midnight", "moment",
      ])
    #expect(try await ledger.planner.meetings(day, in: Self.zone, limit: 2).total == 5)
    #expect(try await ledger.planner.meetings(day, in: Self.zone, of: "p").items.map(\.title) == ["morning"])
    #expect(
      try await ledger.planner.meetings(day, in: Self.zone, calendar: "WORK").items.map(\.id) == [
        "days", "day",
      ])
    // In another zone another day.
    #expect(
      try await ledger.planner.meetings(day, in: .utc).items.map(\.id) == ["days", "day", "morning", "next"])
  }

  @Test func ofSeveralDays() async throws {
    let ledger = try await Self.ledger()
    let days = try #require(CivilDay("2026-06-09"))...(try #require(CivilDay("2026-06-11")))
    #expect(try await ledger.planner.meetings(days, in: Self.zone).total == 9)
    let none = try #require(CivilDay("2027-01-01"))
    #expect(try await ledger.planner.meetings(none...none, in: Self.zone).items.isEmpty)
  }

  @Test func aMeetingHasTheDaysOfItsZone() async throws {
    let ledger = try await Self.ledger()
    let days = try #require(try await ledger.planner.meetingPage("days")).item
    #expect(days.days == (try #require(CivilDay("2026-06-08"))...(try #require(CivilDay("2026-06-10")))))
    #expect(days.firstDay(in: Self.zone) == CivilDay("2026-06-08"))
    let eve = try #require(try await ledger.planner.meetingPage("to midnight")).item
    #expect(eve.days == nil)
    #expect(eve.firstDay(in: .utc) == CivilDay("2026-06-09"))
    #expect(eve.firstDay(in: .fixed(seconds: 4 * 3600)) == CivilDay("2026-06-10"))
    #expect(try await ledger.planner.meetingPage("nobody") == nil)
  }

  @Test func aPersonsPage() async throws {
    let ledger = try await Self.ledger()
    try await ledger.commit { try $0.link(Ref<MeetingRecord>("next day"), \.attendees, to: "p") }
    let page = try #require(try await ledger.planner.personPage("p"))
    #expect(page.item.name == "Pia")
    #expect(page.item.meetingCount == 2)
    #expect(page.item.lastInteractionDate == Self.date("2026-06-11T00:00:00.000Z"))
    #expect(page.meetings.map(\.id) == ["next day", "morning"])
    let between = Self.date("2026-06-10T12:00:00.000Z")
    #expect(page.lastMeeting(by: between)?.id == "morning")
    #expect(page.nextMeeting(after: between)?.id == "next day")
    #expect(page.lastMeeting(by: .distantPast) == nil)
    #expect(page.nextMeeting(after: .distantFuture) == nil)
    #expect(try await ledger.planner.people(matching: "PIA").items.map(\.email) == ["p@x"])
    #expect(try await ledger.planner.people(matching: "p@").items.map(\.name) == ["Pia"])
    #expect(try await ledger.planner.people(matching: "zed").items.isEmpty)
  }

  @Test func notesAreFoundWithoutCaseAndAccents() async throws {
    let ledger = try await Self.ledger()
    let (tag, isNew) = try await ledger.planner.tag(named: "Café")
    #expect(isNew)
    try await ledger.commit { batch in
      try batch.upsert(Tag(id: tag) { $0.name = "Café" })
      try batch.upsert(
        Note(id: "n") { ($0.plainText, $0.meetingRecord, $0.tags) = ("Über alles", "morning", [tag]) })
      try batch.upsert(Note(id: "o") { $0.title = "Uber" })
    }
    #expect(try await ledger.planner.tag(named: " café ") == (tag, false))
    #expect(try await ledger.planner.tag(named: "CAFE") == (tag, false))
    #expect(Set(try await ledger.planner.notes(containing: "UBER").items.map(\.id)) == ["n", "o"])
    #expect(try await ledger.planner.notes(of: "morning").items.map(\.meeting?.name) == ["morning"])
    #expect(try await ledger.planner.notes(tag: tag).items.map(\.tags) == [["Café"]])
    #expect(try await ledger.planner.notes(containing: "uber", of: "day").items.isEmpty)
    #expect(try await ledger.planner.meetingPage("morning")?.notes.map(\.plainText) == ["Über alles"])
  }
}
