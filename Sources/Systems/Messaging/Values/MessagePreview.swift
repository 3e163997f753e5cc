import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message as a list of conversations shows it.
public struct MessagePreview: Codable, Sendable, Equatable {
  public var message: String
  public var senderID: String?
  public var text: String
  public var createdAt: Date
  /// How many files it brings along.
  public var attachmentCount: Int

  init(_ message: borrowing EntityReader) {
    self.message = message.id
    senderID = message.storedTargets("sender").first
    text = message.text("text") ?? ""
    createdAt = message.date("createdAt") ?? .unwritten
    attachmentCount = message.related("attachments").count
  }
}
