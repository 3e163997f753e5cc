#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock that the system uses for files' modification times.
enum FileClock {
  /// A process that is writing a file writes more often than this, even if its machine's clock is slightly off.
  private static let workSecondsMax: Int64 = 600

  /// Whether a time, in nanoseconds since 1970, is so recent that a process may still be writing.
  static func isRecent(_ time: Int64) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return abs(Int64(now.tv_sec) - time / 1_000_000_000) <= workSecondsMax
  }
}
