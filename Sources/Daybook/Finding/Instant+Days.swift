public import DaybookModel
import DaybookView

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// A property that the schema declares with `Days` may hold a day without a time.

extension Date {
  /// A day without a time: its midnight in UTC. For a field that the schema declares with ``Days``, which every reader
  /// shows as that day, in whatever zone.
  public init(wholeDay day: CivilDay) { self.init(timeIntervalSince1970: Double(day.daysSince1970) * 86_400) }

  /// The day that it is, or nil for a moment and for years that no day has. Meaningful for a field with ``Days``: there
  /// a moment is never a midnight in UTC.
  public var wholeDay: CivilDay? {
    let days = timeIntervalSince1970 / 86_400
    // The years 0 to 9999.
    guard days == days.rounded(), (-719_528...2_932_896).contains(days) else { return nil }
    return CivilDay(daysSince1970: Int64(days))
  }
}

// The struct of an entity holds dates, the log instants in milliseconds.

extension Date {
  /// The moment as a `Date`.
  public init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
  /// To the nearest millisecond, as the log keeps times. A date that no 64 bits of milliseconds hold becomes the
  /// farthest moment on its side; one that is not a number, 1970.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let isPast = milliseconds < 0
    self.init(
      milliseconds: Int64(exactly: milliseconds) ?? (milliseconds.isNaN ? 0 : isPast ? .min : .max))
  }
}

extension CivilDay {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// `3 March 2026`
  public var plainText: String { "\(day) \(Self.months[Int(month) - 1]) \(year)" }
}

extension Instant {
  /// Of its day in UTC, which is the same on every machine.
  public var plainDay: String { CivilDay(daysSince1970: milliseconds.floored(by: 86_400_000)).plainText }
}
