/// How a writer lays out what it writes.
package struct WriterOptions: Sendable {
  /// zstd's for each commit, 1 to 3.
  package var level = 1
  /// zstd's for sealed files.
  package var sealLevel = 9
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
  /// What a sealed file holds at most, unpacked; a journal that has grown beyond it makes several.
  package var sealedContentSizeBytesMax = 48 << 20
  /// Randomness for the names of open segments.
  package var random: @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) }
  /// Mistakes made on purpose, for the tests that show that they would be found.
  package var flaws = WriterFlaws(rawValue: 0)

  package init() {}

  /// What one commit may unpack to; a reader takes 64 MiB a segment.
  package static let commitSizeBytesMax = 24 << 20
  /// Commits that arrive together share a flush up to about this much.
  static let groupSizeBytes = 8 << 20
}

/// Mistakes that a writer can be told to make. Never set outside of tests.
package struct WriterFlaws: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Says that commits are kept before they are flushed.
  package static let acknowledgeEarly = WriterFlaws(rawValue: 1)
  /// Believes that the published file is as it was left.
  package static let trustPublished = WriterFlaws(rawValue: 2)
  /// Goes on in a journal whose flush failed, as if asking again could help.
  package static let retryFlush = WriterFlaws(rawValue: 4)
  /// Replaces the journal before the sealed file is flushed.
  package static let sealUnflushed = WriterFlaws(rawValue: 8)
}
