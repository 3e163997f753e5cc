import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging mark WITH`
struct MarkCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark",
    abstract: "Mark a conversation as read, pinned or muted, or set its notifications.",
    discussion: """
      Without an option, the conversation is marked as read. Other participants do not see what you pin and mute.

      Examples:
        daybook messaging mark bob
        daybook messaging mark bob --pin
        daybook messaging mark 'bob carol' --mute --read
        daybook messaging mark choir --mentions-only --no-preview
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @Flag(help: "Mark as read.")
  var read = false

  @Flag(inversion: .prefixedNo, help: "At the top of the inbox.")
  var pin: Bool?

  @Flag(inversion: .prefixedNo, help: "Without notifications.")
  var mute: Bool?

  @Flag(inversion: .prefixedNo, help: "Notify of new messages.")
  var notify: Bool?

  @Flag(inversion: .prefixedNo, help: "Notify only of messages that name you.")
  var mentionsOnly: Bool?

  @Flag(inversion: .prefixedNo, help: "Show a message's text in the notification.")
  var preview: Bool?

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    var row = OutputRow([("_kind", .string(Conversation.kind)), ("_id", .string(id.rawValue))])
    let notifications = [("notify", notify), ("mentionsOnly", mentionsOnly), ("preview", preview)]
      .compactMap { name, value in value.map { (name, $0) } }
    let isOther = pin != nil || mute != nil || !notifications.isEmpty
    if read || !isOther { row.append("read", .count(try await mailbox.markRead(id))) }
    if pin != nil || mute != nil {
      try await mailbox.set(pinned: pin, muted: mute, in: id)
      if let pin { row.append("isPinned", .bool(pin)) }
      if let mute { row.append("isMuted", .bool(mute)) }
    }
    if !notifications.isEmpty {
      try await mailbox.set(
        notifies: notify, mentionsOnly: mentionsOnly, showsPreview: preview, in: id)
      for (name, value) in notifications { row.append(name, .bool(value)) }
    }
    try options.output.show(OutputRecord(row))
    try await options.messages.waiting(mailbox)
  }
}
