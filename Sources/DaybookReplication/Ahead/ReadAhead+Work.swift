import DaybookLog
import DaybookModel
import Dispatch

// The methods of the other threads.

extension ReadAhead {
  fileprivate enum Job {
    case load(file: Int, Source)
    case unpack(file: Int, unit: Int, [UInt8], ArraySlice<FramePlace>)
    case wait, end
  }

  func work() {
    let unpacker = FrameUnpacker()
    while true {
      switch state.withLock({ $0.nextJob() }) {
      case .load(let file, let source): load(file, source)
      case .unpack(let file, let unit, let bytes, let places):
        finish(unpack(bytes, places, unpacker), file: file, unit: unit)
      case .wait: toBegin.wait()
      case .end: return
      }
    }
  }

  func unpack(
    _ bytes: [UInt8], _ places: ArraySlice<FramePlace>, _ unpacker: borrowing FrameUnpacker
  ) -> [UnpackedFrame] {
    var frames: [UnpackedFrame] = []
    for place in places {
      if let frame = unpacker.unpack(bytes, place, reusing: pool.take()) { frames.append(frame) }
    }
    return frames
  }

  func finish(_ frames: [UnpackedFrame], file: Int, unit: Int) {
    state.withLock { state in
      // A file that was released meanwhile has no units any more.
      if !state.isOver, unit < state.files[file].units.count { state.files[file].units[unit].frames = frames }
    }
    done.signal()
  }

  func load(_ file: Int, _ source: Source) {
    let bytes = source.load()
    let units = bytes.map { Self.units(of: FramePlace.all(in: $0, from: 0)) } ?? []
    state.withLock { state in
      if state.isOver { return }
      state.files[file].load = bytes == nil ? .failed : .done
      (state.files[file].bytes, state.files[file].units) = (bytes ?? [], units)
    }
    done.signal()
    wake()
  }

  static func units(of places: [FramePlace]) -> [Unit] {
    var units: [Unit] = []
    var (first, sizeBytes) = (0, 0)
    for index in places.indices {
      sizeBytes += places[index].contentSizeBytes
      guard sizeBytes >= unitSizeBytes || index == places.count - 1 else { continue }
      units.append(Unit(places: places[first...index], contentSizeBytes: sizeBytes))
      (first, sizeBytes) = (index + 1, 0)
    }
    return units
  }
}

extension ReadAhead.State {
  /// The first job that no thread has begun, in the present file or the next.
  fileprivate mutating func nextJob() -> ReadAhead.Job {
    if isOver { return .end }
    guard contentSizeBytes < ReadAhead.contentSizeBytesMax else { return .wait }
    for file in current..<min(current + 2, files.count) {
      switch files[file].load {
      case .not:
        files[file].load = .underWay
        return .load(file: file, files[file].source)
      case .done:
        if let unit = begin(file) {
          return .unpack(file: file, unit: unit, files[file].bytes, files[file].units[unit].places)
        }
      case .underWay, .failed: continue
      }
    }
    return .wait
  }

  /// Begins a unit, if one is left.
  mutating func begin(_ file: Int) -> Int? {
    let unit = files[file].next
    guard unit < files[file].units.count else { return nil }
    files[file].next += 1
    files[file].units[unit].isCounted = true
    contentSizeBytes += files[file].units[unit].contentSizeBytes
    return unit
  }
}
