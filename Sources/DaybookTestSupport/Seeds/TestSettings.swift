import Foundation

/// What the environment says about seeds.
enum TestSettings {
  /// `DAYBOOK_SEED`: run this seed only.
  static let seed = number("DAYBOOK_SEED")

  /// `DAYBOOK_HUNT`: the number of fresh seeds for each case of a test.
  static let huntRounds = number("DAYBOOK_HUNT")

  /// `DAYBOOK_HUNT_SECONDS`: no round except the first begins after this time.
  static let huntSeconds = number("DAYBOOK_HUNT_SECONDS")

  /// `DAYBOOK_HUNT_LOG`: the file that gets a line when a round begins and when it ends.
  static let huntLog = ProcessInfo.processInfo.environment["DAYBOOK_HUNT_LOG"]

  /// `DAYBOOK_STEPS`: the greatest number of steps of a story.
  static let stepsMax = number("DAYBOOK_STEPS").map { Int(clamping: $0) }

  private static func number(_ name: String) -> UInt64? {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
    guard let number = UInt64(text) else { fatalError("\(name) is not a whole number: \(text)") }
    return number
  }
}
