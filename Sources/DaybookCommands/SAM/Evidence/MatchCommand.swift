import ArgumentParser
import Daybook
import SAM

/// `daybook sam match`
struct MatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match",
    abstract: "Match the participants of all evidence with people anew.",
    discussion: """
      Worth doing after people came in: a sync matches only what it brings. What is certain is linked, what is \
      likely is proposed, and what somebody decided is not touched.

      Examples:
        daybook sam match --dry-run
        daybook sam match
      """)

  @Flag(help: "Say what would be done, and write nothing.")
  var dryRun = false

  @OptionGroup var author: AuthorOptions
  @OptionGroup var selection: LedgerSelection
  @OptionGroup var options: OutputOptions

  func run() async throws {
    var append = AppendOptions(by: author.author, why: author.why)
    append.isDryRun = dryRun
    let summary = try await selection.open().matchParticipants(options: append)
    try options.output.show([
      ("examined", .count(summary.examined)), ("linked", .count(summary.linked)),
      ("pending", .count(summary.pending)), ("events", .count(summary.events)),
    ])
  }
}
