import DaybookModel
import DaybookTestSupport
import Testing

@testable import DaybookLog

@Suite struct FormatFrameTests {
  @Test(.seeded, arguments: [1, 3, 9, 17, 19])
  func contentGoesAround(level: Int) throws {
    var random = SeededRandom(seed: TestSeed.current)
    let compressor = ZstdCompressor(level: level)
    for count in [0, 1, 10, 255, 256, 70_000, 300_000] {
      let content = (0..<count).map { _ in UInt8.random(in: 97...105, using: &random) }
      let frame = compressor.compress(content)
      #expect(try ZstdFrame.decompress(frame) == content)
      let header = try FrameHeader(frame)
      #expect(header.hasChecksum)
      #expect(header.contentSizeBytes == UInt64(count))
      #expect(header.windowSizeBytes <= UInt64(SegmentLimit.windowSizeBytesMax))
      #expect(try ZstdFrame.sizeBytes(frame + [1, 2, 3]) == frame.count)
    }
  }

  /// A commit of many megabytes keeps its window within what every reader takes.
  @Test func largeContentHasASmallWindow() throws {
    let content = [UInt8](repeating: 0x61, count: 20 << 20)
    for level in [1, 9, 19] {
      let frame = ZstdFrame.compress(content, level: level)
      #expect(try FrameHeader(frame).windowSizeBytes <= UInt64(SegmentLimit.windowSizeBytesMax))
      #expect(try ZstdFrame.decompress(frame).count == content.count)
    }
  }

  /// A chain of empty blocks is walked to a stated length only, however often it is tried.
  @Test func aFrameHasOnlySoManyBlocks() throws {
    #expect(try ZstdFrame.decompress(OddFrame.empty(blocks: 65_536)) == [])
    #expect(throws: FrameError.corrupt) { try ZstdFrame.decompress(OddFrame.empty(blocks: 65_537)) }
  }

  static let frame = ZstdFrame.compress(Array("{\"a\":1}\n".utf8), level: 3)

  @Test func everyTruncationAndFlippedBitIsRefusedOrHarmless() {
    let content = try? ZstdFrame.decompress(Self.frame)
    for count in 0..<Self.frame.count {
      #expect(throws: FrameError.truncated) { try ZstdFrame.decompress(Array(Self.frame[..<count])) }
    }
    for place in Self.frame.indices {
      for bit in 0..<8 {
        var changed = Self.frame
        changed[place] ^= 1 << UInt8(bit)
        let read = try? ZstdFrame.decompress(changed)
        #expect(read == nil || read == content)
      }
    }
  }

  /// Frames by hand (RFC 8878): magic, descriptor, window or content size, one empty or RLE block.
  private func frame(_ descriptor: UInt8, _ fields: [UInt8], block: [UInt8] = [1, 0, 0]) -> [UInt8] {
    [0x28, 0xb5, 0x2f, 0xfd, descriptor] + fields + block + (descriptor & 4 != 0 ? [0, 0, 0, 0] : [])
  }

  @Test func limitsHoldBeforeAnythingIsAllocated() {
    let bomb = [UInt8]([0, 0, 0, 0, 0, 1, 0, 0])
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(frame(0xe4, bomb)) }
    // A window of 16 MiB; of 8 MiB.
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(frame(0x04, [14 << 3])) }
    #expect(throws: FrameError.corrupt) { try ZstdFrame.decompress(frame(0x04, [13 << 3])) }
    #expect(throws: FrameError.noChecksum) { try ZstdFrame.decompress(frame(0x00, [0])) }
    #expect(throws: FrameError.dictionary) { try ZstdFrame.decompress(frame(0x25, [7, 0])) }
    #expect(throws: FrameError.notZstd) { try ZstdFrame.decompress(frame(0x2c, [0])) }
    #expect(throws: FrameError.notZstd) { try ZstdFrame.decompress([UInt8](repeating: 0, count: 50)) }
    #expect(throws: FrameError.truncated) { try ZstdFrame.decompress([]) }
    // 5 MiB announced by 20 bytes that could not hold them.
    #expect(throws: FrameError.corrupt) { try ZstdFrame.decompress(frame(0xa4, [0, 0, 0x50, 0])) }
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(Self.frame, contentMax: 7) }
  }

  /// Blocks of 128 KiB zeros in four bytes each: 5 GiB in 160 KiB, with no size announced.
  @Test func aFrameThatUnpacksToFiveGibibytesIsStopped() {
    var bytes = frame(0x04, [7 << 3], block: [])
    bytes.removeLast(4)
    for _ in 0..<(5 << 30) / (128 << 10) { bytes += [0x02, 0x00, 0x10, 0x00] }
    bytes += [1, 0, 0, 0, 0, 0, 0]
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(bytes) }
    for isSealed in [true, false] {
      let read = ReadFile(bytes, isSealed: isSealed)
      #expect(read.frames.isEmpty)
      #expect(read.damage.map(\.reason) == [.frame(.tooLarge)])
    }
  }

  /// A frame without its content's size, as `zstd` in a pipe makes them, is read all the same.
  @Test func unannouncedContentIsReadWithinTheLimit() throws {
    // 8 bytes raw: descriptor with a checksum only, window 1 KiB, one raw block, xxh64's low half.
    let content = Array("{\"a\":1}\n".utf8)
    let checksum = Array(Self.frame.suffix(4))
    let bytes = [0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x00, 0x41, 0x00, 0x00] + content + checksum
    #expect(try ZstdFrame.decompress(bytes) == content)
    #expect(throws: FrameError.tooLarge) { try ZstdFrame.decompress(bytes, contentMax: 7) }
    var changed = bytes
    changed[12] ^= 1
    #expect(throws: FrameError.corrupt) { try ZstdFrame.decompress(changed) }
    // The decompressor is as good as new afterwards.
    let decompressor = ZstdDecompressor()
    let refused = try? decompressor.content(changed)
    #expect(refused == nil)
    for sound in [bytes, Self.frame] {
      let read = try decompressor.content(sound)
      #expect(read == content)
    }
  }

  @Test func skippableFramesAreSkipped() throws {
    let bytes = ZstdFrame.skippable([1, 2, 3], number: 5)
    #expect(ZstdFrame.isSkippable(bytes, at: 0))
    #expect(try ZstdFrame.sizeBytes(bytes) == 11)
    #expect(!ZstdFrame.isSkippable(Self.frame, at: 0))
    #expect(!ZstdFrame.isSkippable(bytes, at: 9))
    #expect(throws: FrameError.truncated) { try ZstdFrame.sizeBytes(Array(bytes.prefix(10))) }
    #expect(throws: FrameError.truncated) { try ZstdFrame.sizeBytes(bytes, at: 11) }
    #expect(throws: FrameError.truncated) { try ZstdFrame.sizeBytes(bytes, at: -1) }
  }

  @Test func aSeekTableIsSoundOrNone() {
    let table = SeekTable([
      .init(compressedSizeBytes: 3, contentSizeBytes: 10), .init(compressedSizeBytes: 4, contentSizeBytes: 5),
    ])
    let file = [UInt8](repeating: 7, count: 7) + table.frame
    #expect(SeekTable(endOf: file) == table)
    #expect(table.places == [3, 7])
    for place in 7..<file.count {
      for bit in 0..<8 {
        var changed = file
        changed[place] ^= 1 << UInt8(bit)
        let read = SeekTable(endOf: changed)
        #expect(read != table)
      }
    }
    for count in 0..<file.count { #expect(SeekTable(endOf: Array(file[..<count])) == nil) }
    #expect(SeekTable(endOf: Array(file.dropFirst())) == nil)
  }
}
