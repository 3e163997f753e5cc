// A file store in memory: for ledgers that leave nothing behind (tests, previews), and for
// simulating what a disk does to a program that dies.

import Synchronization

package final class MemoryFileStore: FileStore {
  struct State {
    var image: MemoryImage
    var locks: Set<Int> = []
  }

  let state: Mutex<State>

  package init(_ image: MemoryImage = MemoryImage()) { state = Mutex(State(image: image)) }

  /// The present content. O(1) until either side changes.
  package var image: MemoryImage { state.withLock(\.image) }

  package func list(_ folder: String) throws(FileError) -> [FileEntry]? {
    try locked { (state) throws(FileError) in
      guard let number = try state.image.find(folder, "list") else { return nil }
      guard case .folder(let found)? = state.image.nodes[number] else {
        throw FileError(.notRegular, "list", folder)
      }
      return found.live.sorted { $0.key < $1.key }
        .map { FileEntry(name: $0.key.text, kind: state.image.kind($0.value)) }
    }
  }

  package func status(_ path: String) throws(FileError) -> FileStatus? {
    try locked { (state) throws(FileError) in
      try state.image.find(path, "status").map { state.image.status($0) }
    }
  }

  package func read(_ path: String, from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    precondition(offset >= 0 && count >= 0)
    return try locked { (state) throws(FileError) in
      let bytes = state.image.live(try state.image.file(path, "read"))
      let start = min(offset, bytes.count)
      return start == 0 && count >= bytes.count
        ? bytes : Array(bytes[start..<start + min(count, bytes.count - start)])
    }
  }

  package func create(_ path: String) throws(FileError) -> any WritableFile {
    try locked { (state) throws(FileError) in
      let place = try state.image.place(path, "create")
      if place.entry != nil { throw FileError(.exists, "create", path) }
      let number = state.image.add(.file(MemoryImage.File()))
      state.image.change([(place.folder, place.name, number)])
      return MemoryFile(store: self, number: number, path: path)
    }
  }

  package func append(to path: String) throws(FileError) -> any WritableFile {
    try locked { (state) throws(FileError) in
      MemoryFile(store: self, number: try state.image.file(path, "append"), path: path)
    }
  }

  package func update(_ path: String) throws(FileError) -> any WritableFile { try append(to: path) }

  package func createFolder(_ path: String) throws(FileError) {
    try locked { (state) throws(FileError) in try state.image.makeFolders(path) }
  }

  package func rename(_ path: String, to target: String, replacing: Bool) throws(FileError) {
    try locked { (state) throws(FileError) in
      let from = try state.image.place(path, "rename")
      let to = try state.image.place(target, "rename")
      guard let entry = from.entry else { throw FileError(.missing, "rename", path) }
      if to.entry != nil && !replacing { throw FileError(.exists, "rename", target) }
      if to.entry == entry { return }
      state.image.change([(from.folder, from.name, nil), (to.folder, to.name, entry)])
    }
  }

  package func remove(_ path: String) throws(FileError) {
    try locked { (state) throws(FileError) in
      let place = try state.image.place(path, "remove")
      guard let entry = place.entry else { throw FileError(.missing, "remove", path) }
      if case .folder? = state.image.nodes[entry] { throw FileError(.notRegular, "remove", path) }
      state.image.change([(place.folder, place.name, nil)])
    }
  }

  package func syncFolder(_ folder: String) throws(FileError) {
    try locked { (state) throws(FileError) in
      guard let number = try state.image.find(folder, "sync") else {
        throw FileError(.missing, "sync", folder)
      }
      guard case .folder? = state.image.nodes[number] else { throw FileError(.notRegular, "sync", folder) }
      state.image.edit(folder: number) { $0.flush() }
      state.image.dropForgotten()
    }
  }

  package func syncAll() throws(FileError) -> Bool {
    state.withLock { $0.image.flushAll() }
    return true
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    try locked { (state) throws(FileError) in
      let place = try state.image.place(path, "lock")
      if place.entry == nil {
        state.image.change([(place.folder, place.name, state.image.add(.file(MemoryImage.File())))])
      }
      let number = try state.image.file(path, "lock")
      guard state.locks.insert(number).inserted else { return nil }
      return MemoryLock(store: self, number: number, path: path)
    }
  }

  package func isLocked(_ path: String) throws(FileError) -> Bool {
    try locked { (state) throws(FileError) in
      guard let number = try state.image.find(path, "lock") else { return false }
      return state.locks.contains(number)
    }
  }

  /// Changes the content behind the program's back.
  package func tamper(_ body: (inout MemoryImage) throws(FileError) -> Void) throws(FileError) {
    try state.withLock { (state) throws(FileError) in try body(&state.image) }
  }

  func locked<Result>(
    _ body: (inout sending State) throws(FileError) -> sending Result
  ) throws(FileError) -> sending Result {
    try state.withLock(body)
  }
}

// The handles of a memory store.

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
