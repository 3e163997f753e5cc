import ArgumentParser
import Daybook
import DaybookProviders
import Messaging

/// `daybook messaging analyze [WITH]`
struct AnalyzeMessagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Find the category, sentiment and frequent question of messages, and draft answers.",
    discussion: """
      Reads the messages of others that were not analysed yet. Without --provider built-in rules read them: they count \
      English words, and no network is used. The results are stored in the message; only category and sentiment are \
      sent to the remote store.

      Examples:
        daybook messaging analyze
        daybook messaging analyze bob --rewrite
        daybook messaging analyze --provider http://localhost:11434/v1 --model llama3.2
      """)

  @Argument(help: "The conversation; by default all.")
  var conversation: String?

  @Flag(help: "Also messages that were analysed before.")
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

/// `daybook messaging preferences`
struct PreferencesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preferences",
    abstract:
      "Choose what 'analyze' finds out about messages that you receive; without an option, show the choice.",
    discussion: """
      Examples:
        daybook messaging preferences
        daybook messaging preferences --no-sentiment --no-score
        daybook messaging preferences --draft
      """)

  @Flag(inversion: .prefixedNo, help: "Find a message's category.")
  var category: Bool?

  @Flag(inversion: .prefixedNo, help: "Find its sentiment.")
  var sentiment: Bool?

  @Flag(inversion: .prefixedNo, help: "Score how likely it leads to business.")
  var score: Bool?

  @Flag(inversion: .prefixedNo, help: "Match it with your frequent questions.")
  var faq: Bool?

  @Flag(inversion: .prefixedNo, help: "Draft an answer.")
  var draft: Bool?

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    var wanted = try await mailbox.preferences()
    if let category { wanted.categorizes = category }
    if let sentiment { wanted.readsSentiment = sentiment }
    if let score { wanted.scoresOpportunities = score }
    if let faq { wanted.matchesFAQs = faq }
    if let draft { wanted.draftsReplies = draft }
    try await mailbox.set(wanted)
    try options.output.show([
      ("_kind", .string(User.kind)), ("_id", .string(mailbox.user.rawValue)),
      ("category", .bool(wanted.categorizes)), ("sentiment", .bool(wanted.readsSentiment)),
      ("score", .bool(wanted.scoresOpportunities)), ("faq", .bool(wanted.matchesFAQs)),
      ("draft", .bool(wanted.draftsReplies)),
    ])
  }
}
