package import DaybookModel
import DaybookView

extension Instant {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  /// `3 March 2026`, of its day in UTC, which is the same on every machine.
  package var plainDay: String {
    let day = CivilDay(daysSince1970: milliseconds.floored(by: 86_400_000))
    return "\(day.day) \(Self.months[Int(day.month) - 1]) \(day.year)"
  }
}
