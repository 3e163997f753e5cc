/// Finds the frames after damage: the next place at which a complete frame that can be unpacked begins.
///
/// Each byte of a file is read once, and each place that looks like a frame's beginning is tried once, here or by the
/// reader. A file made of false beginnings is given up after as many of them as the format allows.
struct FrameSearch {
  /// How many places that only look like a frame's beginning are tried in one file.
  static let failuresMax = 10_000
  /// How much content, in bytes, these may state together.
  static let failedSizeBytesMax: UInt64 = 256 << 20

  /// Whether the search gave up on the file.
  private(set) var isOver = false
  private var failures = 0
  private var failedSizeBytes: UInt64 = 0
  /// The next byte to look at.
  private var place = 0
  /// The last frame that was found.
  private var found: Int?

  /// The first frame that begins after `start`; nil if there is none, or the file was given up. `start` never goes
  /// back.
  mutating func frame(after start: Int, in file: [UInt8], _ decompressor: borrowing ZstdDecompressor) -> Int?
  {
    if let found, found > start { return found }
    place = max(place, start + 1)
    while place + 4 <= file.count, !isOver {
      defer { place += 1 }
      guard FrameHeader.begins(at: place, in: file), let header = try? FrameHeader(file.span, at: place),
        (try? header.check(contentMax: SegmentLimit.contentSizeBytesMax)) != nil
      else { continue }
      if (try? decompressor.decompress(file.span, at: place)) != nil {
        found = place
        return place
      }
      count(header)
    }
    return nil
  }

  /// Whether the place was looked at, and no frame was found there.
  func hasPassed(_ start: Int) -> Bool { start < place && start != found }

  /// Notes that the reader tried the frame at `start`, and that it cannot be unpacked.
  mutating func failed(at start: Int, in file: [UInt8]) {
    guard start >= place else { return }
    place = start + 1
    guard let header = try? FrameHeader(file.span, at: start),
      (try? header.check(contentMax: SegmentLimit.contentSizeBytesMax)) != nil
    else { return }
    count(header)
  }

  /// A frame that does not state its content may unpack to as much as a segment holds before it fails.
  private mutating func count(_ header: FrameHeader) {
    failures += 1
    failedSizeBytes += header.contentSizeBytes ?? UInt64(SegmentLimit.contentSizeBytesMax)
    isOver = failures >= Self.failuresMax || failedSizeBytes >= Self.failedSizeBytesMax
  }
}

extension FrameHeader {
  /// Whether a frame may begin at a place.
  static func begins(at place: Int, in file: [UInt8]) -> Bool {
    file.span.little(4, at: place) == UInt64(magic)
  }
}
