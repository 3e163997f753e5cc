internal import CZstd

/// Single frames: for one at a time, and to find where a frame ends without unpacking it. For many, keep a
/// ``ZstdCompressor`` or ``ZstdDecompressor``.
package enum ZstdFrame {
  /// One frame with its checksum and content size.
  package static func compress(_ content: [UInt8], level: Int) -> [UInt8] {
    ZstdCompressor(level: level).compress(content)
  }

  /// The content of bytes that are exactly one frame.
  package static func decompress(
    _ frame: [UInt8], contentMax: Int = SegmentLimit.contentSizeBytesMax
  ) throws(FrameError) -> [UInt8] {
    let (content, sizeBytes) = try ZstdDecompressor().decompress(frame.span, contentMax: contentMax)
    guard sizeBytes == frame.count else { throw .corrupt }
    return content
  }

  /// A frame of more blocks is damaged: otherwise a chain of empty blocks would make each check cost the whole length.
  static let blocksMax = 1 << 16

  /// How many bytes the frame at `start` has (a skippable one too), from the sizes that its blocks
  /// announce. O(blocks), of which there are at most ``blocksMax``.
  package static func sizeBytes(_ bytes: Span<UInt8>, at start: Int = 0) throws(FrameError) -> Int {
    guard start >= 0, start < bytes.count else { throw .truncated }
    if let header = try? FrameHeader(bytes, at: start) {
      try requireFewBlocks(bytes, from: start + header.headerSizeBytes)
    }
    let rest = bytes.extracting(start..<bytes.count)
    let result = rest.withUnsafeBytes { ZSTD_findFrameCompressedSize($0.baseAddress, $0.count) }
    guard ZSTD_isError(result) != 0 else { return result }
    switch ZSTD_getErrorCode(result) {
    case ZSTD_error_srcSize_wrong: throw .truncated
    case ZSTD_error_prefix_unknown: throw .notZstd
    default: throw .corrupt
    }
  }

  private static func requireFewBlocks(_ bytes: Span<UInt8>, from first: Int) throws(FrameError) {
    var place = first
    for _ in 0..<blocksMax {
      guard let block = bytes.little(3, at: place) else { throw .truncated }
      if block & 1 == 1 { return }
      // A block of one repeated byte states how often it is repeated.
      place += 3 + (block >> 1 & 3 == 1 ? 1 : Int(block >> 3))
    }
    throw .corrupt
  }

  /// Whether a frame with content may lie at a place, or anywhere behind it.
  package static func mayLie(in file: [UInt8], from place: Int) -> Bool {
    if (place..<max(place, file.count)).contains(where: { FrameHeader.begins(at: $0, in: file) }) {
      return true
    }
    // A frame that is complete except for its first bytes.
    var magic: [UInt8] = []
    magic.append(little: FrameHeader.magic)
    let rest = magic + file.dropFirst(place + magic.count)
    return (try? ZstdDecompressor().decompress(rest.span)) != nil
  }

  /// The first place, from `place` on, at which a frame begins.
  package static func next(in file: [UInt8], from place: Int) -> Int? {
    (min(place, file.count)..<file.count).first { FrameHeader.begins(at: $0, in: file) }
  }

  /// Whether a skippable frame begins at `start` (RFC 8878, 3.1.2).
  package static func isSkippable(_ bytes: Span<UInt8>, at start: Int) -> Bool {
    bytes.little(4, at: start).map { $0 & 0xffff_fff0 == 0x184d_2a50 } ?? false
  }

  /// A skippable frame; `number`, 0 to 15, distinguishes its types.
  package static func skippable(_ content: [UInt8], number: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(little: 0x184d_2a50 | number & 15)
    bytes.append(little: UInt32(content.count))
    return bytes + content
  }
}
