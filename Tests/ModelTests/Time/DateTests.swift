import DaybookModel
import DaybookTestSupport
import Foundation
import Testing

@Suite struct DateTests {
  /// Foundation's calendar is the judge, over the years that a stamp can have.
  @Test(.seeded) func instantsAgreeWithFoundation() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: Instant.stampable, using: &random)
      let date = Date(timeIntervalSince1970: Double(milliseconds / 1000))
      let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
      let instant = Instant(milliseconds: milliseconds)
      let text = String(
        format: "%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0,
        parts.hour ?? 0, parts.minute ?? 0, parts.second ?? 0, Int(milliseconds % 1000))
      // Foundation's Gregorian calendar is Julian before 1582; stamps begin in 1970.
      #expect(instant.description == text)
      #expect(Instant(text) == instant)
    }
  }

  @Test func everyDayOfFourCenturiesGoesAroundAndFollowsTheLast() throws {
    var before = CivilDay(daysSince1970: -1)
    #expect(before.description == "1969-12-31")
    for number in stride(from: Int64(0), to: 146_097, by: 1) {
      let day = CivilDay(daysSince1970: number)
      #expect(day.daysSince1970 == number)
      #expect(before < day)
      #expect(day.day == 1 || (day.day == before.day + 1 && day.month == before.month))
      before = day
    }
    #expect(before.description == "2369-12-31")
  }

  @Test(
    arguments: [
      (1900, 2, 29, false), (2000, 2, 29, true), (2024, 2, 29, true), (2023, 2, 29, false),
      (2024, 4, 31, false),
      (2024, 12, 31, true), (2024, 13, 1, false), (2024, 0, 1, false), (2024, 1, 0, false), (0, 1, 1, true),
      (9999, 12, 31, true), (10_000, 1, 1, false), (-1, 1, 1, false),
    ] as [(Int64, Int64, Int64, Bool)])
  func daysThatAre(year: Int64, month: Int64, day: Int64, exists: Bool) {
    #expect((CivilDay(year: year, month: month, day: day) != nil) == exists)
  }

  @Test(arguments: [
    "", "2024-1-01", "2024-01-1", "20240101", "2024-01-01T", "2024/01/01", "２024-01-01", "-024-01-01",
  ])
  func refusedDays(text: String) { #expect(CivilDay(text) == nil) }

  @Test func daysHaveText() {
    #expect(CivilDay("1980-03-01")?.description == "1980-03-01")
    #expect(CivilDay("0000-01-01")?.daysSince1970 == -719_528)
  }

  @Test func instantsBefore1970() {
    #expect(Instant(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
    #expect(Instant("1969-12-31T23:59:59.999Z")?.milliseconds == -1)
    #expect(Instant("2026-11-21T06:13:00Z") == nil)
    #expect(Instant("2026-11-21T06:13:00.123+00:00") == nil)
  }

  @Test(.seeded) func serverTimesKeepNanoseconds() throws {
    let text = "2026-11-21T06:13:00.123456789Z"
    let time = try #require(ServerTime(text))
    #expect(time.nanoseconds == 123_456_789)
    #expect(time.description == text)
    #expect(time < ServerTime(seconds: time.seconds, nanoseconds: 123_456_790))
    for text in [
      "2026-11-21T06:13:00.123Z", "2026-11-21T06:13:00.12345678xZ", "1969-12-31T23:59:59.000000000Z", "",
    ] {
      #expect(ServerTime(text) == nil)
    }
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<500 {
      let time = ServerTime(
        seconds: Int64.random(in: 0..<253_402_300_800, using: &random),
        nanoseconds: Int64.random(in: 0..<1_000_000_000, using: &random))
      #expect(ServerTime(time.description) == time)
    }
  }
}
