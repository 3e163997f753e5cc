import DaybookModel
import DaybookTestSupport
import Testing

@Suite struct HybridClockTests {
  static let replica = ReplicaID(rawValue: 1)
  static let other = ReplicaID(rawValue: 2)

  @Test func theWallLeadsWhereItCan() {
    var clock = HybridClock(replica: Self.replica)
    #expect(clock.next(now: Instant(milliseconds: 5)).description.hasPrefix("1970-01-01T00:00:00.005Z-0000"))
    #expect(clock.next(now: Instant(milliseconds: 5)).counter == 1)
    #expect(clock.next(now: Instant(milliseconds: 3)).counter == 2)
    #expect(clock.next(now: Instant(milliseconds: 9)).counter == 0)
  }

  @Test func aFullCounterMovesToTheNextMillisecond() {
    var clock = HybridClock(replica: Self.replica, latest: 7 << 16 | 0xffff)
    let stamp = clock.next(now: Instant(milliseconds: 7))
    #expect(stamp.milliseconds == 8)
    #expect(stamp.counter == 0)
  }

  @Test(.seeded) func stampsAscendWhateverTheWallDoes() {
    var random = SeededRandom(seed: TestSeed.current)
    var clock = HybridClock(replica: Self.replica)
    var last: Stamp?
    for _ in 0..<5000 {
      if Int.random(in: 0..<5, using: &random) == 0 {
        clock.adopt(
          Stamp(time: random.next() >> 16, replica: Self.other),
          now: Instant(milliseconds: Int64.random(in: 0...100_000, using: &random)))
      }
      let stamp = clock.next(now: Instant(milliseconds: Int64.random(in: -10...100_000, using: &random)))
      if let last { #expect(last < stamp) }
      #expect(stamp.replica == Self.replica)
      last = stamp
    }
  }

  @Test func othersAreAdoptedUpToFiveMinutesAhead() throws {
    let now = Instant(milliseconds: 1_000_000)
    for (ahead, adopted) in [(0, true), (300_000, true), (300_001, false), (-5_000, true)] as [(Int64, Bool)]
    {
      var clock = HybridClock(replica: Self.replica)
      let stamp = try #require(
        Stamp(milliseconds: now.milliseconds + ahead, counter: 9, replica: Self.other))
      let isAdopted = clock.adopt(stamp, now: now)
      #expect(isAdopted == adopted)
      let next = clock.next(now: now)
      #expect((next.time > stamp.time) == (adopted))
    }
  }

  @Test func wallsBeyondTheYearsOfStampsAreBounded() {
    var clock = HybridClock(replica: Self.replica)
    #expect(clock.next(now: Instant(milliseconds: .min)).milliseconds == 0)
    var last = clock.next(now: Instant(milliseconds: .max))
    #expect(last.description.hasPrefix("9997-12-31T00:00:00.000Z-0000"))
    // There is room: however late it is, stamps go on ascending.
    let ahead = Stamp(time: Stamp.ownTimeMax, replica: Self.other)
    let isAdopted = clock.adopt(ahead, now: Instant(milliseconds: .max))
    #expect(!isAdopted)
    for _ in 0..<70_000 {
      let next = clock.next(now: Instant(milliseconds: .max))
      #expect(last < next)
      last = next
    }
    #expect(last.time < Stamp.ownTimeMax)
    for wall in [Int64.min, .max] {
      let adopted = clock.adopt(Stamp(time: 5, replica: Self.other), now: Instant(milliseconds: wall))
      #expect(adopted == (wall > 0))
    }
  }
}
