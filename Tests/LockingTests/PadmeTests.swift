import DaybookTestSupport
import Testing

@testable import DaybookLocking

@Suite struct PadmeTests {
  /// As the paper says it, by trying every length.
  private func isAllowed(_ length: Int) -> Bool {
    guard length >= 2 else { return true }
    func log2(_ number: Int) -> Int { (0...).first { number >> ($0 + 1) == 0 } ?? 0 }
    let e = log2(length)
    let s = log2(e) + 1
    return e <= s || length % (1 << (e - s)) == 0
  }

  @Test func itIsTheSmallestAllowedLength() {
    let wrong = (2...5_000).filter { length in
      let padded = Padme.padded(length)
      return padded < length || !isAllowed(padded) || (length..<padded).contains(where: isAllowed)
    }
    #expect(wrong.isEmpty)
    #expect((0...10).map(Padme.padded) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 10])
    #expect(Padme.padded(Padme.lengthMax) == Padme.lengthMax)
  }

  @Test(.seeded) func itGrowsByTwelvePercentAtMost() {
    var random = SeededRandom(seed: TestSeed.current)
    for _ in 0..<10_000 {
      let length = Int.random(
        in: 1...Padme.lengthMax >> Int.random(in: 0...38, using: &random), using: &random)
      let padded = Padme.padded(length)
      #expect(Padme.padded(padded) == padded)
      if length >= 1024 { #expect(Double(padded) <= 1.12 * Double(length)) }
    }
  }
}

@Suite struct PaddingFrameTests {
  @Test(.seeded) func itComesOffAgain() throws {
    var random = SeededRandom(seed: TestSeed.current)
    for count in Array(0...300) + (0..<50).map({ _ in Int.random(in: 0...200_000, using: &random) }) {
      let content = (0..<count).map { _ in UInt8(Int.random(in: 0...3, using: &random) * 85) }
      let padded = PaddingFrame.adding(to: content)
      #expect(padded.count == Padme.padded(count + 8))
      #expect(try PaddingFrame.removing(from: padded) == content)
    }
  }

  /// A content that ends like a padding keeps that end.
  @Test func onlyTheLastFrameComesOff() throws {
    let inner = PaddingFrame.adding(to: [1, 2, 3])
    #expect(try PaddingFrame.removing(from: PaddingFrame.adding(to: inner)) == inner)
    let magic: [UInt8] = [0x5e, 0x2a, 0x4d, 0x18]
    for end in [magic, magic + magic, magic + [0, 0, 0, 0], magic + [0]] {
      #expect(try PaddingFrame.removing(from: PaddingFrame.adding(to: end)) == end)
    }
  }

  @Test func whatIsNotPaddedIsRefused() throws {
    let padded = PaddingFrame.adding(to: [UInt8](repeating: 7, count: 1001))
    #expect(throws: LockingError.self) { try PaddingFrame.removing(from: []) }
    #expect(throws: LockingError.self) { try PaddingFrame.removing(from: Array(padded[..<1001])) }
    for cut in 1...30 {
      #expect(throws: LockingError.self) { try PaddingFrame.removing(from: padded.dropLast(cut)) }
    }
    for more in 1...30 {
      #expect(throws: LockingError.self) {
        try PaddingFrame.removing(from: padded + [UInt8](repeating: 0, count: more))
      }
    }
    for place in 1001..<padded.count {
      var changed = padded
      changed[place] ^= 1
      #expect(throws: LockingError.self, "byte \(place)") { try PaddingFrame.removing(from: changed) }
    }
    // A frame of the right form, longer than the length needs.
    let long = [UInt8](repeating: 7, count: 1001) + [0x5e, 0x2a, 0x4d, 0x18, 64, 0, 0, 0]
    #expect(throws: LockingError.self) {
      try PaddingFrame.removing(from: long + [UInt8](repeating: 0, count: 64))
    }
  }

  @Test func itIsASkippableFrame() {
    #expect(PaddingFrame.frame(behind: 1001).prefix(8) == [0x5e, 0x2a, 0x4d, 0x18, 15, 0, 0, 0])
  }
}
