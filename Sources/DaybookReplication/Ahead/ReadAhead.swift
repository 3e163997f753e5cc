import DaybookLog
import DaybookModel
import Dispatch

// Reads files one after another on all cores: frames are unpacked, parsed and hashed independently, each by the first
// free thread. One reader consumes them in order, and helps when the next is not ready. While it consumes the last
// frames of one file, those of the next are begun.

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
    /// Returns nil if it cannot be read: the reader then tries itself, and reports the reason.
    var load: @Sendable () -> [UInt8]?
  }

  /// Below this size, another thread costs more than it saves.
  static let inlineSizeBytesMax = 256 << 10
  /// How much may be unpacked but not taken yet.
  static let contentSizeBytesMax = 4 << 20
  /// Small frames are unpacked in groups of this size.
  static let unitSizeBytes = 128 << 10

  struct State {
    var files: [File] = []
    /// The present file, and the next unit.
    var current = 0
    /// The size of the units that were begun and not taken.
    var contentSizeBytes = 0
    var isOver = false
  }

  struct File {
    var source: Source
    var load = Load.not
    var bytes: [UInt8] = []
    var units: [Unit] = []
    /// The first unit that no thread has begun.
    var next = 0
  }

  enum Load { case not, underWay, done, failed }

  /// Consecutive frames.
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
  /// Signalled when a job can be begun, and when a job is done. There may be more signals than waits: a thread that
  /// wakes checks the state.
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

  /// Folding what they unpack occupies one core: more threads would wait.
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

/// Contents whose memory can be reused.
final class FramePool: Sendable {
  private let contents = Locked<[FrameContent]>([])
  private static let countMax = 6

  func take() -> FrameContent? { contents.withLock { $0.popLast() } }

  /// Useful only if nothing else holds the content.
  func give(_ content: FrameContent) {
    contents.withLock { contents in
      if contents.count < Self.countMax { contents.append(content) }
    }
  }
}

// The methods of the reader, which reads the files in order.

extension ReadAhead {
  /// Goes to a file; those before it have been read or are not needed. - Returns: its bytes, and its number here; nil
  /// if they could not be read.
  func open(_ path: String) -> (bytes: [UInt8], file: Int)? {
    guard isShared, let file = goTo(path) else { return nil }
    while true {
      let (load, bytes) = state.withLock { ($0.files[file].load, $0.files[file].bytes) }
      switch load {
      case .done: return (bytes, file)
      case .failed, .not: return nil
      case .underWay: done.wait()
      }
    }
  }

  /// Makes this the file that is read now. Loads it unless another thread does so already.
  private func goTo(_ path: String) -> Int? {
    let (file, source) = state.withLock { state -> (Int?, Source?) in
      guard let file = state.files[state.current...].firstIndex(where: { $0.source.path == path }) else {
        return (nil, nil)
      }
      for passed in state.current..<file { state.leave(passed) }
      state.current = file
      guard case .not = state.files[file].load else { return (file, nil) }
      state.files[file].load = .underWay
      return (file, state.files[file].source)
    }
    wake()
    if let file, let source { load(file, source) }
    return file
  }

  enum Taken {
    /// Consecutive sound frames.
    case frames([UnpackedFrame])
    /// Frames that no thread has begun: the caller must unpack them.
    case places(ArraySlice<FramePlace>)
    case end
  }

  /// The frames of a unit; helps with other work while another thread unpacks them.
  func take(_ unit: Int, of file: Int, _ unpacker: borrowing FrameUnpacker) -> Taken {
    while true {
      enum Next {
        case taken(Taken), help(unit: Int, [UInt8], ArraySlice<FramePlace>), wait
      }
      let next = state.withLock { state -> Next in
        guard unit < state.files[file].units.count else { return .taken(.end) }
        if let frames = state.files[file].units[unit].frames {
          state.files[file].units[unit].frames = []
          state.uncount(unit, of: file)
          return .taken(.frames(frames))
        }
        if state.files[file].next == unit {
          state.files[file].next += 1
          return .taken(.places(state.files[file].units[unit].places))
        }
        guard state.contentSizeBytes < Self.contentSizeBytesMax, let other = state.begin(file) else {
          return .wait
        }
        return .help(unit: other, state.files[file].bytes, state.files[file].units[other].places)
      }
      switch next {
      case .taken(let taken):
        if case .frames = taken { wake() }
        return taken
      case .help(let other, let bytes, let places):
        finish(unpack(bytes, places, unpacker), file: file, unit: other)
      case .wait: done.wait()
      }
    }
  }
}

extension ReadAhead.State {
  /// Releases a file.
  fileprivate mutating func leave(_ file: Int) {
    for unit in files[file].units.indices { uncount(unit, of: file) }
    (files[file].bytes, files[file].units, files[file].next) = ([], [], 0)
  }

  fileprivate mutating func uncount(_ unit: Int, of file: Int) {
    guard files[file].units[unit].isCounted else { return }
    files[file].units[unit].isCounted = false
    contentSizeBytes -= files[file].units[unit].contentSizeBytes
  }
}
