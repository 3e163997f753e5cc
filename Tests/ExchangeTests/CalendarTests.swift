import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookCalendars

private let newYork: any ZoneOffsets = ZoneFooter("EST5EDT,M3.2.0,M11.1.0")!

private func read(_ text: String, zone: any ZoneOffsets = FixedZone()) -> CalendarFile {
  CalendarReader.read(text.bytes, localZone: zone)
}

private func event(_ lines: String) -> String {
  "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\n\(lines)\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
}

private func entry(_ lines: String, zone: any ZoneOffsets = FixedZone()) throws -> CalendarEntry {
  let file = read(event(lines), zone: zone)
  #expect(file.skipped == [])
  return try #require(file.entries.first)
}

private func instant(_ text: String) -> CalendarEntry.Moment {
  .instant(Instant(text) ?? Instant(milliseconds: -1))
}

private func day(_ text: String) -> CalendarEntry.Moment { .day(CivilDay(text)!) }

struct CalendarEntryTests {
  /// Each END is sought among what is open.
  @Test func nestedWithoutEnd() {
    let nested =
      String(repeating: "BEGIN:A\r\n", count: 100_000) + String(repeating: "END:B\r\n", count: 100_000)
    let file = read(event("DTSTART:20260701T100000Z\r\n" + nested))
    #expect(file.entries.isEmpty)
    #expect(file.skipped.map(\.reason) == ["components nested too deeply in line 37"])
  }

  @Test func everyPropertyOfAnEventIsRead() throws {
    let entry = try entry(
      """
      UID:a\\,b@c
      SUMMARY;LANGUAGE=de:Treffen\\; Z
       ürich
      DESCRIPTION:one\\ntwo \\\\n
      LOCATION:Room 1
      DTSTART:20260701T100000Z
      DTEND:20260701T113000Z
      STATUS:Confirmed
      SEQUENCE:99999999999
      CREATED:20260101T000000Z
      LAST-MODIFIED:20260102T000000Z
      DTSTAMP:20260103T000000Z
      RRULE:FREQ=DAILY
      ORGANIZER;CN="Lee, Ann":MAILTO:ann@example.com
      ATTENDEE;CN=Bob ^'B^' ^^;ROLE=req-participant;PARTSTAT=accepted:mailto:bob@example.com
      ATTENDEE;PARTSTAT=X-MAYBE;EMAIL=c@example.com:urn:uuid:1
      ATTENDEE:carl@example.com
      ATTENDEE:
      BEGIN:VALARM
      SUMMARY:not this
      DTSTART:20000101T000000Z
      END:VALARM
      """)
    #expect(entry.line == 3)
    #expect(entry.uid == "a,b@c")
    #expect(entry.summary == "Treffen; Zürich")
    #expect(entry.description == "one\ntwo \\n")
    #expect(entry.location == "Room 1")
    #expect(entry.start == instant("2026-07-01T10:00:00.000Z"))
    #expect(entry.end == instant("2026-07-01T11:30:00.000Z"))
    #expect(entry.status == "CONFIRMED")
    #expect(entry.sequence == 99_999_999_999)
    #expect(entry.created == Instant("2026-01-01T00:00:00.000Z"))
    #expect(entry.lastModified == Instant("2026-01-02T00:00:00.000Z"))
    #expect(entry.stamp == Instant("2026-01-03T00:00:00.000Z"))
    #expect(entry.isRecurring)
    #expect(entry.organizer == .init(name: "Lee, Ann", email: "ann@example.com"))
    #expect(
      entry.attendees == [
        .init(
          name: "Bob \"B\" ^", email: "bob@example.com", role: "REQ-PARTICIPANT", participation: "ACCEPTED"),
        .init(email: "c@example.com", participation: "X-MAYBE"),
        .init(email: "carl@example.com"),
      ])
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20260101", "2026-01-02"),
    ("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260103", "2026-01-03"),
    ("DTSTART:20260101\nDURATION:P1W", "2026-01-08"),
    ("DTSTART;VALUE=DATE:20260101\nDTEND;VALUE=DATE:20260101", "2026-01-02"),
    ("DTSTART;VALUE=DATE:20260101\nDTEND:rubbish", "2026-01-02"),
  ])
  func allDay(lines: String, end: String) throws {
    let entry = try entry(lines)
    #expect(entry.start == day("2026-01-01"))
    #expect(entry.end == day(end))
  }

  @Test(arguments: [
    ("DTSTART:20260308T060000Z\nDURATION:PT90M", "2026-03-08T07:30:00.000Z"),
    ("DTSTART:20260308T060000Z\nDURATION:-PT90M", nil),
    ("DTSTART:20260308T060000Z\nDTEND:20260308T050000Z", nil),
    ("DTSTART:20260308T060000Z", nil),
    // A day later on the calendar is 23 hours on the clock.
    ("DTSTART;TZID=America/New_York:20260307T120000\nDURATION:P1D", "2026-03-08T16:00:00.000Z"),
    ("DTSTART;TZID=America/New_York:20260307T120000\nDURATION:PT24H", "2026-03-08T17:00:00.000Z"),
  ])
  func theEndIsNeverBeforeTheStart(lines: String, end: String?) throws {
    #expect(try entry(lines).end == end.map { instant($0) })
  }

  @Test func cancelledByTheWholeCalendar() {
    let file = read(
      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT\nMETHOD:cancel\nEND:VCALENDAR")
    #expect(file.entries.map(\.status) == ["CANCELLED"])
  }

  @Test func calendarsAreNamed() {
    let file = read(
      """
      \u{feff}BEGIN:VCALENDAR
      NAME:Standard
      BEGIN:VEVENT
      DTSTART:20260101
      END:VEVENT
      X-WR-CALNAME:Family\\, all
      END:VCALENDAR
      BEGIN:VEVENT
      DTSTART:20260102
      END:VEVENT
      BEGIN:VCALENDAR
      NAME:Work
      BEGIN:VEVENT
      DTSTART:20260103
      """)
    #expect(file.entries.map(\.calendarName) == ["Family, all", nil])
    #expect(file.skipped == [.init(line: 13, reason: "no END:VEVENT before the end of the file")])
  }

  @Test func foreignCharsets() throws {
    let latin = "DTSTART:20260101\nSUMMARY:Z".bytes + [0xfc] + "rich".bytes
    let bytes = "BEGIN:VEVENT\n".bytes + latin + "\nEND:VEVENT".bytes
    #expect(CalendarReader.read(bytes).entries.first?.summary == "Zürich")
    let wide = event("DTSTART:20260101\nSUMMARY:Zürich").utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    #expect(CalendarReader.read([0xff, 0xfe] + wide).entries.first?.summary == "Zürich")
  }
}

struct CalendarZoneTests {
  @Test(arguments: [
    // The tz database's names, and forms that carry one.
    ("Europe/Berlin", "20260701T120000", "2026-07-01T10:00:00.000Z"),
    ("Europe/Berlin", "20260101T120000", "2026-01-01T11:00:00.000Z"),
    ("/mozilla.org/20050126_1/America/Argentina/Buenos_Aires", "20260701T120000", "2026-07-01T15:00:00.000Z"),
    ("/Europe/Stockholm", "20260701T120000", "2026-07-01T10:00:00.000Z"),
    // Windows' names.
    ("W. Europe Standard Time", "20260701T120000", "2026-07-01T10:00:00.000Z"),
    ("\"New Zealand Standard Time\"", "20260701T120000", "2026-07-01T00:00:00.000Z"),
    // Offsets in words.
    ("UTC+11", "20260701T120000", "2026-07-01T01:00:00.000Z"),
    ("\"(UTC-03:30) Somewhere\"", "20260701T120000", "2026-07-01T15:30:00.000Z"),
    // The file's own.
    ("Our Zone", "20260701T120000", "2026-07-01T09:30:00.000Z"),
    ("Our Zone", "20260101T120000", "2026-01-01T10:30:00.000Z"),
    ("Our Zone", "18000701T120000", "1800-07-01T09:30:00.000Z"),
    // Times that come twice mean the first, skipped ones count from before the gap.
    ("Europe/Berlin", "20261025T023000", "2026-10-25T00:30:00.000Z"),
    ("Europe/Berlin", "20260329T023000", "2026-03-29T01:30:00.000Z"),
    ("Our Zone", "20261025T023000", "2026-10-25T00:00:00.000Z"),
  ])
  func zonesAreKnownByManyNames(name: String, local: String, utc: String) throws {
    let file = read(event("DTSTART;TZID=\(name):\(local)") + customZone)
    #expect(file.entries.first?.start == instant(utc))
    #expect(file.unknownZones == [])
  }

  @Test func floatingAndUnknown() throws {
    #expect(try entry("DTSTART:20260701T120000", zone: newYork).start == instant("2026-07-01T16:00:00.000Z"))
    let file = read(event("DTSTART;TZID=Atlantis/Capital:20260701T120000"), zone: newYork)
    #expect(file.entries.first?.start == instant("2026-07-01T16:00:00.000Z"))
    #expect(file.unknownZones == ["Atlantis/Capital"])
  }

  /// Each calendar's own definition counts within it.
  @Test func oneNameTwoZones() {
    func calendar(_ offset: String) -> String {
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      DTSTART;TZID=Z:20260701T120000
      END:VEVENT
      BEGIN:VTIMEZONE
      TZID:Z
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:\(offset)
      TZOFFSETTO:\(offset)
      END:STANDARD
      END:VTIMEZONE
      END:VCALENDAR

      """
    }
    let file = read(calendar("+0100") + calendar("-0200"))
    #expect(
      file.entries.map(\.start) == [
        instant("2026-07-01T11:00:00.000Z"), instant("2026-07-01T14:00:00.000Z"),
      ])
  }

  /// UNTIL in UTC ends a rule at the change itself, not before it.
  @Test func rulesThatEnded() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Z
      BEGIN:DAYLIGHT
      DTSTART:20000326T020000
      RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20020331T010000Z
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20001029T030000
      RDATE:20011028T030000,20021027T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE

      """
    for (local, utc) in [("20020701T120000", "2002-07-01T10"), ("20030701T120000", "2003-07-01T11")] {
      #expect(
        read(zone + event("DTSTART;TZID=Z:\(local)")).entries.first?.start == instant(utc + ":00:00.000Z"))
    }
  }

  /// Rules that no zone has are not followed: they would keep libical busy for hours.
  @Test(arguments: ["FREQ=SECONDLY", "FREQ=YEARLY;BYSECOND=1,2,3;BYMINUTE=1,2", "FREQ=DAILY;COUNT=9999999"])
  func hostileRules(rule: String) {
    let zone =
      "BEGIN:VTIMEZONE\nTZID:Z\nBEGIN:STANDARD\nDTSTART:00010101T000000\nRRULE:\(rule)\nTZOFFSETFROM:+0100\n"
      + "TZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"
    #expect(
      read(zone + event("DTSTART;TZID=Z:20260701T120000")).entries.first?.start
        == instant("2026-07-01T11:00:00.000Z"))
  }

  @Test func windowsNamesAreKnownHere() throws {
    try #require(ZoneDirectory.zone(named: "Europe/Berlin") != nil, "this machine has no tz database")
    for name in ["Pacific Standard Time", "FLE Standard Time", "Greenland Standard Time", "UTC-02"] {
      let file = read(event("DTSTART;TZID=\(name):20260701T120000"))
      #expect(file.unknownZones == [], "\(name)")
    }
  }
}
