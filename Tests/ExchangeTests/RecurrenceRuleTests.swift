import DaybookModel
import Testing

@testable import DaybookCalendars

/// Dates worked out by hand from RFC 5545, 3.3.10 and 3.8.5.3. 1 January 2026 is a Thursday.
struct RecurrenceRuleTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var start: String
    var rule: String
    var expected: [String]
    var first = "2024-01-01"
    var last = "2032-12-31"

    init(_ start: String, _ rule: String, _ expected: String, _ first: String? = nil, _ last: String? = nil) {
      (self.start, self.rule) = (start, rule)
      self.expected = expected.split(separator: " ").map(String.init)
      self.first = first ?? self.first
      self.last = last ?? self.last
    }

    var testDescription: String { "\(start) \(rule)" }
  }

  private static func check(_ item: Case) throws {
    let file = calendarFile(
      calendarText("UID:u\nDTSTART:\(item.start)\nRRULE:\(item.rule)"), window(item.first, item.last))
    #expect(file.remarks.map(\.reason) == [])
    #expect(try #require(file.entries.first?.starts) == item.expected)
  }

  @Test(arguments: [
    Case("20260105", "FREQ=DAILY;COUNT=3", "2026-01-05 2026-01-06 2026-01-07"),
    Case("20260105", "FREQ=DAILY;INTERVAL=10;UNTIL=20260125", "2026-01-05 2026-01-15 2026-01-25"),
    Case("20260130", "FREQ=DAILY;BYMONTH=1;COUNT=4", "2026-01-30 2026-01-31 2027-01-01 2027-01-02"),
    Case("20260107", "FREQ=DAILY;BYDAY=MO, WE ;COUNT=4", "2026-01-07 2026-01-12 2026-01-14 2026-01-19"),
    Case("20260115", "FREQ=DAILY;BYMONTHDAY=15,-1;COUNT=3", "2026-01-15 2026-01-31 2026-02-15"),
    Case("20260101", "FREQ=DAILY;INTERVAL=40000", "2026-01-01"),
    // Counted from the start, also before the window.
    Case(
      "20250101", "FREQ=DAILY;COUNT=400", "2026-02-01 2026-02-02 2026-02-03 2026-02-04", "2026-02-01",
      "2026-03-01"),
    Case("20250101", "FREQ=DAILY;COUNT=2", "", "2026-02-01", "2026-03-01"),
    Case(
      "19700101", "FREQ=DAILY;INTERVAL=3", "2026-01-01 2026-01-04 2026-01-07", "2026-01-01", "2026-01-09"),
  ])
  func dailyRulesGiveTheseDays(_ item: Case) throws { try Self.check(item) }

  @Test(arguments: [
    Case("20260105", "FREQ=WEEKLY;COUNT=3", "2026-01-05 2026-01-12 2026-01-19"),
    Case("20260105", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;COUNT=3", "2026-01-05 2026-01-19 2026-02-02"),
    Case("20260106", "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20260115", "2026-01-06 2026-01-08 2026-01-13 2026-01-15"),
    Case(
      "20260105", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR;WKST=SU;COUNT=6",
      "2026-01-05 2026-01-07 2026-01-09 2026-01-19 2026-01-21 2026-01-23"),
    // The beginning of the week decides which weeks are left out.
    Case(
      "20260106", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO",
      "2026-01-06 2026-01-11 2026-01-20 2026-01-25"),
    Case(
      "20260106", "FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU",
      "2026-01-06 2026-01-18 2026-01-20 2026-02-01"),
    Case("20260105", "FREQ=WEEKLY;BYMONTH=2;COUNT=3", "2026-01-05 2026-02-02 2026-02-09"),
    Case(
      "20250106", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=30", "2026-02-02 2026-02-16", "2026-02-01",
      "2026-03-31"),
    // A week that begins on Monday ends with the Sunday after a Saturday's start.
    Case("20260103", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;COUNT=3", "2026-01-03 2026-01-04 2026-01-18"),
    Case(
      "20260103", "FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU;COUNT=3", "2026-01-03 2026-01-11 2026-01-25"),
    // The start is the first, though the rule would not find it.
    Case("20260105", "FREQ=WEEKLY;BYDAY=WE;COUNT=3", "2026-01-05 2026-01-07 2026-01-14"),
    // Which of what, has no meaning in a week.
    Case("20260105", "FREQ=WEEKLY;BYDAY=2MO;COUNT=2", "2026-01-05 2026-01-12"),
  ])
  func weeklyRulesGiveTheseDays(_ item: Case) throws { try Self.check(item) }

  @Test(arguments: [
    Case("20260102", "FREQ=MONTHLY;BYDAY=1FR;COUNT=3", "2026-01-02 2026-02-06 2026-03-06"),
    Case(
      "20260104", "FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU;COUNT=4",
      "2026-01-04 2026-01-25 2026-03-01 2026-03-29"),
    Case("20260119", "FREQ=MONTHLY;BYDAY=-2MO;COUNT=3", "2026-01-19 2026-02-16 2026-03-23"),
    Case("20260129", "FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3", "2026-01-29 2026-02-26 2026-03-29"),
    Case("20260101", "FREQ=MONTHLY;BYMONTHDAY=1,-1;COUNT=4", "2026-01-01 2026-01-31 2026-02-01 2026-02-28"),
    // A day that a month does not have is left out.
    Case("20260131", "FREQ=MONTHLY;COUNT=4", "2026-01-31 2026-03-31 2026-05-31 2026-07-31"),
    Case("20260213", "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3", "2026-02-13 2026-03-13 2026-11-13"),
    Case(
      "20260110", "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13;COUNT=3",
      "2026-01-10 2026-02-07 2026-03-07"),
    Case("20260107", "FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3", "2026-01-07 2026-02-05 2026-03-05"),
    Case(
      "20260129", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=3",
      "2026-01-29 2026-02-26 2026-03-30"),
    Case("20260110", "FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11;COUNT=3", "2026-01-10 2026-01-11 2027-07-10"),
    Case("20260105", "FREQ=MONTHLY;BYDAY=MO;BYMONTH=2;COUNT=3", "2026-01-05 2026-02-02 2026-02-09"),
    Case(
      "20000131", "FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-31 2026-03-31", "2026-01-01", "2026-04-30"),
    Case("20000131", "FREQ=MONTHLY;COUNT=185", "2026-03-31 2026-05-31", "2026-02-01", "2026-06-30"),
  ])
  func monthlyRulesGiveTheseDays(_ item: Case) throws { try Self.check(item) }

  @Test(arguments: [
    Case("20260610", "FREQ=YEARLY;BYMONTH=6,7;COUNT=3", "2026-06-10 2026-07-10 2027-06-10"),
    Case("20260310", "FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3;COUNT=3", "2026-03-10 2028-01-10 2028-02-10"),
    Case(
      "20260101", "FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200;COUNT=4",
      "2026-01-01 2026-04-10 2026-07-19 2029-01-01"),
    Case("20261231", "FREQ=YEARLY;BYYEARDAY=-1;COUNT=2", "2026-12-31 2027-12-31"),
    Case("20281231", "FREQ=YEARLY;BYYEARDAY=366;COUNT=2", "2028-12-31 2032-12-31"),
    Case("20260518", "FREQ=YEARLY;BYDAY=20MO;COUNT=2", "2026-05-18 2027-05-17"),
    Case("20260511", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=2", "2026-05-11 2027-05-17"),
    // Without a day the week's is the start's.
    Case("20260511", "FREQ=YEARLY;BYWEEKNO=20;COUNT=2", "2026-05-11 2027-05-17"),
    Case("20261228", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO;COUNT=2", "2026-12-28 2032-12-27"),
    Case("20261228", "FREQ=YEARLY;BYWEEKNO=-1;BYDAY=MO;COUNT=2", "2026-12-28 2027-12-27"),
    Case("20260305", "FREQ=YEARLY;BYMONTH=3;BYDAY=TH;COUNT=4", "2026-03-05 2026-03-12 2026-03-19 2026-03-26"),
    Case("20240229", "FREQ=YEARLY", "2024-02-29 2028-02-29 2032-02-29"),
    Case("20261025", "FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;COUNT=2", "2026-10-25 2027-10-31"),
    Case(
      "20241105", "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
      "2024-11-05 2028-11-07 2032-11-02"),
    Case(
      "20260113", "FREQ=YEARLY;BYMONTHDAY=13;BYDAY=FR;COUNT=4", "2026-01-13 2026-02-13 2026-03-13 2026-11-13"),
    Case("19500717", "FREQ=YEARLY", "2026-07-17", "2026-01-01", "2026-12-31"),
    Case("19500717", "FREQ=YEARLY;COUNT=77", "2026-07-17", "2026-01-01", "2027-12-31"),
    Case("20260101", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=1,-1;COUNT=3", "2026-01-01 2026-01-05 2026-12-28"),
  ])
  func yearlyRulesGiveTheseDays(_ item: Case) throws { try Self.check(item) }

  @Test(arguments: [
    Case(
      "20260105T090000Z", "FREQ=HOURLY;INTERVAL=3;UNTIL=20260105T170000Z",
      "2026-01-05T09:00 2026-01-05T12:00 2026-01-05T15:00"),
    Case(
      "20260105T093000Z", "FREQ=HOURLY;BYMINUTE=15,45;BYHOUR=9,11;COUNT=4",
      "2026-01-05T09:30 2026-01-05T09:45 2026-01-05T11:15 2026-01-05T11:45"),
    Case(
      "20260105T090000Z", "FREQ=MINUTELY;INTERVAL=90;COUNT=3",
      "2026-01-05T09:00 2026-01-05T10:30 2026-01-05T12:00"),
    Case(
      "20260105T090000Z", "FREQ=MINUTELY;INTERVAL=30;BYHOUR=9,10;COUNT=5",
      "2026-01-05T09:00 2026-01-05T09:30 2026-01-05T10:00 2026-01-05T10:30 2026-01-06T09:00"),
    Case(
      "20260105T090000Z", "FREQ=DAILY;BYHOUR=9,10;BYMINUTE=0,30;COUNT=5",
      "2026-01-05T09:00 2026-01-05T09:30 2026-01-05T10:00 2026-01-05T10:30 2026-01-06T09:00"),
    Case(
      "20260105T235940Z", "FREQ=SECONDLY;INTERVAL=20;COUNT=3",
      "2026-01-05T23:59:40 2026-01-06T00:00 2026-01-06T00:00:20"),
    // Beyond 16 bits.
    Case("20260105T090000Z", "FREQ=SECONDLY;INTERVAL=86400;COUNT=2", "2026-01-05T09:00 2026-01-06T09:00"),
    Case(
      "20260105T160000Z", "FREQ=DAILY;BYHOUR=8,12,16;BYSETPOS=-1;COUNT=2",
      "2026-01-05T16:00 2026-01-06T16:00"),
    Case(
      "20260105T090000Z", "FREQ=SECONDLY;BYSECOND=0;BYMINUTE=0;BYHOUR=9;BYDAY=MO;COUNT=2",
      "2026-01-05T09:00 2026-01-12T09:00"),
    // Counted without being looked at.
    Case(
      "19700101T000000Z", "FREQ=SECONDLY;COUNT=1767225602", "2026-01-01T00:00 2026-01-01T00:00:01",
      "2026-01-01", "2026-01-02"),
    // A date as UNTIL includes its whole day.
    Case(
      "20260105T090000Z", "FREQ=DAILY;UNTIL=20260107",
      "2026-01-05T09:00 2026-01-06T09:00 2026-01-07T09:00"),
    Case("20260105T090000Z", "FREQ=DAILY;UNTIL=20250107T000000Z", "2026-01-05T09:00"),
    Case("20260105T090000Z", "FREQ=daily;count=1;X-A=b;RSCALE=GREGORIAN; ;", "2026-01-05T09:00"),
  ])
  func withinDays(_ item: Case) throws { try Self.check(item) }

  /// The event stays, as one entry, and the reason is told.
  @Test(arguments: [
    ("INTERVAL=2", "it has no FREQ"),
    ("FREQ=FORTNIGHTLY", "FREQ=FORTNIGHTLY is not known"),
    ("FREQ=DAILY;INTERVAL=0", "INTERVAL cannot be 0"),
    ("FREQ=DAILY;INTERVAL=2;INTERVAL=3", "it has INTERVAL twice"),
    ("FREQ=DAILY;COUNT=-5", "COUNT cannot be -5"),
    ("FREQ=DAILY;UNTIL=soon", "UNTIL=SOON is not a time"),
    ("FREQ=WEEKLY;BYDAY=XX", "BYDAY=XX is not a day of the week"),
    ("FREQ=MONTHLY;BYMONTHDAY=0", "BYMONTHDAY cannot be 0"),
    ("FREQ=MONTHLY;BYDAY=54MO", "BYDAY cannot be 54"),
    ("FREQ=DAILY;BYMONTH=", "'BYMONTH=' is not part of a rule"),
    ("FREQ=DAILY;BYMONTH=,", "BYMONTH has no number"),
    ("FREQ=MONTHLY;BYWEEKNO=20", "BYWEEKNO needs FREQ=YEARLY"),
    ("FREQ=MONTHLY;RSCALE=HEBREW;BYMONTH=5L", "the calendar HEBREW is not known"),
    ("FREQ=YEARLY;RSCALE=GREGORIAN;SKIP=FORWARD", "SKIP is not known"),
    ("FREQ=DAILY;nonsense", "'NONSENSE' is not part of a rule"),
  ])
  func aRuleThatCannotBeFollowedIsNamed(rule: String, reason: String) {
    let file = calendarFile(calendarText("UID:u\nDTSTART:20260105T090000Z\nRRULE:\(rule)"))
    #expect(file.entries.map(\.isRecurring) == [true])
    #expect(file.entries.map(\.occurrences) == [nil])
    #expect(file.remarks.map { "\($0.line) \($0.reason)" } == ["6 RRULE cannot be followed: \(reason)"])
    #expect(!file.isWhole)
  }
}
