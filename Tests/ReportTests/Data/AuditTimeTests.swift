import Daybook
import Testing

@Suite struct AuditTimeTests {
  @Test(arguments: [0, 3600, -3600, 19_800, -12_600, 50_400])
  func whatIsWrittenReadsAsTheSame(offset: Int) throws {
    let time = AuditTime(Instant(milliseconds: 1_790_000_000_123), offset: offset)
    #expect(AuditTime(time.description) == time)
  }

  @Test func aTimeIsShownInItsZone() throws {
    let instant = try #require(Instant("2026-11-21T23:13:00.123Z"))
    #expect(AuditTime(instant).description == "2026-11-21T23:13:00.123Z")
    let berlin = AuditTime(instant, offset: 3600)
    #expect(berlin.description == "2026-11-22T00:13:00.123+01:00")
    #expect([berlin.day, berlin.time] == ["2026-11-22", "00:13:00"])
    #expect(AuditTime(instant, offset: -12_600).description == "2026-11-21T19:43:00.123-03:30")
  }

  @Test(arguments: [
    "", "2026", "2026-11-21T23:13:00.123", "2026-11-21T23:13:00.123+1:00", "2026-11-21T23:13:00.123+01:60",
    "2026-11-21T23:13:00.123*01:00",
  ])
  func whatIsNoTimeIsNone(text: String) { #expect(AuditTime(text) == nil) }
}
