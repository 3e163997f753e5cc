import ArgumentParser
import Daybook

/// Of which moment what is shown speaks: what begins later is to come, and counted as that.
struct MomentOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Treat what begins after this time as upcoming; by default now, or the time of --as-of.",
      valueName: "time"))
  var now: String?

  init() {}

  func cut(_ cut: Cut = .now, _ selection: LedgerSelection) throws -> Cut {
    guard let now else { return cut }
    let (first, last) = (try selection.instant(now, .start), try selection.instant(now, .end))
    // Of today, what is left of it is to come.
    let present = SystemClock.now()
    return cut.told(at: (first...max(first, last)).contains(present) ? present : last)
  }
}

/// When a list speaks.
struct AsOfOption: ParsableArguments {
  @Option(help: ArgumentHelp("The state that was authored by this time.", valueName: "time"))
  var asOf: String?

  init() {}

  func cut(_ selection: LedgerSelection) throws -> Cut {
    try asOf.map { .asOf(try selection.instant($0, .end)) } ?? .now
  }
}

/// When and of which moment a list speaks.
struct ListMoment: ParsableArguments {
  @OptionGroup var past: AsOfOption
  @OptionGroup var moment: MomentOption

  init() {}

  func cut(_ selection: LedgerSelection) throws -> Cut {
    try moment.cut(try past.cut(selection), selection)
  }
}
