import DaybookModel
import DaybookView

/// The zone of a report's times. It is asked for the stamps of a whole log, so it keeps the last answer while that is
/// valid.
struct AuditZone {
  let name: String
  private let offsets: any ZoneOffsets
  /// Of UTC milliseconds, with one offset throughout, and that offset.
  private var known: Range<Int64> = 0..<0
  private var offset: Int64 = 0

  private static let hour: Int64 = 3_600_000
  private static let day: Int64 = 86_400_000

  init(name: String, offsets: any ZoneOffsets) { (self.name, self.offsets) = (name, offsets) }

  /// In whole minutes: the seconds of local mean times, from before there were zones, are dropped.
  private func offset(at milliseconds: Int64) -> Int64 {
    offsets.offset(at: milliseconds.floored(by: 1000)) / 60 * 60
  }

  func time(_ instant: Instant) -> AuditTime {
    AuditTime(instant, offset: Int(offset(at: instant.milliseconds)))
  }

  /// The day of the calendar, counted from 1970.
  mutating func day(of milliseconds: Int64) -> Int64 {
    if !known.contains(milliseconds) {
      let start = milliseconds.floored(by: Self.hour) * Self.hour
      offset = offset(at: milliseconds)
      let isOne = offset(at: start) == offset && offset(at: start + Self.hour - 1) == offset
      known = isOne ? start..<start + Self.hour : milliseconds..<milliseconds + 1
    }
    return (milliseconds + offset * 1000).floored(by: Self.day)
  }
}
