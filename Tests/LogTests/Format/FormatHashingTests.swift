import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// Lines and nodes that are hashed by the processor's own instructions, many at once, have the hashes that swift-crypto
/// finds, one by one.
@Suite struct FormatHashingTests {
  private func leaf(_ line: ArraySlice<UInt8>) -> Hash256 { Hash256.of([0] + line) }

  private func node(_ left: Hash256, _ right: Hash256) -> Hash256 {
    Hash256.of([1] + left.bytes + right.bytes)
  }

  private func content(_ lengths: [Int], _ random: inout SeededRandom) -> FrameContent {
    var content = FrameContent(bytes: [])
    for length in lengths {
      let start = content.bytes.count
      for _ in 0..<length { content.bytes.append(UInt8.random(in: 0...255, using: &random)) }
      let nothing = Hash256(words: (0, 0, 0, 0))
      content.leaves.append(.init(range: ByteRange(start, content.bytes.count), hash: nothing))
    }
    return content
  }

  /// Every length around the ends of blocks, and every way in which two lines that are hashed together can end.
  @Test(.seeded) func leavesOfEveryLength() {
    var random = SeededRandom(seed: TestSeed.current)
    var orders = [Array(0...260), Array((0...260).reversed()), [], [0], [300], [1000, 0, 0, 0, 0, 700]]
    for count in 1...9 { orders.append((0..<count).map { _ in Int.random(in: 0...400, using: &random) }) }
    for lengths in orders {
      var content = content(lengths, &random)
      content.hash(0..<content.leaves.count)
      for found in content.leaves {
        let line = content.bytes[found.range.start..<found.range.end]
        #expect(found.hash == leaf(line), "\(line.count) of \(lengths)")
        #expect(Leaf.hash(Array(line)) == leaf(line))
      }
    }
  }

  @Test(.seeded) func aNodeHashesItsTwoChildren() {
    var random = SeededRandom(seed: TestSeed.current)
    func hash() -> Hash256 {
      func word() -> UInt64 { UInt64.random(in: .min ... .max, using: &random) }
      return Hash256(words: (word(), word(), word(), word()))
    }
    for _ in 0..<40 {
      let (left, right) = (hash(), hash())
      #expect(Leaf.node(left, right) == node(left, right))
    }
  }

  /// However many leaves come at once, the tree is the one that they make one by one.
  @Test(.seeded) func aTreeGrowsByManyAsByOne() {
    var random = SeededRandom(seed: TestSeed.current)
    for round in 0..<30 {
      let lengths = (0..<Int.random(in: 0...1200, using: &random)).map { _ in 3 }
      var content = content(lengths, &random)
      content.hash(0..<content.leaves.count)
      var (single, many) = (MerkleTree(), MerkleTree())
      var next = 0
      while next < content.leaves.count {
        let count = Int.random(in: 0...(round < 20 ? 40 : 600), using: &random)
        let end = min(next + count, content.leaves.count)
        for leaf in content.leaves[next..<end] { single.append(leaf.hash) }
        many.append(content.leaves[next..<end])
        #expect(many == single, "\(next)..<\(end)")
        next = end
      }
    }
  }
}
