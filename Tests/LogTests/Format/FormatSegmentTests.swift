import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

@Suite struct FormatSegmentTests {
  static let golden = GoldenLedger()

  @Test func sealingKeepsEveryLeafAndTheLastHeadOfEachFrame() throws {
    let golden = try #require(Self.golden)
    let all = 0..<golden.commits.count
    let leaves = ReadFile(golden.openSegment(all).bytes, isSealed: false).frames.flatMap(\.leaves)
    for frameSizeBytes in [1, 900, 2000, 1 << 20] {
      let sealed = try golden.sealedSegment(all, frameSizeBytes: frameSizeBytes)
      #expect(sealed.name.matches(sealed.bytes))
      var reader = SegmentReader(bytes: sealed.bytes, isSealed: true)
      var found: [Hash256] = []
      var tree = MerkleTree()
      while let part = reader.next() {
        guard case .frame(let content, _, _) = part else { continue }
        #expect(content.header?.tree == tree)
        for leaf in content.leaves { tree.append(leaf.hash) }
        found += content.leaves.map(\.hash)
        #expect(
          content.commits.map { $0.commit.head != nil }
            == content.commits.indices.map { $0 == content.commits.count - 1 })
        #expect(content.commits.last?.commit.head?.root == tree.root)
      }
      #expect(found == leaves)
      #expect(tree == sealed.tree)
      #expect(ReadFile(sealed.bytes, isSealed: true).damage.isEmpty)
    }
  }

  /// Sealed frames can be sealed again, into fewer; commits without a head of their own stay with the
  /// next that has one.
  @Test func sealedFramesCanBeSealedAgain() throws {
    let golden = try #require(Self.golden)
    let once = try golden.sealedSegment(0..<8, frameSizeBytes: 1400)
    var reader = SegmentReader(bytes: once.bytes, isSealed: true)
    var writer = SealedSegmentWriter(header: golden.commits[0].header, level: 19, frameSizeBytes: 2)
    while let part = reader.next() {
      if case .frame(let content, _, _) = part {
        try writer.append(content, commits: content.commits.indices)
      }
    }
    let twice = try writer.finish()
    #expect(twice.tree == once.tree)
    let read = ReadFile(twice.bytes, isSealed: true)
    #expect(read.frames.map(\.leaves) == ReadFile(once.bytes, isSealed: true).frames.map(\.leaves))
    #expect(read.damage.isEmpty)
  }

  @Test func onlyWhatIsSignedAndUndamagedIsSealed() throws {
    let golden = try #require(Self.golden)
    func content(_ lines: [[UInt8]]) throws -> FrameContent {
      guard case .content(let content) = FrameContent.parse(lines.flatMap { $0 + [0x0a] }) else {
        throw SealError.noCommit
      }
      return content
    }
    let lines = golden.commits[1].lines
    let last = try CommitLine.parse(lines[2])
    var empty = SealedSegmentWriter(header: golden.commits[1].header)
    do throws(SealError) {
      _ = try empty.finish()
      Issue.record("sealed")
    } catch {
      #expect(error == .noCommit)
    }
    var unsigned = SealedSegmentWriter(header: golden.commits[1].header)
    try unsigned.append(content([lines[0], lines[1], last.strippingHead(lines[2])]), commits: 0..<1)
    do throws(SealError) {
      _ = try unsigned.finish()
      Issue.record("sealed")
    } catch {
      #expect(error == .unsigned)
    }
    var elsewhere = SealedSegmentWriter(header: golden.commits[2].header)
    let misplaced = try content(lines)
    do throws(SealError) {
      try elsewhere.append(misplaced, commits: 0..<1)
      Issue.record("sealed")
    } catch {
      #expect(error == .wrongRoot(commit: 2))
    }
  }

  @Test func headersOfAnotherWriterAreQuarantined() throws {
    let golden = try #require(Self.golden)
    let (_, bytes) = golden.openSegment(0..<4)
    var other = golden.commits[4].header
    other.ledger = "0193b2c4-5d6e-7f80-8a1b-000000000000"
    let read = ReadFile(bytes + SegmentWriter.headerFrame(other), isSealed: false)
    #expect(read.damage.map(\.reason) == [.quarantined(FrameRejection(.foreignHeader, line: 1, offset: 0))])
    var again = golden.commits[4].header
    again.format = 1
    #expect(ReadFile(bytes + SegmentWriter.headerFrame(again), isSealed: false).damage.isEmpty)
    // A sealed file's frames each need a header.
    let bare = SegmentWriter.commitFrame(lines: golden.commits[0].content)
    #expect(
      ReadFile(bare, isSealed: true).damage.map(\.reason) == [
        .quarantined(FrameRejection(.noHeader, line: 1, offset: 0))
      ])
  }

  /// 64 MiB of content a segment: what is beyond is not read, however well it compresses.
  @Test func contentHasALimit() throws {
    let golden = try #require(Self.golden)
    let line =
      Array("{\"later\":\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 20 - 20) + Array("\"}\n".utf8)
    var lines = [UInt8]()
    for _ in 0..<12 { lines += line }
    let frame = SegmentWriter.commitFrame(lines: lines + golden.commits[0].content, level: 1)
    let bytes =
      SegmentWriter.headerFrame(golden.commits[0].header) + Array(repeatElement(frame, count: 7).joined())
    let read = ReadFile(bytes, isSealed: false)
    #expect(read.frames.count == 6)
    #expect(read.damage.map(\.reason) == [.tooMuch])
    #expect(read.damage.first?.reachesEnd == true)
  }

  /// A file made of nothing but false beginnings is given up soon.
  @Test func falseBeginningsCostLittle() throws {
    var bytes: [UInt8] = []
    // Each announces 60 MiB in blocks that go on to the file's end.
    for _ in 0..<20_000 { bytes += [0x28, 0xb5, 0x2f, 0xfd, 0xa4, 0, 0, 0xc0, 0x03, 0x02, 0x00, 0x10] }
    let start = ContinuousClock.now
    let read = ReadFile(bytes, isSealed: false)
    #expect(read.frames.isEmpty)
    #expect(!read.damage.isEmpty)
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test func skippableFramesMayStandAnywhere() throws {
    let golden = try #require(Self.golden)
    let (_, bytes) = golden.openSegment(0..<3)
    let note = ZstdFrame.skippable(Array("note".utf8), number: 3)
    let read = ReadFile(note + bytes + note, isSealed: false)
    #expect(read.frames.count == 4)
    #expect(read.skippable == [0, note.count + bytes.count])
    #expect(read.damage.isEmpty)
  }

  @Test(.seeded) func randomBytesNeverTrap() {
    var random = SeededRandom(seed: TestSeed.current &+ 5)
    for _ in 0..<500 {
      var bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes = [0x28, 0xb5, 0x2f, 0xfd] + bytes }
      if Bool.random(using: &random) { bytes = [0x5e, 0x2a, 0x4d, 0x18] + bytes }
      for isSealed in [true, false] { #expect(ReadFile(bytes, isSealed: isSealed).isInOrder) }
    }
  }
}
