import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging answer [MESSAGE]`
struct AnswerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer",
    abstract: "Send the drafted answer to a message; without a message, list the drafts.",
    discussion: """
      'analyze' drafts answers from your frequent questions or with a language model. The list shows the drafts for \
      messages that you have not answered yet, and --all sends them. An answer refers to its message (replyTo).

      Examples:
        daybook messaging answer
        daybook messaging answer 0193b2c4
        daybook messaging answer 0193b2c4 --text 'At nine, and at ten on Sundays.'
        daybook messaging answer --all --only-faq
      """)

  @Argument(help: "The message: the beginning of its id.")
  var message: String?

  @Option(
    help: ArgumentHelp("Send this text instead of the draft; - reads the standard input.", valueName: "text"))
  var text: String?

  @Flag(help: "Send all drafts.")
  var all = false

  @Flag(help: "Only answers to your frequent questions.")
  var onlyFaq = false

  @OptionGroup var options: MailboxOptions

  func validate() throws {
    if all, message != nil || text != nil {
      throw ValidationError("--all sends every draft as it is: name no message and no text")
    }
    if message == nil, text != nil { throw ValidationError("--text answers one message: name it") }
    if onlyFaq, message != nil {
      throw ValidationError("--only-faq chooses among all drafts: name no message")
    }
  }

  func run() async throws {
    let text = try text.map { try MessageText.read($0) }
    let mailbox = try await options.open()
    if let message {
      let id = try await options.message(message, in: mailbox)
      let sent = try await mailbox.answer(id, text)
      try options.output.show(Self.record(sent, answering: id))
      return try await options.messages.waiting(mailbox)
    }
    let drafts = try await mailbox.drafts().filter { !onlyFaq || $0.faq != nil }
    guard all else {
      return try await options.show(
        drafts, in: mailbox, empty: "there is no drafted answer; 'daybook messaging analyze' drafts answers")
    }
    var rows: [OutputRow] = []
    for draft in drafts {
      let sent = try await mailbox.answer(draft.message)
      rows.append(
        OutputRow([
          ("_kind", .string(Message.kind)), ("_id", .string(sent.rawValue)),
          ("replyTo", .string(draft.message.rawValue)), ("text", .string(draft.draft)),
        ]))
    }
    if rows.isEmpty { options.messages.show(Notice("empty", "there is no drafted answer")) }
    try options.output.show(columns: ["_kind", "_id", "replyTo", "text"], rows)
    try await options.messages.waiting(mailbox)
  }

  private static func record(_ sent: Ref<Message>, answering answered: Ref<Message>) -> OutputRecord {
    OutputRecord(
      OutputRow([
        ("_kind", .string(Message.kind)), ("_id", .string(sent.rawValue)),
        ("replyTo", .string(answered.rawValue)),
      ]))
  }
}

extension DraftedReply: Listed {
  static let entityKind = Message.kind
  var rawID: String { message.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("conversation") { .string($0.conversation.rawValue) }, Member("sender") { .string($0.sender) },
    Member("text") { .string($0.text) }, Member("smartReplyDraft") { .string($0.draft) },
    Member("faqMatch") { .text($0.faq?.rawValue) },
  ]

  static let columns: [Column<Self>] = [
    Column("from") { $0.sender }, Column("text") { OneLine.cut($0.text, countMax: 40) },
    Column("drafted answer") { $0.draft },
  ]
}
