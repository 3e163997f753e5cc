import CShim
import DaybookLog
import Synchronization

/// The chunks of a snapshot, each unpacked when it is first needed.
///
/// Sound: one thread unpacks a chunk, under the lock or after claiming it there, to places that nobody reads before the
/// chunk's byte is set.
final class PackedChunks: @unchecked Sendable {
  let entityCount: Int
  let chunkOfEntity: UnsafePointer<UInt32>
  /// A byte for each chunk.
  let isUnpacked: UnsafeMutablePointer<UInt8>

  private let chunkOf: Arena<UInt32>
  private let chunks: Arena<PackedChunk>
  private let bytes: SnapshotBytes
  private let places: UnpackedPlaces
  private let unpacker = Mutex<ChunkUnpacker?>(nil)
  private let failed = Atomic(false)

  /// Nil where the parts do not fit together.
  init?(
    _ bytes: SnapshotBytes, _ chunks: consuming Arena<PackedChunk>, _ chunkOf: consuming Arena<UInt32>,
    _ places: UnpackedPlaces
  ) {
    for index in 0..<chunks.count {
      let chunk = chunks[index]
      guard chunk.offset <= UInt64(bytes.count), chunk.sizeBytes <= UInt64(bytes.count) - chunk.offset else {
        return nil
      }
    }
    entityCount = chunkOf.count
    chunkOfEntity = UnsafePointer(chunkOf.base)
    isUnpacked = .allocate(capacity: max(chunks.count, 1))
    isUnpacked.initialize(repeating: 0, count: max(chunks.count, 1))
    (self.bytes, self.places) = (bytes, places)
    self.chunks = chunks
    self.chunkOf = chunkOf
  }

  deinit { isUnpacked.deallocate() }

  /// Whether a chunk was damaged. It then reads as if nothing had been written about its entities.
  var isDamaged: Bool { failed.load(ordering: .relaxed) }

  func unpack(_ number: Int) {
    guard number < chunks.count else { return failed.store(true, ordering: .relaxed) }
    unpacker.withLock { unpacker in
      if daybook_is_set(isUnpacked + number) != 0 { return }
      var used = unpacker.take() ?? ChunkUnpacker()
      unpack(number, &used)
      unpacker = consume used
    }
  }

  private func unpack(_ number: Int, _ unpacker: inout ChunkUnpacker) {
    let packed = bytes[Int(chunks[number].offset), count: Int(chunks[number].sizeBytes)]
    if !unpacker.unpack(packed, chunks[number], number: number, to: places) {
      failed.store(true, ordering: .relaxed)
    }
    daybook_set(isUnpacked + number)
  }

  /// Unpacks with all cores.
  func unpack(_ numbers: [Int]) {
    let waiting = numbers.filter { $0 < chunks.count && daybook_is_set(isUnpacked + $0) == 0 }
    guard waiting.count > 1 else { return waiting.forEach { unpack($0) } }
    unpacker.withLock { _ in
      // Another thread may have been faster.
      let waiting = waiting.filter { daybook_is_set(isUnpacked + $0) == 0 }
      let runCount = (waiting.count + Self.runCount - 1) / Self.runCount
      SharedWork.run(runCount) { run in
        var unpacker = ChunkUnpacker()
        for place in run * Self.runCount..<min(waiting.count, (run + 1) * Self.runCount) {
          self.unpack(waiting[place], &unpacker)
        }
      }
    }
  }

  /// How many chunks one thread unpacks at a time.
  private static let runCount = 16

  func unpackAll() { unpack(Array(0..<chunks.count)) }
}
