// A segment's parts in order. Those of a large file are unpacked, parsed and hashed on another thread, a few
// ahead of whoever takes them: so that reading a ledger uses two cores.

import DaybookLog
import Dispatch
import Synchronization

struct SegmentParts: ~Copyable {
  /// Below this a second thread costs more than it brings.
  static let inlineSizeBytesMax = 256 << 10

  private var reader: SegmentReader?
  private let ahead: PartsAhead?
  /// Taken from the other thread, the next last.
  private var taken: [SegmentPart] = []

  /// `header`: where reading begins in the middle of a file, the one that holds there.
  init(
    bytes: [UInt8], isSealed: Bool, from offset: Int = 0, header: SegmentHeader? = nil,
    inlineSizeBytesMax: Int = inlineSizeBytesMax
  ) {
    if bytes.count - offset <= inlineSizeBytesMax {
      reader = SegmentReader(bytes: bytes, isSealed: isSealed, from: offset, header: header)
      ahead = nil
    } else {
      reader = nil
      ahead = PartsAhead(bytes: bytes, isSealed: isSealed, from: offset, header: header)
    }
  }

  deinit { ahead?.abandon() }

  /// The next part, or nil at the end.
  mutating func next() -> SegmentPart? {
    guard let ahead else { return reader?.next() }
    if taken.isEmpty { taken = ahead.take().reversed() }
    return taken.popLast()
  }
}

/// What one thread has read and another has not taken yet.
private final class PartsAhead: Sendable {
  /// How much may wait to be taken.
  private static let sizeBytesMax = 8 << 20
  /// Parts change hands by as many as come to this.
  private static let batchSizeBytes = 256 << 10

  private struct State {
    var parts: [SegmentPart] = []
    var sizeBytes = 0
    var isDone = false
    var isAbandoned = false
  }

  private let state = Mutex(State())
  /// Signalled when there is something to take, and when something was taken. Each may be signalled once more
  /// than waited for: whoever wakes looks at the state.
  private let filled = DispatchSemaphore(value: 0)
  private let emptied = DispatchSemaphore(value: 0)

  init(bytes: [UInt8], isSealed: Bool, from offset: Int, header: SegmentHeader?) {
    // Not on the cooperative threads, which whoever takes the parts may be blocking.
    DispatchQueue.global(qos: .userInitiated).async { [self] in
      read(bytes, isSealed: isSealed, from: offset, header)
    }
  }

  private func read(_ bytes: [UInt8], isSealed: Bool, from offset: Int, _ header: SegmentHeader?) {
    var reader = SegmentReader(bytes: bytes, isSealed: isSealed, from: offset, header: header)
    var batch: [SegmentPart] = []
    var sizeBytes = 0
    while let part = reader.next() {
      batch.append(part)
      sizeBytes += part.contentSizeBytes
      guard sizeBytes >= Self.batchSizeBytes else { continue }
      guard give(batch, sizeBytes) else { return }
      (batch, sizeBytes) = ([], 0)
    }
    state.withLock { state in
      state.parts += batch
      state.isDone = true
    }
    filled.signal()
  }

  /// False when nobody wants any more.
  private func give(_ batch: [SegmentPart], _ sizeBytes: Int) -> Bool {
    while true {
      let (isGiven, isAbandoned) = state.withLock { state in
        if state.isAbandoned { return (false, true) }
        if state.sizeBytes > Self.sizeBytesMax { return (false, false) }
        state.parts += batch
        state.sizeBytes += sizeBytes
        return (true, false)
      }
      if isGiven { filled.signal() }
      if isGiven || isAbandoned { return isGiven }
      emptied.wait()
    }
  }

  /// All that is there, at least one part; nothing at the end.
  func take() -> [SegmentPart] {
    while true {
      let (parts, isDone) = state.withLock { state in
        defer { (state.parts, state.sizeBytes) = ([], 0) }
        return (state.parts, state.isDone)
      }
      if !parts.isEmpty { emptied.signal() }
      if !parts.isEmpty || isDone { return parts }
      filled.wait()
    }
  }

  func abandon() {
    state.withLock { $0.isAbandoned = true }
    emptied.signal()
  }
}

extension SegmentPart {
  fileprivate var contentSizeBytes: Int {
    if case .frame(let content, _, _) = self { content.bytes.count } else { 0 }
  }
}
