// The formulas of a conversation's projections: functions of what the view shows, so that entities that are deleted,
// gone from the remote store or hidden from the viewer are not counted.

import Daybook

enum ConversationFormulas {
  static func participantIDs(_ conversation: borrowing EntityReader) -> [String] {
    var ids: [String] = []
    for id in conversation.map("participants", { $0.storedTargets("user").first }) {
      if let id, !ids.contains(id) { ids.append(id) }
    }
    return ids
  }

  static func lastMessage(_ conversation: borrowing EntityReader) -> MessagePreview? {
    conversation.map("messages") { (order: MessageOrder($0), preview: MessagePreview($0)) }
      .max { $0.order < $1.order }?.preview
  }

  static func unreadCount(_ conversation: borrowing EntityReader) -> Int {
    own(conversation) { unreadCount(of: $0.user, since: $0.lastRead, conversation) } ?? 0
  }

  static func flag(_ field: String, _ conversation: borrowing EntityReader) -> Bool {
    own(conversation) { field == "isPinned" ? $0.isPinned : $0.isMuted } ?? false
  }

  static func unreadCount(ofParticipant participant: borrowing EntityReader) -> Int {
    guard let user = participant.storedTargets("user").first else { return 0 }
    let lastRead = participant.text("lastReadMessageID")
    return participant.map("conversation") { unreadCount(of: user, since: lastRead, $0) }.first ?? 0
  }

  /// The ids of the messages that the user has not read.
  static func unreadMessages(_ conversation: borrowing EntityReader, of user: String) -> Set<String> {
    let lastRead = conversation.map("participants") { participant in
      participant.storedTargets("user").first == user ? participant.text("lastReadMessageID") : nil
    }.compactMap { $0 }.first
    return Set(unread(of: user, since: lastRead, conversation))
  }

  private static func unreadCount(
    of user: String, since lastRead: String?, _ conversation: borrowing EntityReader
  ) -> Int { unread(of: user, since: lastRead, conversation).count }

  /// Others' messages after the last one that the user has read, without those that have the user in `readBy`. If that
  /// last message does not exist, only `readBy` counts.
  private static func unread(
    of user: String, since lastRead: String?, _ conversation: borrowing EntityReader
  ) -> [String] {
    let all = conversation.map("messages") { message in
      (
        order: MessageOrder(message),
        isUnread: message.storedTargets("sender").first != user && !message.texts("readBy").contains(user)
      )
    }
    let last = all.first { $0.order.id == lastRead }?.order
    return all.filter { message in message.isUnread && last.map { $0 < message.order } ?? true }
      .map(\.order.id)
  }

  /// The value of one participant, for the conversation's own fields.
  private struct Own {
    var user: String
    var lastRead: String?
    var isPinned: Bool
    var isMuted: Bool
  }

  /// The viewer's value; without a viewer, that of the only participant whose user the ledger holds.
  private static func own<Value>(
    _ conversation: borrowing EntityReader, _ body: (Own) -> Value
  ) -> Value? {
    let viewer = conversation.viewer
    let found = conversation.map("participants") { participant -> Own? in
      guard let user = participant.storedTargets("user").first else { return nil }
      if let viewer { guard user == viewer else { return nil } }
      if viewer == nil, participant.count("user") == 0 { return nil }
      return Own(
        user: user, lastRead: participant.text("lastReadMessageID"), isPinned: participant.flag("isPinned"),
        isMuted: participant.flag("isMuted"))
    }.compactMap { $0 }
    return found.count == 1 ? body(found[0]) : nil
  }
}
