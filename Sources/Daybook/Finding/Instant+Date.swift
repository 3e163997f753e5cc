public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
