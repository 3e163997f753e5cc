import DaybookLog
import DaybookModel
import Dispatch

// What the one does who reads the files in their order.

extension ReadAhead {
  /// Goes to a file: what comes before it is read or not wanted.
  /// - Returns: its bytes, and its number here; nil when they could not be had.
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

  /// The file is what is read now. Loads it where nobody does so already.
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
    /// Frames that are sound, in a row.
    case frames([UnpackedFrame])
    /// Nobody has begun them: unpack them.
    case places(ArraySlice<FramePlace>)
    case end
  }

  /// The frames of a unit; helps while somebody else is at them.
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
  /// Lets go of a file.
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
