import ArgumentParser
import Daybook

/// The options for a point in time of commands that look into the past. At most one may be given; without any it is
/// now.
struct CutOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The state that was authored by this time.", valueName: "time"))
  var asOf: String?

  @Option(help: ArgumentHelp("The state up to the commit that this stamp belongs to.", valueName: "stamp"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "What this replica (its id or its name) knew at this commit of its own, or at its last one.",
      valueName: "replica[@commit]"))
  var asSeenBy: String?

  init() {}

  func validate() throws {
    let given = [
      asOf.map { _ in "--as-of" }, until.map { _ in "--until" }, asSeenBy.map { _ in "--as-seen-by" },
    ]
    .compactMap { $0 }
    if given.count > 1 {
      throw ValidationError("\(given.joined(separator: " and ")) cannot be used together")
    }
  }

  var isGiven: Bool { asOf != nil || until != nil || asSeenBy != nil }

  func cut(_ selection: LedgerSelection, in ledger: Ledger) async throws -> Cut {
    if let asOf { return .asOf(try selection.instant(asOf, .end)) }
    if let until { return .until(try selection.stamp(until)) }
    if let asSeenBy { return try await seen(asSeenBy, in: ledger) }
    return .now
  }

  /// A name may hold an @: only digits alone after the last one are a commit's number.
  private func seen(_ text: String, in ledger: Ledger) async throws -> Cut {
    var name = text[...]
    var commit: UInt64?
    if let at = text.lastIndex(of: "@") {
      let digits = text[text.index(after: at)...]
      if !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
        guard let number = UInt64(digits) else {
          throw LedgerError(
            .usage, "'\(digits)' is not a commit's number", advice: "commits are numbered from 1")
        }
        (name, commit) = (text[..<at], number)
      }
    }
    return .seen(by: try await ledger.replicas.replica(matching: String(name)).id, commit: commit)
  }
}

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
    return cut.viewed(at: (first...max(first, last)).contains(present) ? present : last)
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
