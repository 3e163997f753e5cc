/// How a writer lays out what it writes.
package struct WriterOptions: Sendable {
  /// zstd's for each commit, 1 to 3.
  package var level = 1
  /// zstd's for segments that are published, and for small ones that are joined.
  package var publishLevel = 3
  /// zstd's for those that hold this much when they are joined, and for all that are sealed.
  package var sealLevel = 9
  /// zstd's for what is sealed while more comes faster than it could be sealed so: 1.7 times as fast, 3 % larger.
  package var quickSealLevel = 6
  package var denseContentSizeBytes = 256 << 10
  /// What a sealed file's frames unpack to, about. Larger ones find more that repeats; damage costs a frame.
  package var sealFrameSizeBytes = 5 << 20
  /// A journal of so many bytes is sealed and a new one begun.
  package var rollSizeBytes = 4 << 20
  /// The same, by what its commits unpack to. Leaves room in a segment for one more group.
  package var rollContentSizeBytes = 24 << 20
  /// While a journal is sealed it grows to so much, unpacked; then the writer waits. Leaves room in a segment for the
  /// largest group.
  package var waitContentSizeBytes = 30 << 20
  /// When a journal that is due is sealed.
  package var sealing = SealTiming.beside
  package var publishing = PublishTiming.later
  /// So many segments of a class that lie side by side are joined.
  package var joinedSegments = 8
  /// What a sealed file holds at most, unpacked; a journal that has grown beyond it makes several.
  package var sealedContentSizeBytesMax = 48 << 20

  package init() {}

  /// What one commit may unpack to; a reader takes 64 MiB a segment.
  package static let commitSizeBytesMax = 24 << 20
  /// Commits that arrive together share a flush up to about this much.
  static let groupSizeBytes = 8 << 20
}

/// When what was appended is published.
package enum PublishTiming: Sendable, Equatable {
  /// Before the append returns.
  case atOnce
  /// When the writer's owner asks for it, or closes it.
  case later
}
