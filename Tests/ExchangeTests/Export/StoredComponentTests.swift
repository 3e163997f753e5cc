import Daybook
import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars
@testable import DaybookText
@testable import Planner
@testable import SAM

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Events as they came: kept beside what was made of them, and given back with what was changed here.
@Suite struct StoredComponentTests {
  private static let event = """
    BEGIN:VEVENT
    UID:one
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Berlin:20261202T100000
    DURATION:PT1H
    SUMMARY;LANGUAGE=en:Review\\, with Ann
    LOCATION;ALTREP="https://maps.example/1":Room 5
    ORGANIZER;CN="Lee, Ann";SENT-BY="mailto:assistant@x.example":mailto:ann@x.example
    ATTENDEE;CUTYPE=INDIVIDUAL;RSVP=TRUE;PARTSTAT=NEEDS-ACTION;X-NUM-GUESTS=0:mailto:bo@x.example
    CATEGORIES:work,review
    X-GOOGLE-CONFERENCE:https://meet.example/abc
    ATTACH;FMTTYPE=text/plain:https://files.example/a.txt
    BEGIN:VALARM
    ACTION:DISPLAY
    DESCRIPTION:Soon
    TRIGGER:-PT10M
    END:VALARM
    END:VEVENT
    """
  private static let series = """
    BEGIN:VEVENT
    UID:weekly
    DTSTAMP:20260101T000000Z
    DTSTART;TZID=Europe/Berlin:20261102T090000
    DTEND;TZID=Europe/Berlin:20261102T093000
    RRULE:FREQ=WEEKLY;COUNT=6
    EXDATE;TZID=Europe/Berlin:20261116T090000
    SUMMARY:Standup
    X-ROOM-ID:7
    END:VEVENT
    """

  static func calendar(_ components: String..., head: String = "") -> String {
    "BEGIN:VCALENDAR\nVERSION:2.0\n\(head)X-WR-CALNAME:Work\n\(components.joined(separator: "\n"))\nEND:VCALENDAR\n"
  }

  static func sync<Target: CalendarTarget>(
    _ text: String, into ledger: Ledger, as target: Target.Type, localName: String? = nil
  ) async throws -> SyncSummary {
    let window = TimeWindow(
      Instant("2026-01-01T00:00:00.000Z")!, through: Instant("2027-12-31T00:00:00.000Z")!, zone: FixedZone())
    let file = CalendarReader.read(text.bytes, localZone: FixedZone(), localName: localName, window: window)
    return try await ledger.sync { state, _ in
      var sync = CalendarReconciliation<Target>(expanded: window)
      for entry in file.entries {
        sync.add(CalendarItem(entry), file: "a.ics", source: SyncSource(.calendar, name: "Work"))
      }
      return try sync.finish(in: state)
    }.plan.summary
  }

  /// Unfolded.
  static func export(_ ledger: Ledger, _ queries: Query...) async throws -> String {
    var export = CalendarExport(ledger)
    let kinds = [MeetingRecord.kind, EvidenceItem.kind].filter { ledger.schemas[$0] != nil }
    try await export.add(queries.isEmpty ? kinds.map { Query($0) } : queries)
    return unfolded(export.bytes)
  }

  /// The events of a calendar, each its lines.
  static func events(_ text: String) -> [String] {
    text.split(separator: "BEGIN:VEVENT\n").dropFirst().map { part in
      "BEGIN:VEVENT\n" + part[..<(part.firstRange(of: "END:VEVENT")?.upperBound ?? part.endIndex)]
    }
  }

  @Test(.seeded) func whatNobodyChangedGoesOutAsItCame() async throws {
    let text = Self.calendar(Self.event, Self.series)
    for isPlanner in [true, false] {
      let ledger = try Ledger.seeded(systems: isPlanner ? [.planner] : [.sam])
      let summary =
        isPlanner
        ? try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
        : try await Self.sync(text, into: ledger, as: CalendarEvidence.self)
      #expect(summary.created == 6)
      let out = try await Self.export(ledger)
      #expect(Self.events(out) == [Self.series, Self.event])
      #expect(out.contains("X-WR-CALNAME:Work\n"))
      // Other programs want to know what the zone is.
      #expect(out.contains("BEGIN:VTIMEZONE\nTZID:Europe/Berlin\n"))
    }
  }

  @Test(.seeded) func theChangedPropertiesAloneChange() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    _ = try await Self.sync(Self.calendar(Self.event), into: ledger, as: CalendarMeetings.self)
    var meeting = try #require(try await ledger.fetch(MeetingRecord.self).first)
    (meeting.title, meeting.location) = ("Review", nil)
    let renamed = meeting
    try await ledger.commit(by: "david") { try $0.upsert(renamed) }
    let before = Set(Self.event.split(separator: "\n"))
    var after = Set(Self.events(try await Self.export(ledger))[0].split(separator: "\n"))
    #expect(Set(after.subtracting(before).filter { !$0.hasPrefix("DTSTAMP:") }) == ["SUMMARY:Review"])
    meeting.startDate = Date(timeIntervalSince1970: 1_796_288_400)
    meeting.endDate = Date(timeIntervalSince1970: 1_796_295_600)
    let moved = meeting
    try await ledger.commit(by: "david") { try $0.upsert(moved) }
    after = Set(Self.events(try await Self.export(ledger))[0].split(separator: "\n"))
    #expect(
      Set(after.subtracting(before).filter { !$0.hasPrefix("DTSTAMP:") }) == [
        "SUMMARY:Review", "DTSTART:20261203T090000Z", "DTEND:20261203T110000Z",
      ])
    #expect(after.contains("TRIGGER:-PT10M") && !after.contains("DURATION:PT1H"))
  }

  /// A changed occurrence goes out beside its series, a deleted one as an exception of it.
  @Test(.seeded) func aChangedOccurrenceGoesOutBesideItsSeries() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    let text = Self.calendar(Self.series)
    _ = try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
    let meetings = try await ledger.fetch(MeetingRecord.self).sorted { $0.startDate < $1.startDate }
    #expect(meetings.count == 5)
    var second = meetings[1]
    second.title = "Standup, long"
    let (changed, deleted) = (second, meetings[3])
    try await ledger.commit(by: "david") {
      try $0.upsert(changed)
      $0.delete(deleted)
    }
    let events = Self.events(try await Self.export(ledger))
    #expect(events.count == 2)
    #expect(events[0] == Self.series.replacing("\nEND:", with: "\nEXDATE:20261130T080000Z\nEND:"))
    let lines = Set(events[1].split(separator: "\n"))
    #expect(
      lines.isSuperset(of: [
        "UID:weekly", "RECURRENCE-ID:20261109T080000Z", "DTSTART:20261109T080000Z", "DTEND:20261109T083000Z",
        "SUMMARY:Standup\\, long", "X-ROOM-ID:7",
      ]))
    #expect(!events[1].contains("RRULE") && !events[1].contains("EXDATE"))
    // In again, into an empty ledger: the same meetings.
    let fresh = try Ledger.seeded(systems: [.planner])
    _ = try await Self.sync(try await Self.export(ledger), into: fresh, as: CalendarMeetings.self)
    func read(_ ledger: Ledger) async throws -> [String] {
      try await ledger.fetch(MeetingRecord.self).map {
        "\($0.eventIdentifier) \($0.startDate) \($0.endDate) \($0.title)"
      }.sorted()
    }
    #expect(try await read(fresh) == read(ledger))
    // Some of them alone.
    var some = Query(MeetingRecord.kind, sort: [SortKey("startDate")])
    some.limit = 1
    let one = Self.events(try await Self.export(ledger, some))
    #expect(one.count == 1 && one[0].contains("X-ROOM-ID:7") && !one[0].contains("RRULE"))
  }

  /// Google writes the time of the export into every event.
  @Test(.seeded) func aNewTimeOfTheExportAloneIsNoChange() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    let text = Self.calendar(Self.event, Self.series)
    _ = try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
    let later = text.replacing("DTSTAMP:2026", with: "DTSTAMP:2027")
    #expect(try await Self.sync(later, into: ledger, as: CalendarMeetings.self).changed == 0)
    let other = later.replacing("X-ROOM-ID:7", with: "X-ROOM-ID:8")
    #expect(try await Self.sync(other, into: ledger, as: CalendarMeetings.self).changed == 5)
  }

  /// Zones that only the file knows, and times in none.
  @Test(.seeded) func zonesOfTheFileGoOutWithIt() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Own Zone
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0330
      TZOFFSETTO:+0330
      X-NOTE:kept
      END:STANDARD
      END:VTIMEZONE
      """
    let own = Self.event.replacing("Europe/Berlin", with: "Own Zone")
    let floating = Self.series.replacing(";TZID=Europe/Berlin", with: "")
    let text = Self.calendar(zone, own, floating, head: "X-WR-TIMEZONE:America/New_York\n")
    _ = try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
    let out = try await Self.export(ledger)
    #expect(out.contains(zone) && Self.events(out).contains(own) && Self.events(out).contains(floating))
    #expect(out.contains("X-WR-TIMEZONE:America/New_York\n"))
    let fresh = try Ledger.seeded(systems: [.planner])
    _ = try await Self.sync(out, into: fresh, as: CalendarMeetings.self)
    let starts = try await ledger.fetch(MeetingRecord.self).map(\.startDate).sorted()
    #expect(try await fresh.fetch(MeetingRecord.self).map(\.startDate).sorted() == starts)
  }

  /// A zone is its own calendar's: what another calendar of the file defines under the name is another zone.
  @Test(.seeded) func zonesOfAnotherCalendar() async throws {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Own Zone
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0330
      TZOFFSETTO:+0330
      END:STANDARD
      END:VTIMEZONE
      """
    let with = Self.event.replacing("Europe/Berlin", with: "Own Zone")
    let without = with.replacing("UID:one", with: "UID:two")
    let text = Self.calendar(zone, with) + Self.calendar(without)
    let ledger = try Ledger.seeded(systems: [.planner])
    _ = try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
    func starts(_ ledger: Ledger) async throws -> [String] {
      try await ledger.fetch(MeetingRecord.self).map { "\($0.eventIdentifier) \($0.startDate)" }.sorted()
    }
    #expect(
      try await starts(ledger) == ["one 2026-12-02 06:30:00 +0000", "two 2026-12-02 10:00:00 +0000"])
    let out = try await Self.export(ledger)
    #expect(try await Self.sync(out, into: ledger, as: CalendarMeetings.self).changed == 0)
  }

  /// Every calendar of other programs, each in a ledger of its own: out as it came in, and in again without a change.
  @Test(.realData("ics", "COUNTS.json")) func realCalendars() async throws {
    var (events, files) = (0, 0)
    for (path, _) in try RealData.counts(under: "ics", key: "vevents") {
      let text = String(decoding: try RealData.bytes(path), as: UTF8.self)
      for isPlanner in [true, false] {
        func sync(_ text: String, _ ledger: Ledger) async throws -> SyncSummary {
          isPlanner
            ? try await Self.sync(text, into: ledger, as: CalendarMeetings.self)
            : try await Self.sync(text, into: ledger, as: CalendarEvidence.self)
        }
        let ledger = try Ledger.inMemory(systems: isPlanner ? [.planner] : [.sam])
        let first = try await sync(text, ledger)
        guard first.created > 0 else { continue }
        let out = try await Self.export(ledger)
        let again = try await sync(out, ledger)
        #expect(again.changed == 0 && again.created == 0 && again.removed == 0, "\(path) \(again)")
        #expect(again.unchanged == first.created, "\(path)")
        let fresh = try Ledger.inMemory(systems: isPlanner ? [.planner] : [.sam])
        _ = try await sync(out, fresh)
        #expect(try await Self.export(fresh) == out, "\(path)")
        events += first.created
        files += 1
      }
    }
    print("\(events) occurrences of \(files) calendars went out and came in again")
  }

  @Test(.seeded) func aLongComponentIsKeptBesideTheLog() async throws {
    let ledger = try Ledger.seeded(systems: [.planner])
    let long = Self.series.replacing(
      "X-ROOM-ID:7", with: "ATTACH;ENCODING=BASE64;VALUE=BINARY:\(String(repeating: "AAAA", count: 200_000))")
    _ = try await Self.sync(Self.calendar(long), into: ledger, as: CalendarMeetings.self)
    #expect(try await ledger.fetch(MeetingRecord.self).allSatisfy { $0.sourceComponent == nil })
    #expect(Self.events(try await Self.export(ledger)) == [long])
    #expect(
      try await Self.sync(Self.calendar(long), into: ledger, as: CalendarMeetings.self).unchanged == 5)
  }
}
