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

// The formulas of a message's and an attachment's projections.

enum MessageFormulas {
  /// The fields of a message that the remote store holds; all others belong to this ledger alone.
  static let sharedFields = ["conversation", "sender", "text", "replyTo", "readBy", "category", "sentiment"]
  /// The fields that only the sender writes.
  private static let sendersFields = ["conversation", "sender", "text", "replyTo"]

  static func syncStatus(_ message: borrowing EntityReader) -> SyncStatus {
    guard isPending(message) else { return .synced }
    return message.value("failure").isNull && !isOverruled(message) ? .pending : .failed
  }

  /// Whether a field was written here that only the sender may write, who is not a user of this ledger: it is never
  /// sent, and is reverted by the next sync.
  static func isOverruled(_ message: borrowing EntityReader) -> Bool {
    guard let sender = message.serverValue("sender")?.string else { return false }
    var isWritten = false
    for field in sendersFields where message.isPending(field) { isWritten = true }
    if !isWritten { return false }
    let isHere = message.mapStored(User.kind, [sender]) { $0.isMade && $0.text("importedFrom") == nil }
    return isHere.first?.value != true
  }

  /// Whether something was written that the remote store has not acknowledged.
  static func isPending(_ message: borrowing EntityReader) -> Bool {
    if isImported(message) { return false }
    for field in sharedFields where message.isPending(field) { return true }
    return message.map("attachments") { isPending(attachment: $0) }.contains(true)
  }

  /// Whether it belongs to a conversation from another network, which no remote store holds.
  static func isImported(_ message: borrowing EntityReader) -> Bool {
    message.map("conversation") { !$0.value("importedFrom").isNull }.first ?? false
  }

  /// An attachment is sent as part of its message.
  static func isPending(attachment: borrowing EntityReader) -> Bool {
    attachment.isPending("message") && attachment.serverTime("message") == nil
  }

  static func status(_ message: borrowing EntityReader) -> MessageStatus {
    status(message, message.map("conversation") { ReadPositions($0) }.first)
  }

  /// - Parameter positions: the read positions of its conversation.
  static func status(_ message: borrowing EntityReader, _ positions: ReadPositions?) -> MessageStatus {
    let order = MessageOrder(message)
    if order.acceptedAt == nil { return message.value("failure").isNull ? .sending : .failed }
    let isRead =
      positions?.isReadByAll(
        order, sender: message.storedTargets("sender").first, readBy: message.texts("readBy")) ?? false
    return isRead ? .read : .sent
  }

  static func uploadStatus(_ attachment: borrowing EntityReader) -> UploadStatus {
    if !attachment.value("url").isNull { return .uploaded }
    let message = attachment.map("message") { (!$0.value("failure").isNull, isImported($0)) }.first
    guard let (isGivenUp, isImported) = message else { return .pending }
    return isImported ? .uploaded : isGivenUp ? .failed : .pending
  }
}

/// How far everybody in a conversation has read. A message is read by the users in its `readBy`, and by those whose
/// position is at or after it: so one write marks thousands as read.
struct ReadPositions: Sendable {
  private let parts: [(user: String, last: MessageOrder?)]

  init(_ conversation: borrowing EntityReader) {
    var parts: [(user: String, last: MessageOrder?)] = []
    let found = conversation.map("participants") { part in
      (user: part.storedTargets("user").first, lastRead: part.text("lastReadMessageID"))
    }
    for part in found {
      guard let user = part.user else { continue }
      var last: MessageOrder?
      if let lastRead = part.lastRead { last = conversation.place(of: lastRead) }
      parts.append((user, last))
    }
    self.parts = parts
  }

  /// Those besides the sender who have read a message, in the order in which they joined, then others that it names.
  func readers(of message: MessageOrder, sender: String?, readBy: [String]) -> [String] {
    let named = Set(readBy)
    let reached = parts.filter { part in
      part.user != sender && (named.contains(part.user) || part.last.map { !($0 < message) } ?? false)
    }.map(\.user)
    return reached + readBy.filter { !reached.contains($0) }
  }

  /// Whether everybody but the sender has read it; false where there is nobody else.
  func isReadByAll(_ message: MessageOrder, sender: String?, readBy: [String]) -> Bool {
    let readers = Set(readers(of: message, sender: sender, readBy: readBy))
    let addressed = parts.filter { $0.user != sender }
    return !addressed.isEmpty && addressed.allSatisfy { readers.contains($0.user) }
  }
}

extension EntityReader {
  /// Of a conversation: the place of one of its messages that the remote store holds. No other message has a place on which
  /// all devices agree.
  fileprivate func place(of message: String) -> MessageOrder? {
    let conversation = id
    let found = mapStored(Message.kind, [message]) { message in
      message.storedTargets("conversation").first == conversation ? MessageOrder(message) : nil
    }
    return (found.first?.value ?? nil).flatMap { $0.acceptedAt == nil ? nil : $0 }
  }
}
