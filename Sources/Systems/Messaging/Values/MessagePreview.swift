import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message as a list of conversations shows it.
public struct MessagePreview: Codable, Sendable, Equatable {
  /// The message's id.
  public var message: String
  /// The sender's id; nil only in a message without a sender.
  public var senderID: String?
  /// The whole text; empty if the message has only attachments.
  public var text: String
  /// When the sender wrote it, by the clock of the sender's device.
  public var createdAt: Date
  /// The number of attached files.
  public var attachmentCount: Int

  init(_ message: borrowing EntityReader) {
    self.message = message.id
    senderID = message.storedTargets("sender").first
    text = message.text("text") ?? ""
    createdAt = message.date("createdAt") ?? .unwritten
    attachmentCount = message.related("attachments").count
  }
}
