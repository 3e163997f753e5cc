import DaybookTestSupport

/// Does to files what disks and careless tools do: bytes are lost, come twice, are put between others or are zeroed.
struct OddDamage {
  var random: SeededRandom

  /// What happens to a frame.
  enum Shape: CaseIterable {
    case zeroedBeginning
    case insertion
    case manyBlocks
    case largeFrame
    case lyingFrame
    case cut

    /// Which of four commits are read when this happened to the second one's frame.
    var commits: [UInt64] {
      switch self {
      case .insertion, .manyBlocks, .lyingFrame: [1, 2, 3, 4]
      case .zeroedBeginning, .cut: [1, 3, 4]
      case .largeFrame: [1]
      }
    }

    func apply(to bytes: inout [UInt8], _ frame: Range<Int>) {
      switch self {
      case .zeroedBeginning: bytes.replaceSubrange(frame.prefix(4), with: [0, 0, 0, 0])
      case .insertion: bytes.insert(contentsOf: Array("abcdefghijkl".utf8), at: frame.lowerBound)
      case .manyBlocks: bytes.insert(contentsOf: OddFrame.empty(blocks: 65_537), at: frame.lowerBound)
      case .largeFrame: bytes.insert(contentsOf: OddFrame.large(), at: frame.lowerBound)
      case .lyingFrame: bytes.insert(contentsOf: OddFrame.lying(), at: frame.lowerBound)
      case .cut: bytes.removeSubrange(frame.dropFirst(30).prefix(30))
      }
    }
  }

  private mutating func number(_ end: Int) -> Int { Int.random(in: 0..<end, using: &random) }

  /// Up to three changes to every other file.
  mutating func change(_ bytes: inout [UInt8]) {
    for _ in 0..<max(0, number(6) - 2) { changeOnce(&bytes) }
  }

  private mutating func changeOnce(_ bytes: inout [UInt8]) {
    guard bytes.count > 1 else { return }
    let place = number(bytes.count)
    let range = place..<min(bytes.count, place + 1 + number(number(2) == 0 ? 20 : 400))
    switch number(8) {
    case 0, 1: bytes.removeSubrange(range)
    case 2: bytes.insert(contentsOf: range.map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    case 3, 4: for index in range { bytes[index] = 0 }
    case 5: bytes.insert(contentsOf: Array(bytes[range]), at: number(bytes.count))
    // What looks like a frame's beginning, or a skippable one's; some state more than follows.
    case 6:
      let beginnings: [[UInt8]] = [
        [0x28, 0xb5, 0x2f, 0xfd], [0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x10],
        [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x58, 1, 0, 0],
        [0x28, 0xb5, 0x2f, 0xfd, 0xa4, 0, 0, 0, 0x03, 1, 0, 0], [0x50, 0x2a, 0x4d, 0x18, 12, 0, 0, 0],
        [0x5e, 0x2a, 0x4d, 0x18, 0, 0, 0, 1],
      ]
      bytes.insert(contentsOf: beginnings[number(beginnings.count)], at: place)
    default: bytes[place] ^= 1 << UInt8(number(8))
    }
  }
}
