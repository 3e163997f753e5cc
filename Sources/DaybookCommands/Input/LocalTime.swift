package import DaybookModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Civil time in a zone, by the C library and the system's zone files.
package enum LocalTime {
  /// Makes `zone` the process's zone. Called before anything else runs beside it.
  package static func use(zone: String) throws(LedgerError) {
    let isPlain = zone.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        true
      default: false
      }
    }
    let folders = [Environment.nonEmpty("TZDIR"), "/usr/share/zoneinfo", "/usr/share/lib/zoneinfo"]
    let isKnown = folders.compactMap { $0 }.contains { access($0 + "/" + zone, R_OK) == 0 }
    guard zone == "UTC" || (isPlain && !zone.isEmpty && isKnown) else {
      throw LedgerError(.usage, "there is no time zone '\(zone)'", advice: "name one such as Europe/Berlin")
    }
    setenv("TZ", zone, 1)
    tzset()
  }

  /// The moment at which clocks in the zone show this; of a time shown twice the first.
  package static func instant(
    _ day: CivilDay, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
  ) -> Instant {
    var time = tm()
    time.tm_year = Int32(clamping: day.year - 1900)
    time.tm_mon = Int32(clamping: day.month - 1)
    time.tm_mday = Int32(clamping: day.day)
    (time.tm_hour, time.tm_min, time.tm_sec) = (Int32(hour), Int32(minute), Int32(second))
    time.tm_isdst = -1
    return Instant(milliseconds: Int64(mktime(&time)) * 1000 + Int64(millisecond))
  }

  /// The day that the zone's calendars show at the moment.
  package static func day(of instant: Instant) -> CivilDay {
    var seconds = time_t(instant.milliseconds / 1000)
    var time = tm()
    localtime_r(&seconds, &time)
    return CivilDay(
      year: Int64(time.tm_year) + 1900, month: Int64(time.tm_mon) + 1, day: Int64(time.tm_mday))
      ?? CivilDay(daysSince1970: instant.milliseconds / 86_400_000)
  }
}
