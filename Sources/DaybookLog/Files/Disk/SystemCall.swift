// The system's calls as Swift errors: interrupted calls are repeated, numbers become reasons.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileError {
  /// The reason behind an `errno`. A link where none may be (ELOOP), a file where a folder should
  /// be (ENOTDIR), a folder where a file should be and a FIFO that nobody reads (ENXIO) all mean the same: not what a
  /// ledger has in that place.
  init(errno number: Int32, _ operation: String, _ path: String) {
    let reason: Reason
    switch number {
    case ENOENT: reason = .missing
    case EEXIST, ENOTEMPTY: reason = .exists
    case ENOSPC, EDQUOT: reason = .noSpace
    case EROFS: reason = .readOnly
    case EACCES, EPERM: reason = .denied
    case ELOOP, ENOTDIR, EISDIR, ENXIO: reason = .notRegular
    default: reason = .system(number)
    }
    self.init(reason, operation, path)
  }
}

extension FileError {
  /// The error of changing permissions of an own file if the file system has none (FAT, exFAT, many shares).
  var isWithoutRights: Bool {
    [.denied, .system(ENOTSUP), .system(EOPNOTSUPP), .system(ENOSYS), .system(EINVAL)].contains(reason)
  }
}

/// Repeats `call` while a signal interrupts it; a result below zero is an error.
@discardableResult
func systemCall<Result: SignedInteger>(
  _ operation: String, _ path: String, _ call: () -> Result
) throws(FileError) -> Result {
  while true {
    let result = call()
    if result >= 0 { return result }
    let number = errno
    if number != EINTR { throw FileError(errno: number, operation, path) }
  }
}

/// Reads all requested bytes at a place; fewer at the end of the file.
func readBytes(
  of descriptor: Int32, _ path: String, from offset: Int, count: Int
) throws(FileError) -> [UInt8] {
  if count == 0 { return [] }
  var failure: FileError?
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
    do throws(FileError) {
      while done < count {
        let read = try systemCall("read", path) {
          pread(descriptor, buffer.baseAddress! + done, count - done, off_t(offset + done))
        }
        if read == 0 { break }
        done += read
      }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

/// A descriptor with one owner, closed when the owner goes.
struct Descriptor: ~Copyable {
  let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { _ = close(number) }

  /// Passes the descriptor to an owner that closes it.
  consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  func status(_ operation: String, _ path: String) throws(FileError) -> stat {
    var result = stat()
    try systemCall(operation, path) { fstat(number, &result) }
    return result
  }

  /// Refuses anything but a regular file.
  func requireRegular(_ operation: String, _ path: String) throws(FileError) -> stat {
    let status = try status(operation, path)
    guard FileKind(mode: status.st_mode) == .file else { throw FileError(.notRegular, operation, path) }
    return status
  }
}

extension FileKind {
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

extension FileStatus {
  init(_ status: stat, birthTime: Int64) {
    self.init(
      kind: FileKind(mode: status.st_mode), sizeBytes: Int(status.st_size),
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino),
      birthTime: birthTime, modifiedTime: status.modified.nanoseconds, changedTime: status.changed.nanoseconds
    )
  }
}

extension stat {
  fileprivate var modified: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }

  fileprivate var changed: timespec {
    #if canImport(Darwin)
      st_ctimespec
    #else
      st_ctim
    #endif
  }
}

extension timespec {
  /// Since 1970; times beyond 64 bits are clamped.
  fileprivate var nanoseconds: Int64 {
    let (scaled, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return tv_sec < 0 ? .min : .max }
    let (sum, overflowed) = scaled.addingReportingOverflow(Int64(tv_nsec))
    return overflowed ? .max : sum
  }
}
