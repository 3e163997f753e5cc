import Daybook

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// How tables show moments and ids: in the reader's time zone, and as short as possible.
struct TableStyle: Sendable {
  let zone: TimeZoneRule
  /// When the reader's today began.
  let today: Date
  /// The whole id -> its shortest unique beginning.
  var shortIDs: [String: String] = [:]

  init(zone: TimeZoneRule, now: Instant) {
    self.zone = zone
    today = Date(zone.start(of: zone.day(at: now)))
  }

  func shortID(_ id: String) -> String { shortIDs[id] ?? id }

  /// `2026-09-14 10:00`
  func time(_ date: Date?) -> String? {
    guard let date else { return nil }
    let instant = Instant(date)
    let minutes = (instant.milliseconds + zone.offset(instant) * 1000).floored(by: 60_000) % 1440
    let minute = minutes < 0 ? minutes + 1440 : minutes
    func digits(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
    return "\(zone.day(at: instant)) \(digits(minute / 60)):\(digits(minute % 60))"
  }

  /// `2026-09-14`
  func day(_ date: Date?) -> String? { date.map { "\(zone.day(at: Instant($0)))" } }

  /// The day of a time that may be a day without a time.
  func dayOf(_ date: Date?) -> String? { date.map { "\(zone.day(of: Instant($0)))" } }

  /// A time that may be a day without a time.
  func timeOrDay(_ date: Date?) -> String? { timeOfDay(date, orDay: date.flatMap { Instant($0).wholeDay }) }

  /// An all-day entry has no time.
  func time(_ date: Date?, orDay day: CivilDay?) -> String? { day.map { "\($0)" } ?? time(date) }

  /// A day that was typed without a time begins at midnight, so that time is not shown.
  func timeOfDay(_ date: Date?, orDay day: CivilDay?) -> String? {
    guard let text = time(date, orDay: day), text.hasSuffix(" 00:00") else { return time(date, orDay: day) }
    return String(text.dropLast(6))
  }

  /// `since 2019-05-01`, `2019-05-01 to 2024-01-31`
  func span(_ start: Date?, _ end: Date?) -> String? {
    guard let end = dayOf(end) else { return dayOf(start).map { "since \($0)" } }
    return dayOf(start).map { "\($0) to \(end)" } ?? "until \(end)"
  }

  /// `80%`
  static func percent(_ fraction: Double) -> String { "\(Int((fraction * 100).rounded()))%" }

  /// `1 consent`, `2 consents`; nil for none.
  static func count(_ count: Int, _ one: String, _ several: String) -> String? {
    count == 0 ? nil : "\(count) \(count == 1 ? one : several)"
  }

  static func list(_ parts: [String?]) -> String { parts.compactMap { $0 }.joined(separator: ", ") }
}

/// Limits how much a terminal shows at once, and says that there is more. Output for programs is never cut.
enum TerminalLimit {
  /// About a screenful.
  static let count = 50

  /// The limit of an answer that has no other; nil unless it is a table on a terminal.
  static func count(_ output: Output) -> Int? {
    output.isTerminal && output.format == .table ? count : nil
  }

  /// Says on the standard error how many more there are.
  static func showRest(_ rest: Int, _ messages: Messages) {
    if rest > 0 { messages.show(Notice("more", "\(rest) more; --limit N or --all shows them")) }
  }
}
