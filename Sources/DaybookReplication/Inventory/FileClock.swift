#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The clock by which the system notes when files changed.
enum FileClock {
  /// A file under work is written to more often than this, also by a machine whose clock is a little off.
  private static let workSecondsMax: Int64 = 600

  /// Whether a time, in nanoseconds since 1970, is so near to now that somebody may still be at work.
  static func isRecent(_ time: Int64) -> Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return abs(Int64(now.tv_sec) - time / 1_000_000_000) <= workSecondsMax
  }
}
