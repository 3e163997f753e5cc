import ArgumentParser
import Daybook
import SAM

/// `daybook sam insights generate`
struct InsightsGenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Draw insights from the signals of all evidence.",
    discussion: """
      Makes one insight for each person, context and kind. Another run writes only what is new; a dismissed insight \
      gathers evidence and stays dismissed, and a deleted one stays deleted. Without --provider built-in rules \
      write the messages, and no network is used.

      Examples:
        daybook sam insights generate
        daybook sam insights generate --provider http://localhost:11434/v1 --model llama3.2 --rewrite
      """)

  @Flag(help: "Also rewrite messages that another writer wrote.")
  var rewrite = false

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var options: RunOptions

  func run() async throws {
    let writer: any InsightWriter = try provider.textProvider().map { ModelInsights($0) } ?? RuleInsights()
    let generator = InsightGenerator(ledger: try await options.selection.open(), writer: writer)
    let summary = try await generator.generate(rewrites: rewrite, options: options.append)
    try options.output.show([
      ("examined", .count(summary.examined)), ("created", .count(summary.created)),
      ("changed", .count(summary.changed)), ("removed", .count(summary.removed)),
      ("failed", .count(summary.failed)), ("events", .count(summary.events)),
    ])
    guard summary.failed > 0 else { return }
    options.messages.show(
      Notice(
        "failed", "\(summary.failed) could not be written, and will be tried again: \(summary.failure ?? "")")
    )
    throw Finished(ExitStatus.unreachable)
  }
}
