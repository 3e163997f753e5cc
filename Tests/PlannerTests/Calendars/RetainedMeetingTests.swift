import Daybook
import Foundation
import Testing

@testable import Planner

/// What stays of a meeting that its calendar no longer has, and what goes.
@Suite struct RetainedMeetingTests {
  private static let year = TimeWindow(
    Instant("2026-01-01T00:00:00.000Z")!, through: Instant("2026-12-31T23:59:59.999Z")!, zone: FixedZone())
  private static let budget =
    "UID:b\nDTSTART:20260915T080000Z\nDTEND:20260915T090000Z\nSUMMARY:Budget\nATTENDEE;CN=Ann:mailto:ann@x.example"
  private static let other = "UID:o\nDTSTART:20260916T080000Z\nDTEND:20260916T090000Z\nSUMMARY:Other"

  private let ledger: Ledger

  init() throws {
    var options = LedgerOptions()
    options.now = { Instant("2026-11-23T12:00:00.000Z")! }
    ledger = try Ledger.inMemory(systems: [.planner], options: options)
  }

  @discardableResult
  private func sync(_ events: String..., window: TimeWindow? = nil) async throws -> SyncReceipt {
    let bytes =
      events.count == 1 ? CalendarFiles.text(events[0]) : CalendarFiles.text(events[0], events[1])
    return try await CalendarFiles.sync(
      [("work.ics", bytes)], window: window, expanding: Self.year, into: ledger)
  }

  private func meeting(_ key: String) async throws -> MeetingRecord? {
    try await ledger.fetch(
      MeetingRecord.self, where: .compare("eventIdentifier", .equal, .string(key))
    ).first
  }

  private func note(_ id: String, in key: String) async throws {
    let meeting = try #require(try await meeting(key)).id
    try await ledger.commit { batch in
      try batch.upsert(
        Note(id: Ref(id)) { ($0.meetingRecord, $0.plainText) = (meeting, "the figures by Friday") })
    }
  }

  private func agenda() async throws -> [String] {
    try await ledger.planner.meetings(CivilDay("2026-09-01")!...CivilDay("2026-09-30")!, in: .utc).items.map(
      \.title)
  }

  @Test(arguments: [true, false]) func notesStayWithTheirMeeting(_ isCancelled: Bool) async throws {
    try await sync(Self.budget, Self.other)
    try await note("n", in: "b")
    func drop() async throws -> SyncReceipt {
      try await isCancelled
        ? sync(Self.budget + "\nSTATUS:CANCELLED", Self.other) : sync(Self.other, window: Self.year)
    }
    let receipt = try await drop()
    #expect(receipt.plan.summary.removed == 1)
    #expect(
      receipt.plan.notices.map(\.reason) == [
        "Budget (2026-09-15) is gone from the calendar; it stays, since it has a note"
      ])
    let listed = try #require(try await ledger.planner.notes().items.first)
    #expect(listed.meeting?.name == "Budget" && listed.isMeetingGone)
    #expect(try await ledger.planner.notes(containing: "figures").items.map(\.id) == ["n"])
    #expect(try await ledger.get(Ref<Note>("n"))?.meetingRecord == (try await meeting("b"))?.id)
    let hits = try await SemanticSearch(ledger: ledger).find("figures", .text, in: ledger)
    #expect(hits.map(\.owner.id) == ["n"])
    // It takes place no more.
    #expect(try await agenda() == ["Other"])
    let ann = try #require(try await ledger.planner.people().items.first)
    #expect(ann.meetingCount == 0)
    #expect(try await ledger.planner.meetings(attendedBy: "ann@x.example").isEmpty)
    // Once more, and there is nothing to say; then it is back.
    #expect(try await drop().events == 0)
    try await sync(Self.budget, Self.other)
    #expect(try await agenda() == ["Budget", "Other"])
    #expect(try await ledger.planner.notes().items.map(\.isMeetingGone) == [false])
    #expect(try await ledger.planner.people().items.map(\.meetingCount) == [1])
  }

  /// What a version took back that had no way to keep it: the next reading of the calendar finds it.
  @Test func whatWasTakenBackWithItsNotesIsFoundAgain() async throws {
    try await sync(Self.budget, Self.other)
    try await note("n", in: "b")
    var gone = Mutation(.sync, kind: MeetingRecord.kind, id: try #require(try await meeting("b")).id.rawValue)
    gone.present = false
    try await ledger.append([gone])
    #expect(try await ledger.planner.notes().items.isEmpty)
    try await sync(Self.other)
    #expect(try await ledger.planner.notes().items.map(\.isMeetingGone) == [true])
    #expect(try await sync(Self.other).events == 0)
  }

  @Test func theNotesOfADeletedMeetingGoWithIt() async throws {
    try await sync(Self.budget, Self.other)
    try await note("n", in: "b")
    let id = try #require(try await meeting("b")).id
    try await ledger.commit { $0.delete(id) }
    try await sync(Self.other, window: Self.year)
    #expect(try await ledger.planner.notes().items.isEmpty)
    #expect(try await meeting("b") == nil)
  }

  /// A series that moved has the occurrences that the calendar has; of the former ones those stay of which somebody
  /// wrote.
  @Test func aSeriesThatMoved() async throws {
    func series(_ hour: String, _ more: String = "") -> String {
      "UID:s\nDTSTART:20260901T\(hour)0000Z\nDTEND:20260901T\(hour)3000Z\nSUMMARY:Standup\(more)\n"
        + "RRULE:FREQ=DAILY;COUNT=8\nATTENDEE;CN=Ann:mailto:ann@x.example"
    }
    try await sync(series("08"))
    try await note("n", in: "s#20260902T080000Z")
    let changed = try #require(try await meeting("s#20260903T080000Z")).id
    try await ledger.append([
      Mutation(.upsert, kind: MeetingRecord.kind, id: changed.rawValue, set: ["location": "Hall"])
    ])
    let moved = try await sync(series("10"))
    #expect(moved.plan.summary.fields.map(\.count) == [1, 0, 8, 8, 0, 0, 8])
    #expect(
      moved.plan.notices.map(\.reason) == [
        "Standup (2026-09-02) is gone from the calendar; it stays, since it has a note",
        "Standup (2026-09-03) is gone from the calendar; it stays, since it was changed here",
      ])
    #expect(try await ledger.planner.people().items.map(\.meetingCount) == [8])
    #expect(try await agenda().count == 8)
    #expect(try await ledger.fetch(MeetingRecord.self).count == 10)
    #expect(try await sync(series("10")).events == 0)
    // An occurrence that is taken out, and the series as one meeting.
    #expect(try await sync(series("10", "\nEXDATE:20260904T100000Z")).plan.summary.removed == 1)
    let one = "UID:s\nDTSTART:20260901T100000Z\nSUMMARY:Standup"
    #expect(try await sync(one).plan.summary.removed == 7)
    #expect(try await agenda() == ["Standup"])
    // And as it first was, which brings the former ones back.
    try await sync(series("08"))
    #expect(try await agenda().count == 8)
    #expect(try await ledger.planner.notes().items.map(\.isMeetingGone) == [false])
  }

  /// A local end or start, and a calendar that moves the other: the meeting never ends before it begins.
  @Test(
    arguments: [
      // Local start and end, the calendar's, and what comes of it; from 08:00 to 09:00 on the 15th.
      (nil, "15T13:00", "17T08:00", "17T09:00", "17T08:00", "17T13:00"),
      (nil, "15T13:00", "10T08:00", "10T09:00", "10T08:00", "10T13:00"),
      // The end alone is as it was: what was written here stays while it fits.
      (nil, "15T13:00", "15T07:30", "15T09:00", "15T07:30", "15T13:00"),
      (nil, "15T08:30", "15T08:45", "15T09:00", "15T08:45", "15T09:15"),
      ("15T07:00", nil, "10T08:00", "10T09:00", "10T07:00", "10T09:00"),
      ("15T07:00", nil, "15T08:00", "15T10:00", "15T07:00", "15T10:00"),
      ("15T08:30", nil, "15T08:00", "15T08:10", "15T07:40", "15T08:10"),
      // Both were written here, and checked together.
      ("16T07:00", "16T13:00", "17T08:00", "17T09:00", "16T07:00", "16T13:00"),
    ] as [(String?, String?, String, String, String, String)])
  func aSpanThatBothChanged(
    _ start: String?, _ end: String?, _ newStart: String, _ newEnd: String, _ shownStart: String,
    _ shownEnd: String
  ) async throws {
    func event(_ start: String, _ end: String) -> String {
      func basic(_ text: String) -> String { "202609\(text.filter { $0 != ":" })00Z" }
      return "UID:b\nDTSTART:\(basic(start))\nDTEND:\(basic(end))\nSUMMARY:Budget"
    }
    func instant(_ text: String) -> String { "2026-09-\(text):00.000Z" }
    try await sync(event("15T08:00", "15T09:00"))
    let id = try #require(try await meeting("b")).id
    var set = JSONObject()
    if let start { set["startDate"] = .string(instant(start)) }
    if let end { set["endDate"] = .string(instant(end)) }
    try await ledger.append([Mutation(.upsert, kind: MeetingRecord.kind, id: id.rawValue, set: set)])
    try await sync(event(newStart, newEnd))
    let meeting = try #require(try await ledger.get(id))
    #expect(Instant(meeting.startDate).description == instant(shownStart))
    #expect(Instant(meeting.endDate).description == instant(shownEnd))
    #expect(try await sync(event(newStart, newEnd)).events == 0)
    // The calendar takes it back.
    try await sync(event("15T08:00", "15T09:00"))
    let back = try #require(try await ledger.get(id))
    #expect(back.endDate >= back.startDate)
    #expect(try await sync(event("15T08:00", "15T09:00")).events == 0)
  }

  /// What lies beyond the bounds is written as the calendar has it, and named.
  @Test func beyondTheBounds() async throws {
    let receipt = try await sync("UID:x\nDTSTART:09990101T080000Z\nSUMMARY:X")
    #expect(receipt.plan.notices.contains { $0.reason.contains("startDate must be from 1850 to 2199") })
    #expect(try await meeting("x") != nil)
  }
}
