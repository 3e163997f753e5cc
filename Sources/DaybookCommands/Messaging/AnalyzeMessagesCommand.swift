import ArgumentParser
import Daybook
import DaybookProviders
import Messaging

/// `daybook messaging analyze [WITH]`
struct AnalyzeMessagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Say what messages are about, which question they ask, and draft what to answer.",
    discussion: """
      Messages of others that nobody has read so yet. Without --provider built-in rules read them: they count English \
      words, and no network is used. What it says is written into the message; only what it is about and how it sounds \
      is told to the far side.

      Examples:
        daybook messaging analyze
        daybook messaging analyze bob --rewrite
        daybook messaging analyze --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Argument(help: "The conversation; by default all.")
  var conversation: String?

  @Flag(help: "Also those that were read so before.")
  var rewrite = false

  @OptionGroup var provider: ProviderOptions
  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let analyzer: any MessageAnalyzer =
      try provider.textProvider().map { ModelAnalyzer($0) } ?? RuleAnalyzer()
    let mailbox = try await options.open()
    var id: Ref<Conversation>?
    if let conversation { id = try await mailbox.conversation(named: conversation) }
    let summary = try await mailbox.analyze(id, by: analyzer, rewrites: rewrite)
    try options.output.show([
      ("examined", .count(summary.examined)), ("changed", .count(summary.changed)),
      ("failed", .count(summary.failed)), ("analyzedBy", .string(analyzer.name)),
    ])
    guard summary.failed > 0 else { return }
    options.messages.show(
      Notice(
        "failed", "\(summary.failed) could not be read, and will be tried again: \(summary.failure ?? "")"))
    throw Finished(ExitStatus.unreachable)
  }
}
