import ArgumentParser
import Daybook
import Messaging

/// `daybook messaging inbox`
struct InboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "List your conversations, pinned ones first, then the newest.",
    discussion: """
      Examples:
        daybook messaging inbox
        daybook messaging inbox --unread
        daybook messaging inbox --format jsonl | jq '.unreadCount'
      """)

  @Flag(help: "Only conversations with unread messages.")
  var unread = false

  @OptionGroup var options: MailboxOptions

  func run() async throws {
    let mailbox = try await options.open()
    let items = try await mailbox.inbox().filter { !unread || $0.unreadCount > 0 }
    try await options.show(
      items, in: mailbox,
      empty: unread
        ? "there are no unread messages"
        : "there is no conversation yet; begin one with 'daybook messaging new'")
  }
}

extension InboxItem: Listed {
  static let entityKind = Conversation.kind
  var rawID: String { conversation.rawValue }

  static let jsonMembers: [Member<Self>] = [
    Member("title") { .string($0.title) },
    Member("participants") { item in
      .array(
        item.participants.map { ["_id": .string($0.id.rawValue), "name": .string($0.name)] })
    },
    Member("unreadCount") { .count($0.unreadCount) },
    Member("lastMessage") { item in
      item.lastMessage.map {
        [
          "_id": .string($0.message), "senderID": .text($0.senderID), "text": .string($0.text),
          "attachmentCount": .count($0.attachmentCount), "createdAt": .date($0.createdAt),
        ]
      } ?? .null
    },
    Member("isPinned") { .bool($0.isPinned) },
    Member("isMuted") { .bool($0.isMuted) },
    Member("waitingCount") { .count($0.waitingCount) },
    Member("failedCount") { .count($0.failedCount) },
  ]

  static let columns: [Column<Self>] = [
    Column("with") { $0.title },
    Column("unread", count: \.unreadCount),
    Column("when") { item, style in style.time(item.lastMessage?.createdAt) },
    Column("last message") { item in
      guard let last = item.lastMessage else { return nil }
      let text =
        last.text.isEmpty ? "(\(TableStyle.count(last.attachmentCount, "file", "files") ?? ""))" : last.text
      return OneLine.cut("\(item.lastSender ?? "you"): \(text)", countMax: 60)
    },
    Column("state") { item in
      TableStyle.list([
        item.isPinned ? "pinned" : nil, item.isMuted ? "muted" : nil,
        item.waitingCount > 0 ? "\(item.waitingCount) waiting" : nil,
        item.failedCount > 0 ? "\(item.failedCount) failed" : nil,
      ])
    },
  ]
}
