public import DaybookModel
import DaybookView

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
