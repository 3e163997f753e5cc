import Dispatch
import Synchronization

/// When a journal that is long enough is sealed.
package enum SealTiming: Sendable, Equatable {
  /// On a thread of its own, while the writer goes on.
  case beside
  /// By the writer itself, with the group of commits that is so many behind the one that made it due: the same each
  /// time, for simulations and tests. 0: at once.
  case behind(groups: Int)
}

/// A sealing beside its writer.
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

  /// Nil where it came to nothing.
  var compressed: SealPace.Compressed? { told.withLock { $0 } }

  var isDone: Bool { outcome.withLock { $0 != nil } }

  /// Whether it is done, or was not started: then taking it up does the work.
  var isToBeTaken: Bool { isDone || !isStarted.load(ordering: .relaxed) }

  /// Returns when it is done; blocks no thread.
  package func wait() async {
    await withCheckedContinuation { continuation in
      isRunning.notify(queue: .global()) { continuation.resume() }
    }
  }

  /// Waits, and helps meanwhile.
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
