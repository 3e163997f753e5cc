import ArgumentParser
import Daybook
import Messaging

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
