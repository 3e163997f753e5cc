// How long a statement may run, and how much memory SQLite may take for it.

import GRDBSQLite

/// A class, because C keeps its address.
final class QueryBounds {
  private let end: ContinuousClock.Instant?
  private let memoryBytesMax: Int64
  private var memoryBefore: Int64 = 0
  private(set) var isTimeUp = false

  init(seconds: Double?, memoryBytesMax: Int64) {
    end = seconds.map { ContinuousClock.now + .seconds($0) }
    self.memoryBytesMax = memoryBytesMax
  }

  /// The memory limit is that of the process, so it is restored afterwards.
  func attach(to connection: OpaquePointer) {
    memoryBefore = sqlite3_hard_heap_limit64(-1)
    sqlite3_hard_heap_limit64(sqlite3_memory_used() + memoryBytesMax)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, 256 << 20)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    guard end != nil else { return }
    let address = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      connection, 10_000,
      { address in
        guard let address else { return 1 }
        return Unmanaged<QueryBounds>.fromOpaque(address).takeUnretainedValue().hasEnded ? 1 : 0
      }, address)
  }

  func detach(from connection: OpaquePointer) {
    sqlite3_progress_handler(connection, 0, nil, nil)
    sqlite3_hard_heap_limit64(memoryBefore)
  }

  private var hasEnded: Bool {
    if let end, ContinuousClock.now >= end { isTimeUp = true }
    return isTimeUp
  }
}
