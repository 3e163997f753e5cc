import Daybook
import DaybookPredicates
import Foundation
import Testing

@testable import Planner

/// The planner's own queries, as an app writes them.
@Suite struct PredicateTests {
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    return calendar
  }()

  private static func ledger() async throws -> Ledger {
    let ledger = try Ledger.inMemory(systems: [.planner])
    try await ledger.commit { batch in
      try batch.upsert(Person(id: "ann") { ($0.email, $0.name) = ("ann@x.org", "Ann") })
      try batch.upsert(Person(id: "ben") { $0.email = "ben@x.org" })
      // Midnight in Berlin is 22:00 in UTC, the day before.
      for (id, start) in [
        ("before", "2026-06-09T21:59:59.999Z"), ("first", "2026-06-09T22:00:00Z"),
        ("last", "2026-06-10T21:59:59.999Z"), ("after", "2026-06-10T22:00:00Z"),
      ] {
        try batch.upsert(
          MeetingRecord(id: Ref(id)) {
            ($0.eventIdentifier, $0.title) = (id, id.uppercased())
            $0.startDate = try Date(
              start,
              strategy: .iso8601.year().month().day().time(includingFractionalSeconds: start.contains(".")))
            $0.endDate = $0.startDate + 3600
            if id != "after" { $0.attendees = id == "last" ? ["ann", "ben"] : ["ann"] }
          })
      }
      for (id, text) in [("a", "The BÚDGET for June"), ("b", "nothing"), ("c", "budgets")] {
        try batch.upsert(Note(id: Ref(id)) { $0.plainText = text })
      }
    }
    return ledger
  }

  @Test func meetingsOfADay() async throws {
    let calendar = Self.calendar
    let date = Date(timeIntervalSince1970: 1_781_085_600)  // 2026-06-10T10:00:00Z
    let start = calendar.startOfDay(for: date)
    let end = try #require(calendar.date(byAdding: .day, value: 1, to: start))
    let predicate = #Predicate<MeetingRecord> { $0.startDate >= start && $0.startDate < end }
    let found = try await Self.ledger().fetch(
      MeetingRecord.self, where: predicate, sortedBy: [SortDescriptor(\.startDate)])
    #expect(found.map(\.id) == ["first", "last"])
  }

  @Test func notesByText() async throws {
    let searchTerm = "budget"
    let predicate = #Predicate<Note> { $0.plainText.localizedStandardContains(searchTerm) }
    let found = try await Self.ledger().fetch(Note.self, where: predicate)
    #expect(found.map(\.id) == ["a", "c"])
  }

  @Test func aPersonsHistory() async throws {
    let targetEmail = "ann@x.org"
    let predicate = #Predicate<MeetingRecord> { $0.attendees.contains(where: { $0.email == targetEmail }) }
    let ledger = try await Self.ledger()
    let found = try await ledger.fetch(
      MeetingRecord.self, where: predicate, sortedBy: [SortDescriptor(\.startDate, order: .reverse)])
    #expect(found.map(\.id) == ["last", "first", "before"])
    let other = "ben@x.org"
    #expect(
      try await ledger.count(
        MeetingRecord.self, where: #Predicate { $0.attendees.contains(where: { $0.email == other }) }) == 1)
    // The library's own answer is the same.
    #expect(try await ledger.planner.meetings(attendedBy: " ANN@x.org").map(\.id) == found.map(\.id))
    #expect(try await ledger.planner.meetings(attendedBy: "nobody@x.org").isEmpty)
  }

  @Test func otherWays() async throws {
    let ledger = try await Self.ledger()
    let none: Ref<MeetingRecord>? = nil
    #expect(try await ledger.fetch(Note.self, where: #Predicate { $0.meetingRecord == none }).count == 3)
    let key = "first"
    #expect(
      try await ledger.fetch(MeetingRecord.self, where: #Predicate { $0.eventIdentifier == key }).map(\.title)
        == ["FIRST"])
    #expect(
      try await ledger.fetch(Person.self, where: #Predicate { $0.meetingCount > 1 }).map(\.id) == ["ann"])
    #expect(
      try await ledger.fetch(MeetingRecord.self, where: #Predicate { $0.attendees.isEmpty }).map(\.id) == [
        "after"
      ])
  }
}
