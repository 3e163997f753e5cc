import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

/// Golden segments cut at every length and with every single bit flipped. Always the exact prefix of an
/// open one, or the loss of the damaged frame alone, named with its place; never a wrong leaf.
@Suite struct FormatDamageTests {
  @Test func anOpenFileCutAtEveryLengthIsItsExactPrefix() throws {
    let bytes = try GoldenFiles.shared.get().open.bytes
    let whole = ReadFile(bytes, isSealed: false)
    #expect(whole.damage.isEmpty)
    for count in 0...bytes.count {
      let read = ReadFile(Array(bytes[..<count]), isSealed: false)
      let prefix = whole.frames.filter { $0.end <= count }
      #expect(read.frames == prefix)
      let end = prefix.last?.end ?? 0
      let torn = SegmentDamage(.tornTail, offset: end, sizeBytes: count - end, reachesEnd: true)
      #expect(read.damage == (end == count ? [] : [torn]))
    }
  }

  @Test func aSealedFileCutAtEveryLengthNamesTheCut() throws {
    let bytes = try GoldenFiles.shared.get().sealed.bytes
    let whole = ReadFile(bytes, isSealed: true)
    for count in 0..<bytes.count {
      let read = ReadFile(Array(bytes[..<count]), isSealed: true)
      let prefix = whole.frames.filter { $0.end <= count }
      #expect(read.frames == prefix)
      #expect(read.damage.count == 1)
      #expect(read.damage.first?.offset == prefix.last?.end ?? 0)
      #expect(read.damage.first?.reachesEnd == true)
    }
  }

  /// A tail of zeros is how a file grown before a power cut reads.
  @Test(arguments: [1, 3, 8, 4096])
  func aTailOfZerosIsTorn(count: Int) throws {
    let bytes = try GoldenFiles.shared.get().open.bytes
    let read = ReadFile(bytes + [UInt8](repeating: 0, count: count), isSealed: false)
    #expect(read.frames == ReadFile(bytes, isSealed: false).frames)
    #expect(
      read.damage == [SegmentDamage(.tornTail, offset: bytes.count, sizeBytes: count, reachesEnd: true)])
  }

  @Test(arguments: 0..<8, [false, true])
  func everyBitFlippedCostsItsFrameAlone(bit: Int, isSealed: Bool) throws {
    let files = try GoldenFiles.shared.get()
    var bytes = isSealed ? files.sealed.bytes : files.open.bytes
    let whole = ReadFile(bytes, isSealed: isSealed)
    var harmless = 0
    for place in bytes.indices {
      bytes[place] ^= 1 << UInt8(bit)
      defer { bytes[place] ^= 1 << UInt8(bit) }
      let read = ReadFile(bytes, isSealed: isSealed)
      let index = whole.frames.firstIndex { $0.offset <= place && place < $0.end }
      var rest = whole.frames
      if let index { rest.remove(at: index) }
      if read.frames == whole.frames {
        // Either nothing that counts (a bit of zstd's that says nothing), or only the table.
        harmless += read.damage.isEmpty ? 1 : 0
        if index == nil { #expect(!read.damage.isEmpty, "\(place)") } else { #expect(read.damage.isEmpty) }
      } else {
        #expect(read.frames == rest, "\(place)")
        #expect(read.damage.first?.offset == index.map { whole.frames[$0].offset }, "\(place)")
        #expect(
          read.damage.allSatisfy { damage in index.map { damage.offset < whole.frames[$0].end } ?? false })
      }
      #expect(read.isInOrder)
      if isSealed { #expect(!files.sealed.name.matches(bytes)) }
    }
    // One unused bit in each frame's descriptor, and its window where the content is smaller still.
    #expect(harmless <= 2 * whole.frames.count, "bit \(bit): \(harmless)")
  }

  @Test func everyFrameRemovedOrDoubledLeavesTheOthers() throws {
    let bytes = try GoldenFiles.shared.get().open.bytes
    let whole = ReadFile(bytes, isSealed: false)
    for frame in whole.frames {
      let without = Array(bytes[..<frame.offset] + bytes[frame.end...])
      #expect(
        ReadFile(without, isSealed: false).frames.map(\.leaves)
          == whole.frames.filter { $0 != frame }.map(\.leaves))
      let doubled = ReadFile(Array(bytes[..<frame.end] + bytes[frame.offset...]), isSealed: false)
      #expect(doubled.frames.count == whole.frames.count + 1)
    }
  }

  /// Several frames in a row, wiped by random bytes: each of the others is read.
  @Test(.seeded) func wipedRangesLoseOnlyWhatTheyTouch() throws {
    var random = SeededRandom(seed: TestSeed.current)
    let files = try GoldenFiles.shared.get()
    for isSealed in [false, true] {
      let bytes = isSealed ? files.sealed.bytes : files.open.bytes
      let whole = ReadFile(bytes, isSealed: isSealed)
      let dataEnd = whole.frames.last?.end ?? 0
      for _ in 0..<150 {
        let start = Int.random(in: 0..<dataEnd, using: &random)
        let end = start + Int.random(in: 8...700, using: &random)
        guard end <= dataEnd else { continue }
        var changed = bytes
        for place in start..<end { changed[place] ^= UInt8.random(in: 1...255, using: &random) }
        let read = ReadFile(changed, isSealed: isSealed)
        #expect(read.frames == whole.frames.filter { $0.end <= start || $0.offset >= end })
        #expect(!read.damage.isEmpty)
        #expect(read.isInOrder)
      }
    }
  }

  @Test func readingCanBeginInTheMiddle() throws {
    let bytes = try GoldenFiles.shared.get().sealed.bytes
    let whole = ReadFile(bytes, isSealed: true)
    let second = whole.frames[1]
    var reader = SegmentReader(bytes: bytes, isSealed: true, from: second.offset)
    guard case .frame(let content, second.offset, second.sizeBytes)? = reader.next() else {
      Issue.record("no frame")
      return
    }
    #expect(content.leaves.map(\.hash) == second.leaves)
    while let part = reader.next() {
      if case .damage(let damage) = part { Issue.record("\(damage)") }
    }
    var behind = SegmentReader(bytes: bytes, isSealed: false, from: .max)
    let nothing = behind.next()
    #expect(nothing == nil)
  }
}
