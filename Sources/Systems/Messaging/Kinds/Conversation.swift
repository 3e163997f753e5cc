public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A conversation of two or more users.
public struct Conversation: Entity {
  public var id = ID()
  /// The users who take part, in the order in which they joined.
  public var participantIDs: [String] = []
  /// The participations of its present members: the inverse of ``Participant/conversation``. They are deleted with it.
  public var participants: [Ref<Participant>] = []
  /// The latest message that the viewer may read.
  public var lastMessage: MessagePreview?
  /// How many messages of others the viewer has not read; 0 if there is no viewer and several are possible.
  public var unreadCount = 0
  /// The viewer's own, as ``unreadCount``.
  public var isPinned = false
  /// The viewer's own, as ``unreadCount``; false if it is not known who the viewer is.
  public var isMuted = false
  /// When it was started, by the clock of the device that started it; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// The remote store's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten
  /// The user who started it.
  public var owner: Ref<User>?
  /// In no particular order; see ``Mailbox/messages(in:)``.
  public var messages: [Ref<Message>] = []
  /// Its title in its network; null if it is named after its participants.
  public var title: String?
  /// The source that it came from, such as `chat:whatsapp`: then it has no remote store, and nothing of it is sent.
  public var importedFrom: String?

  public init() {}

  public static let schema = Schema("messaging.conversation") {
    Personal()
    One(\.owner, inverse: \User.conversations, onDelete: .nullify)
    Inverse(\.participants, of: \Participant.conversation, onDelete: .cascade)
    Inverse(\.messages, of: \Message.conversation, onDelete: .cascade)
    Projection(\.participantIDs) { ConversationFormulas.participantIDs($0) }
    Projection(\.lastMessage) { ConversationFormulas.lastMessage($0) }
    Projection(\.unreadCount) { ConversationFormulas.unreadCount($0) }
    Projection(\.isPinned) { ConversationFormulas.flag("isPinned", $0) }
    Projection(\.isMuted) { ConversationFormulas.flag("isMuted", $0) }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
  }
}
