import ArgumentParser
import Daybook

/// The moment as of which a list is shown: entries that begin later count as upcoming.
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
    // On the present day, the rest of the day is upcoming.
    let present = SystemClock.now()
    return cut.told(at: (first...max(first, last)).contains(present) ? present : last)
  }
}

/// The moment as of which a list is shown.
struct AsOfOption: ParsableArguments {
  @Option(help: ArgumentHelp("The state that was authored by this time.", valueName: "time"))
  var asOf: String?

  init() {}

  func cut(_ selection: LedgerSelection) throws -> Cut {
    try asOf.map { .asOf(try selection.instant($0, .end)) } ?? .now
  }
}

/// The cut that a list reads, and the moment as of which it is shown.
struct ListMoment: ParsableArguments {
  @OptionGroup var past: AsOfOption
  @OptionGroup var moment: MomentOption

  init() {}

  func cut(_ selection: LedgerSelection) throws -> Cut {
    try moment.cut(try past.cut(selection), selection)
  }
}
