import DaybookModel
import Testing

@testable import DaybookCalendars

/// Zones, and what is added to a rule and taken from it.
struct RecurrenceSetTests {
  private static let newYork: any ZoneOffsets = ZoneFooter("EST5EDT,M3.2.0,M11.1.0")!

  private func starts(_ lines: String, zone: any ZoneOffsets = FixedZone()) -> [String]? {
    let file = calendarFile(calendarText("UID:u\n" + lines) + customZone, zone: zone)
    #expect(file.remarks.map(\.reason) == [])
    #expect(file.unknownZones == [])
    return file.entries.first?.starts
  }

  /// The clocks on the wall repeat, not the moments.
  @Test(arguments: [
    (
      "DTSTART;TZID=America/New_York:20260301T090000\nRRULE:FREQ=WEEKLY;COUNT=3",
      "2026-03-01T14:00 2026-03-08T13:00 2026-03-15T13:00"
    ),
    (
      "DTSTART;TZID=Pacific Standard Time:20261025T090000\nRRULE:FREQ=WEEKLY;COUNT=2",
      "2026-10-25T16:00 2026-11-01T17:00"
    ),
    (
      "DTSTART;TZID=Our Zone:20260322T090000\nRRULE:FREQ=WEEKLY;COUNT=2",
      "2026-03-22T07:30 2026-03-29T06:30"
    ),
    (
      "DTSTART:20260301T090000\nRRULE:FREQ=WEEKLY;COUNT=2", "2026-03-01T14:00 2026-03-08T13:00"
    ),
    ("DTSTART:20260301T090000Z\nRRULE:FREQ=WEEKLY;COUNT=2", "2026-03-01T09:00 2026-03-08T09:00"),
    ("DTSTART;VALUE=DATE:20260301\nRRULE:FREQ=WEEKLY;COUNT=2", "2026-03-01 2026-03-08"),
    // A time that is skipped counts from before the gap, one that comes twice means the first.
    (
      "DTSTART;TZID=Europe/Berlin:20260328T023000\nRRULE:FREQ=DAILY;COUNT=3",
      "2026-03-28T01:30 2026-03-29T01:30 2026-03-30T00:30"
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T023000\nRRULE:FREQ=DAILY;COUNT=3",
      "2026-10-24T00:30 2026-10-25T00:30 2026-10-26T01:30"
    ),
    // 02:30 and 03:30 of that day are one moment.
    (
      "DTSTART;TZID=Europe/Berlin:20260329T013000\nRRULE:FREQ=HOURLY;COUNT=4",
      "2026-03-29T00:30 2026-03-29T01:30 2026-03-29T02:30"
    ),
    // UNTIL in UTC is a moment: here in the evening of the 6th.
    (
      "DTSTART;TZID=America/New_York:20260105T210000\nRRULE:FREQ=DAILY;UNTIL=20260108T010000Z",
      "2026-01-06T02:00 2026-01-07T02:00"
    ),
    (
      "DTSTART;TZID=America/New_York:20260105T210000\nRRULE:FREQ=DAILY;UNTIL=20260108T020000Z",
      "2026-01-06T02:00 2026-01-07T02:00 2026-01-08T02:00"
    ),
    (
      "DTSTART;TZID=America/New_York:20260105T210000\nRRULE:FREQ=DAILY;UNTIL=20260106T210000",
      "2026-01-06T02:00 2026-01-07T02:00"
    ),
    ("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY;UNTIL=20260106T230000Z", "2026-01-05 2026-01-06"),
  ])
  func theClockOnTheWallRepeats(lines: String, expected: String) {
    #expect(starts(lines, zone: Self.newYork) == expected.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("RDATE:20260110T090000Z,20260108T090000Z", "2026-01-05T08:00 2026-01-08T09:00 2026-01-10T09:00"),
    (
      "RDATE;VALUE=PERIOD:20260108T090000Z/PT1H,20260110T090000Z/20260110T100000Z",
      "2026-01-05T08:00 2026-01-08T09:00 2026-01-10T09:00"
    ),
    ("RDATE;TZID=America/New_York:20260108T090000", "2026-01-05T08:00 2026-01-08T14:00"),
    // Without a zone of its own, a time is the event's; a date is that day at the event's time.
    ("RDATE:20260708T090000", "2026-01-05T08:00 2026-07-08T07:00"),
    ("RDATE;VALUE=DATE:20260708", "2026-01-05T08:00 2026-07-08T07:00"),
    ("RDATE:20260105T080000Z", "2026-01-05T08:00"),
    (
      "RRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260106T090000,20260107T090000",
      "2026-01-05T08:00 2026-01-08T08:00"
    ),
    ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260106T080000Z", "2026-01-05T08:00 2026-01-07T08:00"),
    (
      "RRULE:FREQ=DAILY;COUNT=3\nEXDATE;TZID=\"America/New_York\":20260106T030000",
      "2026-01-05T08:00 2026-01-07T08:00"
    ),
    ("RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260106T090000", "2026-01-05T08:00 2026-01-07T08:00"),
    (
      "RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260106T091500", "2026-01-05T08:00 2026-01-06T08:00 2026-01-07T08:00"
    ),
    // A date takes whatever is on that day.
    ("RRULE:FREQ=DAILY;BYHOUR=9,23;COUNT=4\nEXDATE;VALUE=DATE:20260106", "2026-01-05T08:00 2026-01-05T22:00"),
    ("RRULE:FREQ=DAILY;COUNT=4\nEXRULE:FREQ=DAILY;INTERVAL=2;COUNT=2", "2026-01-06T08:00 2026-01-08T08:00"),
    (
      "RRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=WEEKLY;COUNT=2",
      "2026-01-05T08:00 2026-01-06T08:00 2026-01-12T08:00"
    ),
    // The start can be taken away too.
    ("RRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260105T080000Z", "2026-01-06T08:00"),
    ("RDATE:\nRRULE:FREQ=DAILY;COUNT=1", "2026-01-05T08:00"),
  ])
  func addedAndTaken(lines: String, expected: String) {
    #expect(
      starts("DTSTART;TZID=Europe/Berlin:20260105T090000\n" + lines)
        == expected.split(separator: " ").map(String.init))
  }

  @Test(arguments: [
    ("EXDATE;VALUE=DATE:20260106", "2026-01-05 2026-01-07"),
    // Its day as it is written.
    ("EXDATE:20260106T230000Z", "2026-01-05 2026-01-07"),
    ("EXDATE;TZID=America/New_York:20260106T000000", "2026-01-05 2026-01-07"),
    ("RDATE:20260301T120000Z\nEXDATE:20260106,20260107", "2026-01-05 2026-03-01"),
  ])
  func allDay(lines: String, expected: String) {
    #expect(
      starts("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY;COUNT=3\n" + lines, zone: Self.newYork)
        == expected.split(separator: " ").map(String.init))
  }

  /// Both ends count; a day is in a window if it begins there for the user.
  @Test func bothEndsOfAWindowCount() {
    let times = calendarText("UID:u\nDTSTART:20200101T120000Z\nRRULE:FREQ=DAILY")
    let narrow = TimeWindow(
      Instant("2026-01-01T12:00:00.000Z")!, through: Instant("2026-01-02T12:00:00.000Z")!, zone: FixedZone())
    #expect(calendarFile(times, narrow).entries[0].starts == ["2026-01-01T12:00", "2026-01-02T12:00"])
    let days = calendarText("UID:u\nDTSTART;VALUE=DATE:20200101\nRRULE:FREQ=DAILY")
    #expect(calendarFile(days, narrow).entries[0].starts == ["2026-01-02"])
    let local = TimeWindow(
      Instant("2026-01-01T05:00:00.000Z")!, through: Instant("2026-01-03T04:59:59.999Z")!, zone: Self.newYork)
    #expect(calendarFile(days, local).entries[0].starts == ["2026-01-01", "2026-01-02"])
    let year = TimeWindow.year(around: Instant("2028-02-29T18:00:00.000Z")!, zone: Self.newYork)
    #expect(year.first == Instant("2027-02-28T05:00:00.000Z"))
    #expect(year.last == Instant("2029-03-01T04:59:59.999Z"))
    #expect(year.days.count == 732)
  }

  /// Whatever a file says, it is read in no time, and what was left out is told.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("DTSTART:20200101T000000Z\nRRULE:FREQ=SECONDLY", 10_000, "more than 10000 occurrences"),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=DAILY;COUNT=2000000000", 365, nil),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", 1, nil),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY;BYDAY=MO;BYSETPOS=2", 1, "takes too long"),
      ("DTSTART:00010101T000000Z\nRRULE:FREQ=MINUTELY;BYHOUR=3;COUNT=2000000000", 0, "takes too long"),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=MONTHLY;BYSETPOS=-366;BYDAY=MO", 1, nil),
      ("DTSTART:99991231T000000Z\nRRULE:FREQ=YEARLY", 0, nil),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;INTERVAL=1000000000;BYMONTHDAY=31", 8, nil),
      ("DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;UNTIL=99991231T235959Z", 1, nil),
    ])
  func aHostileRuleIsBounded(lines: String, count: Int, remark: String?) throws {
    let file = calendarFile(calendarText("UID:u\n" + lines))
    #expect(file.entries.first?.occurrences?.count == count)
    if let remark {
      #expect(file.remarks.map(\.line) == [3])
      #expect(try #require(file.remarks.first).reason.contains(remark))
    } else {
      #expect(file.remarks.map(\.reason) == [])
    }
    #expect(file.isWhole == (remark == nil))
  }

  /// A file of such events is bounded as a whole.
  @Test(.timeLimit(.minutes(2))) func hostileTogether() {
    let event =
      "DTSTART:20260101T000000Z\nRRULE:FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSECOND="
      + (0..<60).map(String.init).joined(separator: ",") + ";BYMINUTE="
      + (0..<60).map(String.init).joined(separator: ",")
    let text = calendarText(
      (0..<60).map { "UID:\($0)\n\(event)" }.joined(separator: "\nEND:VEVENT\nBEGIN:VEVENT\n"))
    let file = calendarFile(text)
    #expect(file.entries.count == 60)
    #expect(file.entries.reduce(0) { $0 + ($1.occurrences?.count ?? 0) } == 250_000)
  }
}
