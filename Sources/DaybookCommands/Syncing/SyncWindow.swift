import Daybook

extension LedgerSelection {
  /// `2026-01-01..2026-12-31`, `now-30d..now+90d`: both ends included, a day as the upper one to its end.
  func window(_ text: String) throws -> TimeWindow {
    let advice =
      "write two times with two dots between them, such as 2026-01-01..2026-12-31 or now-30d..now+90d"
    guard let dots = text.firstRange(of: ".."), dots.lowerBound != text.startIndex,
      dots.upperBound != text.endIndex
    else { throw LedgerError(.usage, "--window does not take '\(text)'", advice: advice) }
    let first = try instant(String(text[..<dots.lowerBound]), .start)
    let last = try instant(String(text[dots.upperBound...]), .end)
    guard first <= last else {
      throw LedgerError(.usage, "--window '\(text)' ends before it begins", advice: advice)
    }
    return TimeWindow(first, through: last, zone: try namedZone() ?? ZoneDirectory.local())
  }
}
