/// Why bytes are not a frame that this version reads.
package enum FrameError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No zstd frame begins here.
  case notZstd
  /// The bytes end before the frame does.
  case truncated
  /// The content is not what was written: the checksum or the coding does not hold.
  case corrupt
  /// A frame of this format has a checksum; without one a changed bit could go unnoticed.
  case noChecksum
  /// It needs a dictionary.
  case dictionary
  /// More content or a wider window than the format allows; nothing was allocated for it.
  case tooLarge

  package var description: String {
    switch self {
    case .notZstd: "no zstd frame"
    case .truncated: "a frame that ends too early"
    case .corrupt: "a frame with a wrong checksum"
    case .noChecksum: "a frame without a checksum"
    case .dictionary: "a frame that needs a dictionary"
    case .tooLarge: "a frame beyond the format's limits (8 MiB window, 64 MiB content)"
    }
  }
}

/// The limits of a segment.
package enum SegmentLimit {
  /// Bytes of content over all of a segment's frames.
  package static let contentSizeBytesMax = 64 << 20
  package static let windowSizeBytesMax = 8 << 20
  /// Lines in one frame. Events fill 64 MiB with fewer; empty objects would fill memory with leaves.
  package static let frameLinesMax = 1 << 20
  /// The compressed size: content that does not compress, plus the frames' own bytes.
  package static let fileSizeBytesMax = 96 << 20
}
