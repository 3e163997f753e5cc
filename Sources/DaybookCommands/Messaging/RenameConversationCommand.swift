import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging rename WITH [NAME]`
struct RenameConversationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Set the name of a conversation, which all participants see; without a name, remove it.",
    discussion: """
      A conversation without a name is shown with the names of its participants.

      Examples:
        daybook messaging rename 'bob carol' 'Choir'
        daybook messaging rename choir
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @Argument(help: "The new name.")
  var title: String?

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let title = try title.map { try ConversationTitle.read($0) }
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    try await mailbox.rename(id, title)
    try options.output.show([
      ("_kind", .string(Conversation.kind)), ("_id", .string(id.rawValue)), ("title", .text(title)),
    ])
    try await options.messages.waiting(mailbox)
  }
}

enum ConversationTitle {
  /// The lengths that a remote store accepts.
  private static let sizeBytesMax = 1000

  static func read(_ text: String) throws -> String {
    let title = try NonEmptyText.read(OneLine.of(text), "name")
    guard title.utf8.count <= sizeBytesMax else {
      throw LedgerError(
        .badData, "the name has \(title.utf8.count) bytes, more than a remote store takes",
        advice: "give one of at most \(sizeBytesMax) bytes")
    }
    return title
  }
}
