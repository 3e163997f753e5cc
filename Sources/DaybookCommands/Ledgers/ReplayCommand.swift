import ArgumentParser
import Daybook

/// `daybook replay`
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Read the whole log and work out the state again: its counts and its digest.",
    discussion: """
      Two ledgers with the same events have the same digest, whatever the order in which the events came. \
      A date without a time means the end of that day.

      Examples:
        daybook replay
        daybook replay --digest
        daybook replay --as-of 2026-09-30 --kind sam.person
        daybook replay --emit jsonl | jq 'select(.outcome == "lost")'
      """)

  @OptionGroup var cut: CutOptions

  @Flag(help: "Print only the digest.")
  var digest = false

  @Option(help: ArgumentHelp("Only this kind.", valueName: "kind"))
  var kind: String?

  @Option(
    help: ArgumentHelp(
      "Print what each event changed, in this format: register, before, after, won or lost.", valueName: "format"))
  var emit: OutputFormat?

  @OptionGroup var viewer: ViewerOptions
  @OptionGroup var reveal: RevealOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func validate() throws {
    if viewer.name != nil, emit == nil { throw ValidationError("--as goes with --emit") }
    if emit != nil, digest { throw ValidationError("--emit and --digest exclude one another") }
  }

  func run() async throws {
    let ledger = try await selection.open()
    if let emit { return try await show(emit, of: ledger) }
    let report = try await ledger.replay(at: cut.cut(selection, in: ledger), kind: kind)
    for finding in report.findings { options.messages.show(finding) }
    if digest {
      return try options.output.show([("digest", report.digest.map { .string($0.description) } ?? .null)])
    }
    try options.output.show(report.record)
  }
}

extension ReplayReport {
  fileprivate var record: OutputRecord {
    var row = OutputRow([("events", .count(events)), ("commits", .count(commits))])
    row.append("lastStamp", ifPresent: lastStamp?.description)
    row.append("digest", ifPresent: digest?.description)
    row.append("seconds", .double(seconds))
    let kinds = entities.map { OutputRow([("kind", .string($0.kind)), ("count", .count($0.count))]) }
    return OutputRecord(row, sections: [("entities", kinds)])
  }
}
