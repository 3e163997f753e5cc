import Dispatch
import Synchronization

/// Compresses contents into frames, on any number of threads: each takes the next content that none has taken.
final class FrameCompression: Sendable {
  private struct State {
    var next = 0
    var frames: [[UInt8]]
  }

  private let contents: [[UInt8]]
  private let level: Int
  private let state: Mutex<State>
  /// Left once for each finished frame.
  private let isOpen = DispatchGroup()

  init(_ contents: [[UInt8]], level: Int) {
    (self.contents, self.level) = (contents, level)
    state = Mutex(State(frames: [[UInt8]](repeating: [], count: contents.count)))
    for _ in contents { isOpen.enter() }
  }

  /// Compresses until no content is left to take; other threads may still be at work then.
  func help() {
    while let index = take() {
      let frame = ZstdCompressor(level: level).compress(contents[index])
      state.withLock { $0.frames[index] = frame }
      isOpen.leave()
    }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.next < contents.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// All frames, in the contents' order: the same bytes regardless of which threads helped.
  func frames() -> [[UInt8]] {
    help()
    isOpen.wait()
    return state.withLock { $0.frames }
  }

  /// The same, on all cores.
  static func frames(of contents: [[UInt8]], level: Int) -> [[UInt8]] {
    let compression = FrameCompression(contents, level: level)
    DispatchQueue.concurrentPerform(iterations: contents.count) { _ in compression.help() }
    return compression.frames()
  }
}
