import Dispatch
import Synchronization

/// When a journal that is long enough is sealed.
package enum SealTiming: Sendable, Equatable {
  /// On a separate thread, while the writer continues.
  case beside
  /// By the writer itself, the given number of groups of commits after the one that made it due: deterministic, for
  /// simulations and tests. 0: at once.
  case behind(groups: Int)
}

/// A sealing alongside its writer.
package final class SealJob: Sendable {
  let sealing: Sealing
  /// Left when there is an outcome.
  private let isRunning = DispatchGroup()
  private let outcome = Mutex<Result<Sealing.Made, Sealing.Failure>?>(nil)
  private let compression = Mutex<FrameCompression?>(nil)
  private let isStarted = Atomic(false)
  private let told = Mutex<SealPace.Compressed?>(nil)

  init(_ sealing: Sealing) { self.sealing = sealing }

  func start() {
    isStarted.store(true, ordering: .relaxed)
    DispatchQueue.global().async(group: isRunning) { self.run() }
  }

  private func run() {
    let result = Result { () throws(Sealing.Failure) in
      try sealing.run { contents, level in
        let frames = FrameCompression(contents, level: level)
        compression.withLock { $0 = frames }
        let begun = ContinuousClock.now
        defer {
          let made = SealPace.Compressed(
            sizeBytes: contents.reduce(0) { $0 + $1.count }, level: level, duration: .now - begun)
          told.withLock { $0 = made }
        }
        return frames.frames()
      }
    }
    outcome.withLock { $0 = result }
  }

  /// Nil if it produced nothing.
  var compressed: SealPace.Compressed? { told.withLock { $0 } }

  var isDone: Bool { outcome.withLock { $0 != nil } }

  /// Whether it is done, or was not started: in that case, fetching the result does the work.
  var isToBeTaken: Bool { isDone || !isStarted.load(ordering: .relaxed) }

  /// Returns when it is done; blocks no thread.
  package func wait() async {
    await withCheckedContinuation { continuation in
      isRunning.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Waits, and helps with the compression meanwhile.
  func finish() -> Result<Sealing.Made, Sealing.Failure> {
    if isStarted.load(ordering: .relaxed) {
      compression.withLock { $0 }?.help()
      isRunning.wait()
    } else {
      run()
    }
    guard let result = outcome.withLock({ $0 }) else {
      preconditionFailure("a sealing ended without an outcome")
    }
    return result
  }
}

/// How densely a journal is sealed alongside its writer: as densely as possible in no more than a third of the time in
/// which the journal was filled. So a process that writes much at once need not wait for sealing, and the files are a
/// little larger.
struct SealPace {
  /// About how much faster the quick level is than the dense one.
  private static let quickRatio = 1.7
  private static let shareMax = 1.0 / 3

  private var begun = ContinuousClock.now
  /// The speed of the dense level; a guess until it was measured.
  private var bytesPerSecond = 60e6

  /// The level for a journal that is due now; from here on, the next one is filled.
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
