public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user's participation in a conversation: since when, how far they have read, and how they want to be notified.
public struct Participant: Entity {
  public var id = ID()
  /// The conversation; the participant is deleted with it.
  public var conversation: Ref<Conversation>?
  /// The user; the ledger holds only its own users, so this may refer to one whom it does not have.
  public var user: Ref<User>?
  /// Their name for the others, because nobody can read another's user.
  public var displayName = ""
  /// The address of a picture of them; null if they gave none.
  public var photoURL: String?
  /// When they joined, by the clock of the device that added them; unless set, the time of the first write.
  public var joinedAt = Date.unwritten
  /// The last message that they have seen, of those that the remote store holds.
  public var lastReadMessageID: String?
  /// Written by the participant alone; by default everything is notified, with the text.
  public var notificationPreferences = NotificationPreferences()
  /// Whether their inbox lists the conversation first; no other user may read it.
  public var isPinned = false
  /// Whether they want no notifications of the conversation; no other user may read it.
  public var isMuted = false
  /// Messages of others after ``lastReadMessageID`` that do not have the user in their `readBy`.
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

  /// The id that every device derives for a user's participation in a conversation, so that devices that add somebody
  /// concurrently add them once.
  public static func id(of user: Ref<User>, in conversation: Ref<Conversation>) -> ID {
    Ref("\(conversation.rawValue)/\(user.rawValue)")
  }
}

/// How a user wants to be notified of a conversation.
public struct NotificationPreferences: Codable, Sendable, Equatable {
  /// Whether there are notifications at all; true by default. If false, the other two have no effect.
  public var isEnabled = true
  /// Whether to notify only of messages that name the user.
  public var mentionsOnly = false
  /// Whether a notification shows the message's text.
  public var showsPreview = true

  public init() {}
}
