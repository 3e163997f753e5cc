/// How densely a journal is sealed beside its writer: as densely as takes no more than a third of the time in which the
/// journal was filled. Who writes much at once so waits for no sealing, and the files are a little larger.
struct SealPace {
  /// As fast as the quick level is beside the dense one, about.
  private static let quickRatio = 1.7
  private static let shareMax = 1.0 / 3

  private var begun = ContinuousClock.now
  /// Of the dense level; a guess until one was measured.
  private var bytesPerSecond = 60e6

  /// Of a journal that is due now; the next one begins to be filled.
  mutating func level(for sizeBytes: Int, _ options: WriterOptions, at now: ContinuousClock.Instant = .now)
    -> Int
  {
    let seconds = (now - begun) / .seconds(1)
    begun = now
    let isSlow = Double(sizeBytes) / bytesPerSecond > seconds * Self.shareMax
    return isSlow ? options.quickSealLevel : options.sealLevel
  }

  mutating func note(_ compressed: Compressed?, _ options: WriterOptions) {
    guard let compressed, compressed.sizeBytes > 0, compressed.duration > .zero else { return }
    let speed = Double(compressed.sizeBytes) / (compressed.duration / .seconds(1))
    bytesPerSecond = compressed.level < options.sealLevel ? speed / Self.quickRatio : speed
  }

  /// What a sealing compressed, and how long it took.
  struct Compressed {
    var sizeBytes: Int
    var level: Int
    var duration: Duration
  }
}
