// Files open for appending, and locks.

import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension DiskFileStore {
  package func create(_ path: String) throws(FileError) -> any WritableFile {
    let place = try place(of: path, "create")
    let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      try systemCall("create", path) { openat(place.folder.number, place.name, flags, 0o600) })
    try makePrivate(file, "create", path)
    return DiskFile(file.release(), path)
  }

  /// The descriptor of a new file that does not only append.
  func createForPlaces(_ path: String) throws(FileError) -> Int32 {
    let place = try place(of: path, "create")
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = Descriptor(
      try systemCall("create", path) { openat(place.folder.number, place.name, flags, 0o600) })
    try makePrivate(file, "create", path)
    return file.release()
  }

  package func append(to path: String) throws(FileError) -> any WritableFile {
    try open(path, O_APPEND, "append")
  }

  package func update(_ path: String) throws(FileError) -> any WritableFile { try open(path, 0, "update") }

  private func open(_ path: String, _ mode: Int32, _ operation: String) throws(FileError) -> DiskFile {
    let place = try place(of: path, operation)
    let flags = O_RDWR | mode | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let file = Descriptor(try systemCall(operation, path) { openat(place.folder.number, place.name, flags) })
    _ = try file.requireRegular(operation, path)
    return DiskFile(file.release(), path)
  }

  package func lock(_ path: String) throws(FileError) -> (any FileLock)? {
    while true {
      let place = try place(of: path, "lock")
      let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let file = Descriptor(
        try systemCall("lock", path) { openat(place.folder.number, place.name, flags, 0o600) })
      let status = try file.requireRegular("lock", path)
      try makePrivate(file, "lock", path)
      do throws(FileError) {
        try systemCall("lock", path) { flock(file.number, LOCK_EX | LOCK_NB) }
      } catch {
        if error.reason == .system(EWOULDBLOCK) { return nil }
        throw error
      }
      // Another process may have removed the file before this one held it; then others lock another file.
      if let named = try self.status(path), named.inode == UInt64(truncatingIfNeeded: status.st_ino) {
        return DiskLock(file.release(), status, at: path, in: self)
      }
    }
  }

  package func isLocked(_ path: String) throws(FileError) -> Bool {
    do throws(FileError) {
      let place = try place(of: path, "lock")
      let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
      let file = Descriptor(try systemCall("lock", path) { openat(place.folder.number, place.name, flags) })
      _ = try file.requireRegular("lock", path)
      try systemCall("lock", path) { flock(file.number, LOCK_SH | LOCK_NB) }
      return false
    } catch {
      if error.reason == .system(EWOULDBLOCK) { return true }
      if error.reason == .missing { return false }
      throw error
    }
  }

  /// Mode 0600 even where the umask took our own permissions away. A umask can only remove permissions, so nobody else
  /// can open the file at any moment.
  private func makePrivate(
    _ file: borrowing Descriptor, _ operation: String, _ path: String
  ) throws(FileError) {
    if try file.status(operation, path).st_mode & 0o777 == 0o600 { return }
    let number = file.number
    do throws(FileError) {
      try systemCall(operation, path) { fchmod(number, 0o600) }
    } catch  where error.isWithoutRights {
      // A stick, a share: permissions are those of the mount.
    }
  }
}

/// A file open for reading and writing. The descriptor is only ever used by the file's one owner (the
/// protocol's rule), and `close` leaves -1, on which every call fails with EBADF.
final class DiskFile: WritableFile {
  private let path: String
  private let descriptor: DescriptorBox

  init(_ descriptor: Int32, _ path: String) {
    self.descriptor = DescriptorBox(descriptor)
    self.path = path
  }

  func write(_ bytes: borrowing [UInt8]) throws(FileError) {
    var failure: FileError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileError) { try write(buffer) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    let number = descriptor.number
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let count = rest.count
      #if canImport(Darwin)
        let written = try systemCall("write", path) { Darwin.write(number, start, count) }
      #elseif canImport(Glibc)
        let written = try systemCall("write", path) { Glibc.write(number, start, count) }
      #else
        let written = try systemCall("write", path) { Musl.write(number, start, count) }
      #endif
      // A file system that writes nothing and reports no error is full.
      if written == 0 { throw FileError(.noSpace, "write", path) }
      rest = UnsafeRawBufferPointer(rebasing: rest[written...])
    }
  }

  func write(_ bytes: borrowing [UInt8], at offset: Int) throws(FileError) {
    let number = descriptor.number
    var failure: FileError?
    bytes.withUnsafeBytes { buffer in
      do throws(FileError) {
        var done = 0
        while let start = buffer.baseAddress, done < buffer.count {
          let written = try systemCall("write", path) {
            pwrite(number, start + done, buffer.count - done, off_t(offset + done))
          }
          if written == 0 { throw FileError(.noSpace, "write", path) }
          done += written
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  func read(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try readBytes(of: descriptor.number, path, from: offset, count: count)
  }

  func sync() throws(FileError) {
    let number = descriptor.number
    #if canImport(Darwin)
      // fsync on macOS leaves the data in the drive's cache. Where F_FULLFSYNC is not supported (network file systems),
      // fsync is the only way.
      if fcntl(number, F_FULLFSYNC) == 0 { return }
      try systemCall("sync", path) { fsync(number) }
    #else
      try systemCall("sync", path) { fdatasync(number) }
    #endif
  }

  func truncate(to sizeBytes: Int) throws(FileError) {
    let number = descriptor.number
    try systemCall("truncate", path) { ftruncate(number, off_t(sizeBytes)) }
  }

  func status() throws(FileError) -> FileStatus {
    let number = descriptor.number
    var result = stat()
    try systemCall("status", path) { fstat(number, &result) }
    return FileStatus(result, birthTime: 0)
  }

  func close() { descriptor.close() }
}

/// Holds an flock(2) lock: the kernel releases it with the descriptor, however the process ends.
final class DiskLock: FileLock {
  private let descriptor: DescriptorBox
  private let device: dev_t
  private let inode: ino_t
  private let path: String
  private let store: DiskFileStore

  init(_ descriptor: Int32, _ status: stat, at path: String, in store: DiskFileStore) {
    self.descriptor = DescriptorBox(descriptor)
    (device, inode) = (status.st_dev, status.st_ino)
    (self.path, self.store) = (path, store)
  }

  /// One system call, since each commit checks twice. A symbolic link on the way does no harm, since its target is only
  /// compared.
  var isInPlace: Bool {
    var named = stat()
    if fstatat(store.root, path, &named, AT_SYMLINK_NOFOLLOW) == 0 {
      return named.st_dev == device && named.st_ino == inode
    }
    // If the system cannot tell (it may lack memory), the file does not count as gone.
    return errno != ENOENT && errno != ENOTDIR
  }
}

// A descriptor that can be closed before its owner is released.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Closed once: by ``close()``, or when the box is released. Its number is -1 from then on, on which every
/// call fails with EBADF; a number that the system has given to another file is never used.
final class DescriptorBox: Sendable {
  private let held: Atomic<Int32>

  init(_ number: Int32) { held = Atomic(number) }

  var number: Int32 { held.load(ordering: .relaxed) }

  func close() {
    let number = held.exchange(-1, ordering: .relaxed)
    if number < 0 { return }
    #if canImport(Darwin)
      _ = Darwin.close(number)
    #elseif canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Musl.close(number)
    #endif
  }

  deinit { close() }
}
