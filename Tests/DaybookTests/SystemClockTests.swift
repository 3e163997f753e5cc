import DaybookLog
import DaybookModel
import Testing

@testable import Daybook
@testable import DaybookReplication

/// A clock that is centuries off stops no command.
@Suite struct SystemClockTests {
  @Test(
    arguments: [
      (1_790_000_000_000, 1_790_000_000_000_000_000), (9_300_000_000_000, Int64.max),
      (-9_300_000_000_000, Int64.min),
      (Int64.max, Int64.max), (Int64.min, Int64.min),
    ] as [(Int64, Int64)])
  func fileTimesEnd(milliseconds: Int64, nanoseconds: Int64) {
    #expect(SystemClock.fileTime(Instant(milliseconds: milliseconds)) == nanoseconds)
  }

  @Test(arguments: [Int64.min, -1, 0, Int64.max], [Int64.min, -1, 0, Int64.max])
  func anyTimesCompare(changed: Int64, now: Int64) throws {
    let json: JSONValue = [.string("1"), 0, .int(changed), .int(changed)]
    let identity = try #require(FileIdentity(json))
    #expect(identity.isSettled(at: now) == (Double(now) - Double(changed) > 3e9))
  }
}
