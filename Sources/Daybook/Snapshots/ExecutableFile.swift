#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The file that this process runs, and its identity in the system: another build is another file.
struct ExecutableFile: Sendable {
  /// Its path.
  let path: String
  let identity: String
  /// Whether a change of the file from now on would show in its identity.
  let isSettled: Bool

  /// Nil if the system does not reveal which file it is.
  init?(_ path: String = "/proc/self/exe") {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let parts = [
      String(status.st_dev), String(status.st_ino), String(status.st_size), String(modified.tv_sec),
      String(modified.tv_nsec), String(changed.tv_sec), String(changed.tv_nsec),
    ]
    self.path = SystemFolder.resolved(path)
    identity = parts.joined(separator: " ")
    isSettled = changed.tv_sec + 3 <= now.tv_sec
  }
}
