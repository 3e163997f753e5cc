import ArgumentParser
import Daybook
import SAM

/// `daybook sam insights generate`
struct InsightsGenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Draw insights from the signals of all evidence.",
    discussion: """
      One insight for each person, context and kind. Running again writes only what is new; what was dismissed \
      gathers evidence and stays dismissed, what you deleted stays deleted. Without --provider built-in rules \
      write the messages, and no network is used.

      Examples:
        daybook sam insights generate
        daybook sam insights generate --provider http://localhost:11434/v1 --model llama3.2 --rewrite
      """)

  @Flag(help: "Also write anew the messages that another writer wrote.")
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
