// Files that are read one after another, by as many cores as there are: frames are unpacked, parsed and hashed by
// themselves, each by the first thread that comes to it, and consumed in their order by one reader, which helps when
// the next is not ready. While it consumes the last frames of one file, those of the next are begun.

import DaybookLog
import DaybookModel
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One reading of files in a known order.
final class ReadAhead: Sendable {
  /// A file to be read, by its path.
  struct Source: Sendable {
    var path: String
    var sizeBytes: Int
    /// Nil when it cannot be read: the reader will ask for itself, and tell why.
    var load: @Sendable () -> [UInt8]?
  }

  /// Below this another thread costs more than it brings.
  static let inlineSizeBytesMax = 256 << 10
  /// What may be unpacked and not taken yet.
  static let contentSizeBytesMax = 4 << 20
  /// Small frames are unpacked by as many as come to this.
  static let unitSizeBytes = 128 << 10

  struct State {
    var files: [File] = []
    /// The file that is read, and what comes next.
    var current = 0
    /// Of the units that were begun and not taken.
    var contentSizeBytes = 0
    var isOver = false
  }

  struct File {
    var source: Source
    var load = Load.not
    var bytes: [UInt8] = []
    var units: [Unit] = []
    /// The first that nobody has begun.
    var next = 0
  }

  enum Load { case not, underWay, done, failed }

  /// Frames in a row.
  struct Unit {
    var places: ArraySlice<FramePlace>
    var contentSizeBytes: Int
    /// Nil until they are unpacked: those that are sound.
    var frames: [UnpackedFrame]?
    /// Whether it counts in ``State/contentSizeBytes``.
    var isCounted = false
  }

  let state: Locked<State>
  let pool = FramePool()
  /// Signalled when something may be begun, and when something is done. Each may be signalled more often than waited
  /// for: a thread that wakes looks at the state.
  let toBegin = DispatchSemaphore(value: 0)
  let done = DispatchSemaphore(value: 0)
  private let workerCount: Int

  convenience init(_ sources: [Source], inlineSizeBytesMax: Int) {
    self.init(sources.map { File(source: $0) }, inlineSizeBytesMax: inlineSizeBytesMax)
  }

  /// One file from an offset on.
  convenience init(bytes: [UInt8], from offset: Int, inlineSizeBytesMax: Int) {
    var file = File(source: Source(path: "", sizeBytes: max(bytes.count - offset, 0)) { nil })
    if file.source.sizeBytes > inlineSizeBytesMax {
      (file.load, file.bytes) = (.done, bytes)
      file.units = Self.units(of: FramePlace.all(in: bytes, from: max(offset, 0)))
    }
    self.init([file], inlineSizeBytesMax: inlineSizeBytesMax)
  }

  private init(_ files: [File], inlineSizeBytesMax: Int) {
    let isLarge = files.reduce(0) { $0 + $1.source.sizeBytes } > inlineSizeBytesMax
    state = Locked(State(files: files))
    workerCount = isLarge ? min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1, 0), Self.workersMax) : 0
    for _ in 0..<workerCount {
      // Not on the cooperative threads, which the reader may be blocking.
      DispatchQueue.global(qos: .userInitiated).async { [self] in work() }
    }
  }

  /// Folding what they unpack takes one core: more would wait.
  private static let workersMax = 3

  var isShared: Bool { workerCount > 0 }

  /// Nothing more will be taken.
  func end() {
    state.withLock { state in
      state.isOver = true
      state.files = []
    }
    wake()
  }

  func wake() { for _ in 0..<workerCount { toBegin.signal() } }
}

/// Contents whose memory may be used again.
final class FramePool: Sendable {
  private let contents = Locked<[FrameContent]>([])
  private static let countMax = 6

  func take() -> FrameContent? { contents.withLock { $0.popLast() } }

  /// Of use only where nobody else goes on holding the content.
  func give(_ content: FrameContent) {
    contents.withLock { contents in
      if contents.count < Self.countMax { contents.append(content) }
    }
  }
}
