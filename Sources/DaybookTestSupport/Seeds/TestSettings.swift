import Foundation

/// What the environment says about seeds.
enum TestSettings {
  /// `DAYBOOK_SEED`: this seed alone.
  static let seed = number("DAYBOOK_SEED")

  /// `DAYBOOK_HUNT`: so many fresh seeds for each test.
  static let huntRounds = number("DAYBOOK_HUNT")

  /// `DAYBOOK_HUNT_SECONDS`: no round begins later than this after the first.
  static let huntSeconds = number("DAYBOOK_HUNT_SECONDS")

  /// `DAYBOOK_HUNT_LOG`: a file for a line as each round begins and ends.
  static let huntLog = ProcessInfo.processInfo.environment["DAYBOOK_HUNT_LOG"]

  /// `DAYBOOK_STEPS`: no story is longer.
  static let stepsMax = number("DAYBOOK_STEPS").map { Int(clamping: $0) }

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
    guard let number = UInt64(text) else { fatalError("\(name) is not a whole number: \(text)") }
    return number
  }
}
