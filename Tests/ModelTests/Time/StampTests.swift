import DaybookModel
import DaybookTestSupport
import Testing

@Suite struct StampTests {
  static let replica = ReplicaID(rawValue: 0x4f2a_9c1e_07b3_5d68)

  @Test func textIsOfFixedWidth() throws {
    let text = "2026-11-21T06:13:00.123Z-00ff-4f2a9c1e07b35d68"
    let stamp = try #require(Stamp(text))
    #expect(stamp.description == text)
    #expect(stamp.instant.description == "2026-11-21T06:13:00.123Z")
    #expect(stamp.counter == 255)
    #expect(stamp.replica == Self.replica)
    #expect(stamp.milliseconds == 1_795_241_580_123)
  }

  @Test(arguments: [
    "", "2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d6", "2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d688",
    "2026-11-21T06:13:00.123Z-00FF-4f2a9c1e07b35d68", "2026-11-21T06:13:00.123Z-0000-4F2A9C1E07B35D68",
    "2026-11-21t06:13:00.123Z-0000-4f2a9c1e07b35d68", "2026-11-21T06:13:00.123z-0000-4f2a9c1e07b35d68",
    "2026-11-21T06:13:60.123Z-0000-4f2a9c1e07b35d68", "2026-11-21T24:13:00.123Z-0000-4f2a9c1e07b35d68",
    "2026-11-21T06:60:00.123Z-0000-4f2a9c1e07b35d68", "2026-02-29T06:13:00.123Z-0000-4f2a9c1e07b35d68",
    "2026-13-01T06:13:00.123Z-0000-4f2a9c1e07b35d68", "1969-12-31T23:59:59.999Z-0000-4f2a9c1e07b35d68",
    "9999-01-01T00:00:00.000Z-0000-4f2a9c1e07b35d68", "2026-11-21T06:13:00.123Z_0000-4f2a9c1e07b35d68",
    "2026-11-21T06:13:00.123Z-0000_4f2a9c1e07b35d68", "2026-11-21 06:13:00.123Z-0000-4f2a9c1e07b35d68",
    "+026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68",
  ])
  func aBadStampIsRefused(text: String) { #expect(Stamp(text) == nil) }

  @Test(.seeded) func textOrderIsTimeOrder() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<3000 {
      let near = random.next() % 3
      let first = Stamp(
        time: UInt64.random(in: 0...Stamp.timeMax, using: &random),
        replica: ReplicaID(rawValue: random.next()))
      let second = Stamp(
        time: near == 0
          ? first.time : near == 1 ? min(first.time + 1, Stamp.timeMax) : random.next() % Stamp.timeMax,
        replica: ReplicaID(rawValue: random.next()))
      #expect((first < second) == first.description.utf8.lexicographicallyPrecedes(second.description.utf8))
      #expect(Stamp(first.description) == first)
    }
  }

  @Test func theYearsAre1970To9998() {
    #expect(
      Stamp(milliseconds: 0, counter: 0, replica: Self.replica)?.description.hasPrefix(
        "1970-01-01T00:00:00.000Z-0000-") == true)
    #expect(Stamp(milliseconds: -1, counter: 0, replica: Self.replica) == nil)
    let last = Stamp(time: Stamp.timeMax, replica: Self.replica)
    #expect(last.description == "9998-12-31T23:59:59.999Z-ffff-4f2a9c1e07b35d68")
    #expect(Stamp(milliseconds: last.milliseconds + 1, counter: 0, replica: Self.replica) == nil)
  }

  @Test func replicaIdsAreSixteenLowerCaseDigits() {
    #expect(ReplicaID("000000000000000a")?.rawValue == 10)
    #expect(ReplicaID(rawValue: 10).description == "000000000000000a")
    for text in ["", "a", "000000000000000A", "00000000000000000a", "00000000000000g0", "-000000000000001"] {
      #expect(ReplicaID(text) == nil)
    }
  }
}
