// The formulas of a message's and an attachment's projections.

import Daybook

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
