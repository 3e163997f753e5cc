public import DaybookModel

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
