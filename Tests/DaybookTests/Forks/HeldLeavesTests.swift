import DaybookTestSupport
import Testing

@testable import Daybook

/// Ranges that are ascending and apart are searched, not gone through.
@Suite struct HeldLeavesTests {
  @Test(.seeded) func aSearchFindsWhatGoingThroughThemDoes() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<200 {
      var ranges: [Range<UInt64>] = []
      for _ in 0..<Int.random(in: 0..<6, using: &random) {
        let start = (ranges.last?.upperBound ?? 0) + .random(in: 0..<3, using: &random)
        ranges.append(start..<start + .random(in: 1..<4, using: &random))
      }
      for leaf in 0...(ranges.last?.upperBound ?? 0) + 1 {
        #expect(ranges.holds(leaf) == ranges.contains { $0.contains(leaf) }, "\(leaf) in \(ranges)")
      }
    }
  }
}
