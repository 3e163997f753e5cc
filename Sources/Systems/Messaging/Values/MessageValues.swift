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

/// A reaction to a message, such as 👍.
public struct MessageReaction: Codable, Sendable, Hashable {
  /// As its network has it: a character, or a name such as `:thumbsup:`.
  public var emoji: String
  /// The ids of the users who chose it, as far as the network names them.
  public var users: [String]
  /// How many chose it, at least as many as are named.
  public var count: Int

  /// Makes a reaction; a count that is nil or too low becomes the number of users.
  public init(_ emoji: String, users: [String] = [], count: Int? = nil) {
    (self.emoji, self.users) = (emoji, users)
    self.count = max(count ?? 0, users.count)
  }
}

/// A message's place in its conversation: accepted messages by the remote store's time, then waiting ones in the order in
/// which they were written. The first order does not depend on any device's clock, and the second belongs to a single
/// device.
struct MessageOrder: Comparable, Sendable {
  /// Fixed width, so that text order is time order.
  let acceptedAt: String?
  let written: Stamp
  let id: String

  init(_ message: borrowing EntityReader) {
    acceptedAt = message.text("acceptedAt")
    written = message.firstStamp
    id = message.id
  }

  static func < (left: Self, right: Self) -> Bool {
    switch (left.acceptedAt, right.acceptedAt) {
    case (let a?, let b?): (a, left.id) < (b, right.id)
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.written != right.written ? left.written < right.written : left.id < right.id
    }
  }
}
