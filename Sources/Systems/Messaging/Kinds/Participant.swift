public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user's part in a conversation: since when, how far they have read, and how they want to hear of it.
public struct Participant: Entity {
  public var id = ID()
  public var conversation: Ref<Conversation>?
  public var user: Ref<User>?
  /// What the others call them: nobody reads another's user.
  public var displayName = ""
  public var photoURL: String?
  public var joinedAt = Date.unwritten
  /// The last message that they have seen, of those that the far side holds.
  public var lastReadMessageID: String?
  public var notificationPreferences = NotificationPreferences()
  public var isPinned = false
  public var isMuted = false
  /// Messages of others behind ``lastReadMessageID`` that do not have the user in their `readBy`.
  public var unreadCount = 0

  public init() {}

  public static let schema = Schema("messaging.participant") {
    Personal()
    FirstWritten(\.joinedAt)
    One(\.conversation, inverse: \Conversation.participants)
    One(\.user, inverse: \User.participations, onDelete: .nullify)
    Unique(\.conversation, \.user)
    Projection(\.unreadCount) { ConversationFormulas.unreadCount(ofParticipant: $0) }
    Bound(\.joinedAt, .far)
  }

  /// The one id that every device gives a user's part in a conversation, so that those who add somebody at once
  /// add them once.
  public static func id(of user: Ref<User>, in conversation: Ref<Conversation>) -> ID {
    Ref("\(conversation.rawValue)/\(user.rawValue)")
  }
}
