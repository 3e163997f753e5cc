import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars

// Files that are damaged, hostile, or from other programs.

private func read(_ text: String) -> CalendarFile {
  CalendarReader.read(text.bytes, localZone: FixedZone())
}

private func event(_ lines: String) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
}

struct CalendarSkippingTests {
  @Test(arguments: [
    ("UID:1\nSUMMARY:x", "no DTSTART"),
    ("DTSTART:INVALID-DATE", "DTSTART in line 4 is not a time: 'INVALID-DATE'"),
    ("DTSTART:20260230T000000Z", "DTSTART in line 4 is not a time: '20260230T000000Z'"),
    ("DTSTART;TZID=UTC-11:99991231T235959", "DTSTART in line 4 is not a time: '99991231T235959'"),
    ("DTSTART:20260101T000000Z\nRECURRENCE-ID:x", "RECURRENCE-ID in line 5 is not a time: 'x'"),
    ("DTSTART:20260101\nSUMMARY:" + String(repeating: "x", count: 600_000), "SUMMARY in line 5 is too large"),
  ])
  func oneIsSkippedTheOtherRead(lines: String, reason: String) {
    let file = read(event(lines) + event("DTSTART:20260101T000000Z\nUID:good"))
    #expect(file.skipped == [.init(line: 3, reason: reason)])
    #expect(file.entries.map(\.uid) == ["good"])
  }

  @Test func brokenFrames() {
    let file = read(
      """
      BEGIN:VEVENT
      DTSTART:20260101
      BEGIN:VEVENT
      DTSTART;;VALUE=DATE:20260102
      X
      BEGIN:VALARM
      END:VEVENT
      END:VEVENT
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART:20260103
      END:VCALENDAR
      """)
    #expect(file.entries.map(\.start) == [.day(CivilDay("2026-01-02")!)])
    #expect(
      file.skipped == [
        .init(line: 1, reason: "no END:VEVENT before line 3"),
        .init(line: 10, reason: "no END:VEVENT before line 12"),
      ])
  }

  /// Much of everything is refused or read in no time: libical squares some lengths.
  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "RDATE:" + String(repeating: "20260101T000000Z,", count: 30_000),
      "SUMMARY:" + String(repeating: "\\n\\,", count: 100_000),
      "ATTENDEE" + String(repeating: ";X-A=b", count: 80_000) + ":mailto:a@b",
      "ATTENDEE" + String(repeating: ";CN=b", count: 1500) + ":mailto:a@b",
      String(repeating: "ATTENDEE:mailto:a@b.c\n", count: 30_000),
      String(repeating: "DTSTART:20260101T000000Z\n", count: 30_000),
      "LOCATION:" + String(repeating: "\"", count: 400_000),
    ])
  func hostileSizes(lines: String) {
    let file = read(event("DTSTART:20260101T000000Z\n" + lines))
    #expect(file.entries.count + file.skipped.count == 1)
  }

  @Test func foreignFiles() {
    let zeros = CalendarReader.read([UInt8](repeating: 0, count: 3000))
    #expect(zeros.skipped == [.init(line: 1, reason: "this is not an iCalendar file")])
    #expect(read("\n%PDF-1.7\nx").skipped == [.init(line: 2, reason: "this is not an iCalendar file")])
    #expect(read("").skipped == [])
    #expect(read("BEGIN:VCALENDAR\nEND:VCALENDAR").skipped == [])
  }
}

struct CalendarFileTests {
  @Test(.realData("ics", "COUNTS.json")) func realFiles() throws {
    for (path, count) in try RealData.counts(under: "ics", key: "VEVENT") {
      let file = CalendarReader.read(try RealData.bytes(path), localZone: FixedZone())
      #expect(file.entries.count + file.skipped.count == count, "\(path): \(file.skipped)")
    }
  }

  @Test(.realData("ics")) func realDetails() throws {
    func first(_ name: String) throws -> CalendarEntry? {
      CalendarReader.read(try RealData.bytes("ics/" + name), localZone: FixedZone()).entries.first
    }
    #expect(
      try first("icalendar/calendars/issue_165_missing_event.ics")?.start
        == .instant(Instant("2015-07-03T08:00:00.000Z")!))
    #expect(
      try first("icalendar/calendars/issue_237_fail_to_parse_timezone_with_non_ascii_tzid.ics")?.start
        == .instant(Instant("2017-05-11T16:30:00.000Z")!))
    #expect(try first("icalendar/calendars/america_new_york_forward_reference.ics") != nil)
    let partstat = try first("khal/event_dt_partstat.ics")
    #expect(partstat?.attendees.first?.participation == "TENTATIVE")
    #expect(
      partstat?.attendees[2]
        == .init(
          name: "Jane Doe", email: "jdoe@example.com", role: "REQ-PARTICIPANT", participation: "ACCEPTED"))
  }

  @Test(.seeded) func damageNeverCrashes() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let inputs = try RealData.counts(under: "ics", key: "VEVENT").map { try RealData.bytes($0.path) }
      .filter { $0.count < 6000 }
    let own =
      "BEGIN:VTIMEZONE\nTZID:Z\nEND:VTIMEZONE\n" + event("DTSTART;TZID=Z:20260101T000000\nATTENDEE;CN=a:b@c")
    for input in [own.bytes] + inputs {
      for _ in 0..<12 {
        let file = CalendarReader.read(damaged(input, using: &random), localZone: FixedZone())
        #expect(file.skipped.allSatisfy { $0.line > 0 && !$0.reason.isEmpty })
      }
    }
  }
}
