import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging edit MESSAGE TEXT`
struct EditMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit a message of yours.",
    discussion: """
      Examples:
        daybook messaging edit 0193b2c4 'See you on Tuesday?'
      """)

  @Argument(help: "The message: the beginning of its id.")
  var message: String

  @Argument(help: "The new text; - reads the standard input.")
  var text: String

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let text = try MessageText.read(text)
    let mailbox = try await options.open()
    let id = try await options.message(message, in: mailbox)
    try await mailbox.edit(id, text)
    try options.output.show([("_kind", .string(Message.kind)), ("_id", .string(id.rawValue))])
    try await options.messages.waiting(mailbox)
  }
}

/// `daybook messaging unsend MESSAGE`
struct UnsendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsend",
    abstract: "Remove a message of yours, for everybody.",
    discussion: """
      People who have already read it have seen its text.

      Examples:
        daybook messaging unsend 0193b2c4
      """)

  @Argument(help: "The message: the beginning of its id.")
  var message: String

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await options.message(message, in: mailbox)
    try await mailbox.delete(id)
    try options.output.show([
      ("_kind", .string(Message.kind)), ("_id", .string(id.rawValue)), ("deleted", true),
    ])
    try await options.messages.waiting(mailbox)
  }
}
