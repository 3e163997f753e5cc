package import DaybookModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

// The struct of an entity holds dates, the log instants in milliseconds.

extension Date {
  package init(_ instant: Instant) { self.init(timeIntervalSince1970: Double(instant.milliseconds) / 1000) }
}

extension Instant {
  /// To the millisecond, as the log keeps times.
  package init(_ date: Date) {
    self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
  }
}
