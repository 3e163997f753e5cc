import ArgumentParser
import Daybook

/// Of which moment what is shown speaks: what begins later is to come, and counted as that.
struct MomentOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Count what begins after this time as to come; by default now, or the time of --as-of.",
      valueName: "time"))
  var now: String?

  init() {}

  func cut(_ cut: Cut = .now, _ selection: LedgerSelection) throws -> Cut {
    guard let now else { return cut }
    return cut.told(at: try selection.instant(now, .end))
  }
}
