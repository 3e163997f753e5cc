/// The first bytes of a zstd frame (RFC 8878, 3.1.1.1), read before anything is allocated for it.
struct FrameHeader: Equatable {
  var headerSizeBytes: Int
  var windowSizeBytes: UInt64
  /// The content's size; nil if the frame does not state it.
  var contentSizeBytes: UInt64?
  var hasChecksum: Bool
  var hasDictionary: Bool

  static let magic: UInt32 = 0xfd2f_b528

  init(_ bytes: Span<UInt8>, at start: Int) throws(FrameError) {
    guard let found = bytes.little(4, at: start) else { throw .truncated }
    guard found == UInt64(Self.magic) else { throw .notZstd }
    guard let descriptor = bytes.little(1, at: start + 4) else { throw .truncated }
    // A reserved bit that is set: not a frame of this format of zstd.
    guard descriptor & 8 == 0 else { throw .notZstd }
    let isSingleSegment = descriptor & 32 != 0
    var place = start + 5
    var window: UInt64 = 0
    if !isSingleSegment {
      guard let byte = bytes.little(1, at: place) else { throw .truncated }
      let base = UInt64(1) << (10 + (byte >> 3))
      window = base + base / 8 * (byte & 7)
      place += 1
    }
    let idSize = [0, 1, 2, 4][Int(descriptor & 3)]
    guard let dictionary = bytes.little(idSize, at: place) else { throw .truncated }
    place += idSize
    let sizeSize = descriptor >> 6 == 0 ? (isSingleSegment ? 1 : 0) : 1 << Int(descriptor >> 6)
    guard var content = bytes.little(sizeSize, at: place) else { throw .truncated }
    if sizeSize == 2 { content += 256 }
    place += sizeSize
    headerSizeBytes = place - start
    windowSizeBytes = isSingleSegment ? content : window
    contentSizeBytes = sizeSize > 0 ? content : nil
    hasChecksum = descriptor & 4 != 0
    hasDictionary = dictionary != 0
  }

  /// Refuses a frame that the format does not allow.
  func check(contentMax: Int) throws(FrameError) {
    guard !hasDictionary else { throw .dictionary }
    guard windowSizeBytes <= UInt64(SegmentLimit.windowSizeBytesMax),
      contentSizeBytes ?? 0 <= UInt64(contentMax)
    else { throw .tooLarge }
    guard hasChecksum else { throw .noChecksum }
  }
}

extension Span<UInt8> {
  /// An unsigned little-endian number of `count` bytes (at most 8) at `start`; nil beyond the end.
  func little(_ count: Int, at start: Int) -> UInt64? {
    guard start >= 0, start <= self.count, count <= self.count - start else { return nil }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(self[start + index]) << UInt64(index * 8) }
    return value
  }
}

extension [UInt8] {
  mutating func append(little value: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
