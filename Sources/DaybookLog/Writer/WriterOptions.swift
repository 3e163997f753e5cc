/// How a writer lays out what it writes.
package struct WriterOptions: Sendable {
  /// zstd's level for each commit, 1 to 3.
  package var level = 1
  /// zstd's level for segments that are published, and for small ones that are joined.
  package var publishLevel = 3
  /// zstd's level for joined segments that hold at least `denseContentSizeBytes`, and for all sealed ones.
  package var sealLevel = 9
  /// zstd's level for sealing while commits arrive faster than `sealLevel` allows: 1.7 times as fast, 3 % larger.
  package var quickSealLevel = 6
  package var denseContentSizeBytes = 256 << 10
  /// The approximate unpacked size of a sealed file's frames. Larger frames compress better; damage costs a frame.
  package var sealFrameSizeBytes = 5 << 20
  /// The size at which a journal is sealed and a new one begun.
  package var rollSizeBytes = 4 << 20
  /// The same, by the unpacked size of its commits. Leaves room in a segment for one more group.
  package var rollContentSizeBytes = 24 << 20
  /// The unpacked size to which a journal may grow while it is being sealed; then the writer waits. Leaves room in a
  /// segment for the largest group.
  package var waitContentSizeBytes = 30 << 20
  /// When a journal that is due is sealed.
  package var sealing = SealTiming.beside
  package var publishing = PublishTiming.later
  /// The number of adjacent segments of a class that are joined.
  package var joinedSegments = 8
  /// The maximum unpacked size of a sealed file; a larger journal makes several.
  package var sealedContentSizeBytesMax = 48 << 20

  package init() {}

  /// The maximum unpacked size of one commit; a reader accepts 64 MiB per segment.
  package static let commitSizeBytesMax = 24 << 20
  /// Commits that arrive together share a flush up to about this much.
  static let groupSizeBytes = 8 << 20
}

/// When appended commits are published.
package enum PublishTiming: Sendable, Equatable {
  /// Before the append returns.
  case atOnce
  /// When the writer's owner asks for it, or closes it.
  case later
}
