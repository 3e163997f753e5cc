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

  @OptionGroup var options: RunOptions

  func run() async throws {
    let summary = try await options.selection.open().matchParticipants(options: options.append)
    try options.output.show([
      ("examined", .count(summary.examined)), ("linked", .count(summary.linked)),
      ("pending", .count(summary.pending)), ("events", .count(summary.events)),
    ])
  }
}
