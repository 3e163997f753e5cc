// The handles of a memory store.

import Synchronization

package final class MemoryFile: WritableFile {
  private let store: MemoryFileStore
  private let number: Int
  private let path: String
  private let isClosed = Atomic(false)

  init(store: MemoryFileStore, number: Int, path: String) {
    (self.store, self.number, self.path) = (store, number, path)
  }

  private func edit(_ operation: String, _ body: (inout MemoryImage.File) -> Void) throws(FileError) {
    // EBADF, as for a closed descriptor.
    if isClosed.load(ordering: .relaxed) { throw FileError(.system(9), operation, path) }
    store.state.withLock { $0.image.edit(file: number, body) }
  }

  package func write(_ bytes: borrowing [UInt8]) throws(FileError) {
    let copy = copy bytes
    try edit("write") { $0.append(copy) }
  }

  package func write(_ bytes: borrowing [UInt8], at offset: Int) throws(FileError) {
    let copy = copy bytes
    try edit("write") { $0.write(copy, at: offset) }
  }

  package func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try edit("read") { _ in }
    return store.state.withLock { Array($0.image.live(number).dropFirst(offset).prefix(count)) }
  }

  package func sync() throws(FileError) { try edit("sync") { $0.flush() } }

  /// Simulates the effect of a failed flush: the system has forgotten what it could not write, so the next flush
  /// succeeds although nothing of that is on the disk.
  package func failSync() { try? edit("sync") { $0.isForgotten = true } }

  package func truncate(to sizeBytes: Int) throws(FileError) {
    try edit("truncate") { $0.cut(to: sizeBytes) }
  }

  package func status() throws(FileError) -> FileStatus {
    try edit("status") { _ in }
    return store.state.withLock { $0.image.status(number) }
  }

  package func close() { isClosed.store(true, ordering: .relaxed) }
}

final class MemoryLock: FileLock {
  private let store: MemoryFileStore
  private let number: Int

  private let path: String

  init(store: MemoryFileStore, number: Int, path: String) {
    (self.store, self.number, self.path) = (store, number, path)
  }

  var isInPlace: Bool { store.state.withLock { (try? $0.image.find(path, "status")) == number } }

  deinit { store.state.withLock { _ = $0.locks.remove(number) } }
}
