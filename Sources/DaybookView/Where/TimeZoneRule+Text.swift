package import DaybookModel

// Times as tables and errors show them.

extension TimeZoneRule {
  /// The time of a write: `2026-09-14 10:00:05.120`, which every option that takes a time accepts.
  package func text(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute):\(local.second)"
  }

  /// A time in a field, no longer than necessary: `2026-09-14 10:00`, `2026-09-14 10:00:05.120`.
  package func shortText(_ instant: Instant) -> String {
    let local = local(instant)
    return "\(local.day) \(local.minute)" + (local.second == "00.000" ? "" : ":\(local.second)")
  }

  private func local(_ instant: Instant) -> (day: CivilDay, minute: String, second: String) {
    let milliseconds = instant.milliseconds + offset(instant) * 1000
    let rest = milliseconds - milliseconds.floored(by: 86_400_000) * 86_400_000
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let minute = "\(digits(rest / 3_600_000, 2)):\(digits(rest / 60_000 % 60, 2))"
    return (day(at: instant), minute, "\(digits(rest / 1000 % 60, 2)).\(digits(rest % 1000, 3))")
  }
}

extension FieldSchema {
  /// A time as tables and errors show it; nil for any other value.
  package func shownTime(_ value: JSONValue, in zone: TimeZoneRule) -> String? {
    guard type == .instant, let text = value.string, let instant = Instant(text) else { return nil }
    if mayBeDay, let day = instant.wholeDay { return day.description }
    return zone.shortText(instant)
  }
}
