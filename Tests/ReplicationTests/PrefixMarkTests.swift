import DaybookLog
import DaybookTestSupport
import Testing

@testable import DaybookReplication

@Suite struct PrefixMarkTests {
  @Test func everyFlippedBitIsNoticed() {
    var random = SeededRandom(seed: 1)
    for count in [1, 7, 63, 64, 65, 200] {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      for mark in [PrefixMark.ofProcess(bytes), .digest(.of(bytes.span))] {
        #expect(mark.isOf(bytes + [1, 2, 3], first: count))
        #expect(!mark.isOf(bytes, first: count - 1))
        for bit in 0..<count * 8 {
          var flipped = bytes
          flipped[bit / 8] ^= 1 << UInt8(bit % 8)
          #expect(!mark.isOf(flipped, first: count), "\(bit) of \(count)")
        }
      }
    }
  }

  /// What a power cut leaves: zeros for what was written.
  @Test func noughtsAreNoticed() {
    let bytes = [UInt8](repeating: 0, count: 640)
    for count in 1...640 {
      #expect(!PrefixMark.ofProcess(Array(bytes[..<count])).isOf(bytes, first: count - 1))
    }
    var one = bytes
    one[320] = 1
    #expect(!PrefixMark.ofProcess(bytes).isOf(one, first: 640))
  }
}
