public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What two users or more write to one another.
public struct Conversation: Entity {
  public var id = ID()
  /// The users who take part, in the order in which they joined.
  public var participantIDs: [String] = []
  /// The parts of those who are in it now: the inverse of ``Participant/conversation``. They are deleted with it.
  public var participants: [Ref<Participant>] = []
  /// The latest one that the viewer may read.
  public var lastMessage: MessagePreview?
  /// How many messages of others the viewer has not read; 0 where nobody says who looks and several might.
  public var unreadCount = 0
  /// The viewer's own, as ``unreadCount``.
  public var isPinned = false
  /// The viewer's own, as ``unreadCount``; false if it is not known who the viewer is.
  public var isMuted = false
  /// When it was begun, by the clock of the device that began it; unless set, the time of its first write.
  public var createdAt = Date.unwritten
  /// The far side's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten
  /// Who began it.
  public var owner: Ref<User>?
  /// In no order that says anything; see `Ledger.messages(in:)`.
  public var messages: [Ref<Message>] = []
  /// What its network calls it; null where it is called by who takes part.
  public var title: String?
  /// The source that it came from, such as `chat:whatsapp`: then it belongs to no far side, and nothing of it is sent.
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
