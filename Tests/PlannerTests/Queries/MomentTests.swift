import Daybook
import Foundation
import Testing

@testable import Planner

/// Meetings that were held, and those to come, at a given moment.
@Suite struct MomentTests {
  private let ledger: Ledger

  private static func instant(_ day: String) -> Instant { Instant("\(day)T12:00:00.000Z")! }
  private static func date(_ day: String) -> Date {
    Date(timeIntervalSince1970: Double(Instant("\(day)T10:00:00.000Z")!.milliseconds) / 1000)
  }

  init() async throws {
    var options = LedgerOptions()
    options.now = { Self.instant("2026-11-23") }
    ledger = try Ledger.inMemory(systems: [.planner], options: options)
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "p") { ($0.email, $0.name) = ("p@x", "Pia") })
      for day in ["2026-10-01", "2026-11-01", "2026-12-01", "2027-01-01"] {
        try batch.upsert(
          MeetingRecord(id: Ref(day)) {
            ($0.eventIdentifier, $0.startDate, $0.endDate) = (day, Self.date(day), Self.date(day))
          })
        try batch.link(Ref<MeetingRecord>(day), \.attendees, to: "p")
      }
    }
  }

  private func item(_ cut: Cut = .now) async throws -> PersonItem {
    try #require(try await ledger.planner.people(at: cut).items.first)
  }

  @Test func whatIsToComeIsCountedByItself() async throws {
    let item = try await item()
    #expect(item.meetingCount == 2 && item.upcomingMeetingCount == 2)
    #expect(item.lastInteractionDate == Self.date("2026-11-01"))
    #expect(item.nextMeetingDate == Self.date("2026-12-01"))
    let person = try #require(try await ledger.get(Ref<Person>("p")))
    #expect(person.meetingCount == 2 && person.upcomingMeetingCount == 2)
    #expect(person.lastInteractionDate == Self.date("2026-11-01"))
  }

  /// A day is of no zone, and begins with the day of those who read.
  @Test func aMeetingOfAWholeDayBeginsWithTheDayHere() async throws {
    func counts(_ hour: String, hoursEast: Int64) async throws -> [Int] {
      var options = LedgerOptions()
      options.zone = .fixed(seconds: hoursEast * 3600)
      options.now = { Instant("2026-11-23T\(hour):30:00.000Z")! }
      let ledger = try Ledger.inMemory(systems: [.planner], options: options)
      try await ledger.commit { batch in
        try batch.upsert(Person(id: "p") { ($0.email, $0.name) = ("p@x", "Pia") })
        let midnight = Date(timeIntervalSince1970: Self.date("2026-11-24").timeIntervalSince1970 - 36_000)
        try batch.upsert(
          MeetingRecord(id: "m") { ($0.eventIdentifier, $0.startDate, $0.isAllDay) = ("m", midnight, true) })
        try batch.link(Ref<MeetingRecord>("m"), \.attendees, to: "p")
      }
      let person = try #require(try await ledger.get(Ref<Person>("p")))
      return [person.meetingCount, person.upcomingMeetingCount]
    }
    #expect(try await counts("23", hoursEast: 1) == [1, 0])
    #expect(try await counts("22", hoursEast: 1) == [0, 1])
    #expect(try await counts("23", hoursEast: -5) == [0, 1])
    #expect(try await counts("23", hoursEast: 0) == [0, 1])
  }

  @Test func theMomentIsAnArgumentOfTheQuery() async throws {
    let later = try await item(.now.viewed(at: Self.instant("2027-06-01")))
    #expect(later.meetingCount == 4 && later.upcomingMeetingCount == 0 && later.nextMeetingDate == nil)
    let earlier = try await item(.now.viewed(at: Self.instant("2026-09-01")))
    #expect(earlier.meetingCount == 0 && earlier.lastInteractionDate == nil)
    // As of later than now is now: nothing that is to come has been held.
    #expect(try await item(.asOf(Self.instant("2027-06-01"))).meetingCount == 2)
    // One query leaves nothing behind for the next.
    #expect(try await item().meetingCount == 2)
    let query = Query(Person.kind, where: .compare("meetingCount", .equal, 4))
    #expect(try await ledger.query(query).rows.isEmpty)
    #expect(try await ledger.query(query, at: .now.viewed(at: Self.instant("2027-06-01"))).rows.count == 1)
  }
}
