import Daybook

extension LedgerSelection {
  func open() async throws -> Ledger {
    try useZone()
    var options = LedgerOptions()
    options.wait = .milliseconds(Int64(wait * 1000))
    return try await Ledger.open(
      at: try LedgerLocation.find(named: ledger), systems: RegisteredSystems.all, options: options)
  }

  /// A moment as people write it; of a day without a time its first or its last millisecond.
  func instant(_ text: String, _ edge: TimeText.Edge) throws -> Instant {
    try useZone()
    return try TimeText.instant(text, edge: edge, now: SystemClock.now())
  }

  func stamp(_ text: String) throws -> Stamp {
    guard let stamp = Stamp(text) else {
      throw LedgerError(
        .usage, "'\(text)' is no stamp",
        advice: "give one as 'daybook get' shows it: 2026-11-21T06:13:00.123Z-0000-4f2a9c1e07b35d68")
    }
    return stamp
  }

  /// Must come before anything that reads the local time.
  func useZone() throws {
    if let tz { try LocalTime.use(zone: tz) }
  }
}
