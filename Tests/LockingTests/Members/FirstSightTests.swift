import DaybookTestSupport
import Testing

@testable import DaybookLocking

@Suite struct FirstSightTests {
  @Test(.seeded) func itIsTheFirstRunThatHasTheLeaf() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<300 {
      let runs = (0..<Int.random(in: 0...12, using: &random)).map { commit in
        let start = Bool.random(using: &random) ? 0 : UInt64.random(in: 0...20, using: &random)
        return FirstSight.Run(
          start: start, end: UInt64.random(in: 0...22, using: &random), commit: UInt64(commit + 1))
      }
      let sight = FirstSight(runs)
      let wrong = (1...25).filter { end in
        sight.commit(holding: end) != runs.first { $0.start < end && end <= $0.end }?.commit
      }
      #expect(wrong.isEmpty)
    }
  }
}
