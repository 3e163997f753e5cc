import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging read WITH`
struct ReadMessagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Show a conversation in order; a dot marks unread messages.",
    discussion: """
      Messages are in the order in which the remote store accepted them, then those that still wait. A table shows the \
      last 50. --mark marks the messages that are shown as read; 'mark' marks all.

      Examples:
        daybook messaging read bob
        daybook messaging read bob --mark
        daybook messaging read 0193b2c4 --all --format jsonl | jq -r .text
      """)

  @Argument(help: ConversationHelp.with)
  var conversation: String

  @Flag(help: "Mark the messages that are shown as read.")
  var mark = false

  @Option(
    help: ArgumentHelp("Show only the last N; by default 50 in a table, otherwise all.", valueName: "n"))
  var limit: Int?

  @Flag(help: "Show all, even in a table.")
  var all = false

  @OptionGroup var options: MailboxOptions

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit takes a number from 0, not \(limit)") }
    if all, limit != nil { throw ValidationError("--limit and --all cannot be used together") }
  }

  func run() async throws {
    let mailbox = try await options.open()
    let id = try await mailbox.conversation(named: conversation)
    let messages = try await mailbox.messages(in: id)
    let count = all ? nil : limit ?? (options.output.format == .table ? 50 : nil)
    let shown = Array(messages.suffix(count ?? messages.count))
    try await options.show(shown, in: mailbox, empty: "nobody has written anything yet")
    if shown.count < messages.count {
      options.messages.show(
        Notice("more", "\(messages.count - shown.count) before these; --limit N or --all shows them"))
    }
    if mark {
      _ = try await mailbox.markRead(id, only: Set(shown.map(\.message)))
      try await options.messages.waiting(mailbox)
    }
  }
}

enum ConversationHelp {
  static let with: ArgumentHelp =
    "The conversation: the names of its participants, or the beginning of its id."
}

extension MessageItem: Listed {
  static let entityKind = Message.kind
  var rawID: String { message.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("senderID") { .text($0.senderID) },
    Member("sender") { .string($0.sender) },
    Member("text") { .string($0.text) },
    Member("replyTo") { .text($0.replyTo?.rawValue) },
    Member("attachments") { item in
      .array(
        item.attachments.map {
          [
            "_id": .string($0.attachment.rawValue), "type": .string($0.type.rawValue),
            "fileName": .string($0.fileName), "mimeType": .string($0.mimeType),
            "fileSize": .count($0.sizeBytes),
            "uploadStatus": .string($0.uploadStatus.rawValue), "isHere": .bool($0.isHere),
            "thumbnailURL": .text($0.thumbnailURL),
          ]
        })
    },
    Member("reactions") { item in
      .array(
        item.reactions.map {
          [
            "emoji": .string($0.emoji), "users": .array($0.users.map { .string($0) }),
            "count": .count($0.count),
          ]
        })
    },
    Member("isUnread") { .bool($0.isUnread) },
    Member("status") { .string($0.status.rawValue) },
    Member("syncStatus") { .string($0.syncStatus.rawValue) },
    Member("retryCount") { .count($0.retryCount) },
    Member("failure") { .text($0.failure) },
    Member("readBy") { .array($0.readBy.map { .string($0) }) },
    Member("readers") { .array($0.readers.map { .string($0) }) },
    Member("category") { .text($0.category?.rawValue) },
    Member("sentiment") { .text($0.sentiment?.rawValue) },
    Member("opportunityScore") { $0.opportunityScore.map { .double($0) } ?? .null },
    Member("faqMatch") { .text($0.faqMatch?.rawValue) },
    Member("smartReplyDraft") { .text($0.smartReplyDraft) },
    Member("createdAt") { .date($0.createdAt) },
    Member("acceptedAt") { .text($0.acceptedAt) },
  ]

  static let columns: [Column<Self>] = [
    Column("") { $0.isUnread ? "•" : nil },
    Column("when") { item, style in style.time(item.createdAt) },
    Column("from") { $0.isOwn ? "you" : $0.sender },
    Column("text") { item in
      let reactions = item.reactions.map { $0.count > 1 ? "\($0.emoji) \($0.count)" : $0.emoji }
      let content = TableStyle.list(
        [item.text.isEmpty ? nil : item.text] + item.attachments.map { "[\($0.fileName)]" })
      return reactions.isEmpty ? content : "\(content) (\(reactions.joined(separator: ", ")))"
    },
    Column("state") { item in
      if !item.isOwn { return item.isOverruled ? "changed here, not sent" : nil }
      return item.status != .sent ? item.failure.map { "failed: \($0)" } ?? item.status.rawValue : nil
    },
    Column("about") { $0.category?.rawValue },
  ]
}

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
