package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The machine's wall clock.
public enum SystemClock {
  /// The present time, to the millisecond. It follows every correction of the clock, so it may go back.
  public static func now() -> Instant {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A time as files have it, in nanoseconds since 1970; the greatest beyond the year 2262.
  package static func fileTime(_ now: Instant = now()) -> Int64 {
    let (nanoseconds, overflows) = now.milliseconds.multipliedReportingOverflow(by: 1_000_000)
    return overflows ? now.milliseconds < 0 ? .min : .max : nanoseconds
  }
}
