import DaybookModel
import DaybookView
import Testing

@testable import DaybookCommands

@Suite struct TimeTextTests {
  /// 2026-11-21T23:30:00Z
  static let now = Instant(milliseconds: 1795303800000)
  static let utc = TimeText(zone: .utc, now: now)

  @Test(arguments: [
    ("2026-09-30T08:00:00.123Z", "2026-09-30T08:00:00.123Z"),
    ("2026-09-30T08:00Z", "2026-09-30T08:00:00.000Z"),
    ("2026-09-30 08:00:05+02:00", "2026-09-30T06:00:05.000Z"),
    ("2026-09-30T08:00-0130", "2026-09-30T09:30:00.000Z"),
    ("2026-09-30T08:00:00.5Z", "2026-09-30T08:00:00.500Z"),
    ("2026-09-30T08:00:00.123456789Z", "2026-09-30T08:00:00.123Z"),
    ("2026-09-30T08:00+02", "2026-09-30T06:00:00.000Z"),
    ("2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68", "2026-11-21T06:13:00.123Z"),
    ("now", "2026-11-21T23:30:00.000Z"), ("now-7d", "2026-11-14T23:30:00.000Z"),
    ("now+90m", "2026-11-22T01:00:00.000Z"),
  ])
  func withZone(_ text: String, _ instant: String) throws {
    #expect(try Self.utc.instant(text).description == instant)
  }

  @Test(arguments: [
    ("UTC", "2026-09-30", "2026-09-30T00:00:00.000Z", "2026-09-30T23:59:59.999Z"),
    ("Europe/Berlin", "2026-09-30", "2026-09-29T22:00:00.000Z", "2026-09-30T21:59:59.999Z"),
    ("Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T22:59:59.999Z"),
    ("America/New_York", "today", "2026-11-21T05:00:00.000Z", "2026-11-22T04:59:59.999Z"),
    ("Asia/Tokyo", "today", "2026-11-21T15:00:00.000Z", "2026-11-22T14:59:59.999Z"),
    ("Asia/Tokyo", "2026-09-30T08:00", "2026-09-29T23:00:00.000Z", "2026-09-29T23:00:00.000Z"),
  ])
  func inAZone(_ zone: String, _ text: String, _ start: String, _ end: String) throws {
    guard let zone = ZoneDirectory.zone(named: zone) else {
      Issue.record("no zone \(zone) here")
      return
    }
    let rule = TimeZoneRule { zone.offset(at: $0.milliseconds / 1000) }
    let times = TimeText(zone: rule, now: Self.now)
    #expect(try times.instant(text, .start).description == start)
    #expect(try times.instant(text, .end).description == end)
  }

  /// A weekday alone is the last or the next: both are said, with their days.
  @Test(arguments: [
    ("montag", "2026-11-16", "2026-11-23"), ("Saturday", "2026-11-14", "2026-11-28"),
    ("sonntag", "2026-11-15", "2026-11-22"),
  ])
  func weekdaysAlone(_ text: String, _ last: String, _ next: String) {
    #expect {
      try Self.utc.instant(text)
    } throws: { error in
      (error as? LedgerError)?.advice == "write 'last \(text)' (\(last)) or 'next \(text)' (\(next))"
    }
  }

  /// In German and English; now is Saturday, 21 November 2026.
  @Test(arguments: [
    ("12.05.2027", "2027-05-12"), ("1.5.2027", "2027-05-01"), ("12. Mai 2027", "2027-05-12"),
    ("12 May 2027", "2027-05-12"), ("May 12, 2027", "2027-05-12"), ("3. MÄRZ 2026", "2026-03-03"),
    ("yesterday", "2026-11-20"), ("Gestern", "2026-11-20"), ("vorgestern", "2026-11-19"),
    ("tomorrow", "2026-11-22"),
    ("morgen", "2026-11-22"), ("übermorgen", "2026-11-23"), ("heute", "2026-11-21"),
    ("last saturday", "2026-11-14"), ("next Saturday", "2026-11-28"), ("letzten Freitag", "2026-11-20"),
    ("nächsten Sonntag", "2026-11-22"), ("3 days ago", "2026-11-18"), ("vor 2 Wochen", "2026-11-07"),
    ("in einer Woche", "2026-11-28"), ("in two days", "2026-11-23"),
  ])
  func spokenDays(_ text: String, _ day: String) throws {
    #expect(try Self.utc.instant(text, .start).description == "\(day)T00:00:00.000Z")
    #expect(try Self.utc.instant(text, .end).description == "\(day)T23:59:59.999Z")
    #expect(try Self.utc.instant("\(text) 14:30").description == "\(day)T14:30:00.000Z")
    #expect(try Self.utc.instant("\(text) um 8:05 Uhr").description == "\(day)T08:05:00.000Z")
  }

  /// Hours and minutes from now, days from today, and a time of today.
  @Test(arguments: [
    ("2h ago", "2026-11-21T21:30:00.000Z"), ("2 hours ago", "2026-11-21T21:30:00.000Z"),
    ("an hour ago", "2026-11-21T22:30:00.000Z"), ("in 45 min", "2026-11-22T00:15:00.000Z"),
    ("In 45m", "2026-11-22T00:15:00.000Z"), ("vor 30 Minuten", "2026-11-21T23:00:00.000Z"),
    ("in einer Stunde", "2026-11-22T00:30:00.000Z"), ("3d ago", "2026-11-18T00:00:00.000Z"),
    ("in 2w", "2026-12-05T00:00:00.000Z"), ("06:00", "2026-11-21T06:00:00.000Z"),
    ("8:05 Uhr", "2026-11-21T08:05:00.000Z"), ("at 14:30", "2026-11-21T14:30:00.000Z"),
  ])
  func distancesAndTimesOfToday(_ text: String, _ instant: String) throws {
    #expect(try Self.utc.instant(text).description == instant)
  }

  /// Without a year the nearest such day; a week and a month are all their days.
  @Test(arguments: [
    ("24.12.", "2026-12-24", "2026-12-24"), ("1.11.", "2026-11-01", "2026-11-01"),
    ("5. Januar", "2027-01-05", "2027-01-05"), ("December 24", "2026-12-24", "2026-12-24"),
    ("29.02.", "2028-02-29", "2028-02-29"), ("next week", "2026-11-23", "2026-11-29"),
    ("diese Woche", "2026-11-16", "2026-11-22"), ("letzten Monat", "2026-10-01", "2026-10-31"),
    ("next month", "2026-12-01", "2026-12-31"),
  ])
  func spokenPeriods(_ text: String, _ first: String, _ last: String) throws {
    #expect(try Self.utc.instant(text, .start).description == "\(first)T00:00:00.000Z")
    #expect(try Self.utc.instant(text, .end).description == "\(last)T23:59:59.999Z")
  }

  @Test(arguments: [
    "", "yesterdy", "31.02.", "24.12", "next week 14:30", "week", "next fortnight", "12/05/2027", "12.05.27",
    "30.02.2027", "12.13.2027", "gestern 25:00", "next",
    "in 3 months",
    "vor Tagen", "12. Foo 2027", "-1 days ago", "2026-02-30", "2026-09-30T25:00Z",
    "ago", "in", "in h", "h ago", "in 3", "in -3 days", "2x ago", "in 1234567 h", "in 3 3 days", "25:00",
    "6:0", "vor ago", "in 2 h ago", "2026-09-30T08:60Z", "now-7y", "now-", "today7d",
    "2026-09-30T08", "2026-09-30T08:00:00.Z", "now-99999999999999999999d", "２０２６-09-30",
  ])
  func textsThatAreNotTimesAreRefused(_ text: String) {
    #expect { try Self.utc.instant(text) } throws: { ($0 as? LedgerError)?.code == .usage }
  }
}
