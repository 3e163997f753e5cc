public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message in a conversation.
public struct Message: Entity {
  /// The remote store's document has the same id, so that sending it twice has no further effect.
  public var id = ID()
  /// Where it was sent. Deleting the conversation deletes the message, too.
  public var conversation: Ref<Conversation>?
  /// The id in ``conversation``, also if the ledger no longer holds that conversation. Computed.
  public var conversationID: String?
  /// Who sent it. The ledger need not hold this user; ``Participant/displayName`` has a name for them.
  public var sender: Ref<User>?
  /// The id in ``sender``, also if the ledger does not hold that user. Computed.
  public var senderID: String?
  /// Empty only if there are attachments.
  public var text = ""
  /// Its files: the inverse of ``Attachment/message``. They are deleted with it.
  public var attachments: [Ref<Attachment>] = []
  /// The message that this one answers, if its network says so.
  public var replyTo: Ref<Message>?
  /// The reactions in the network from which the message was imported.
  public var reactions: [MessageReaction] = []
  /// How far it has come.
  public var status: MessageStatus = .sent

  /// What it is about, by ``analyzedBy``.
  public var category: MessageCategory?
  /// How it sounds, by ``analyzedBy``; null while nobody has analyzed it.
  public var sentiment: Sentiment?
  /// How likely it leads to an opportunity, from 0 to 1.
  public var opportunityScore: Double?
  /// The question that it asks again.
  public var faqMatch: Ref<FAQ>?
  /// A proposed answer; only the user for whom it was made sees it.
  public var smartReplyDraft: String?
  /// The analyzer that determined these five fields: a provider's name.
  public var analyzedBy: String?

  /// Whether the remote store has the same version of it.
  public var syncStatus: SyncStatus = .synced
  /// How often sending was repeated without success since it was last requested.
  public var retryCount = 0
  /// Why sending it was given up; null while it was not.
  public var failure: String?

  /// The users who have read it.
  public var readBy: [String] = []
  /// When the sender wrote it, by the clock of the sender's device: it is only shown, and does not affect the order.
  public var createdAt = Date.unwritten
  /// The remote store's time of the last change that it reported; until then the time of the last write here.
  public var updatedAt = Date.unwritten
  /// When the remote store accepted it, to the nanosecond, such as `2026-11-21T06:13:00.123456789Z`: it orders a
  /// conversation. Null until then.
  public var acceptedAt: String?

  public init() {}

  public static let schema = Schema("messaging.message") {
    Personal()
    Indexed(\.acceptedAt)
    One(\.conversation, inverse: \Conversation.messages)
    One(\.sender)
    One(\.replyTo)
    One(\.faqMatch, inverse: \FAQ.matches, onDelete: .nullify)
    Inverse(\.attachments, of: \Attachment.message, onDelete: .cascade)
    Merge(\.readBy, .union)
    Projection(\.conversationID) { $0.storedTargets("conversation").first }
    Projection(\.senderID) { $0.storedTargets("sender").first }
    Projection(\.status) { MessageFormulas.status($0) }
    Projection(\.syncStatus) { MessageFormulas.syncStatus($0) }
    Check(value: \.opportunityScore, "must be between 0 and 1") { (0...1).contains($0 ?? 0) }
    Check(value: \.retryCount, "must not be negative") { $0 >= 0 }
    Check(value: \.acceptedAt, "must be a server's time with nine digits of a second") {
      $0.map { ServerTime($0) != nil } ?? true
    }
    Bound(\.createdAt, .far)
    Bound(\.updatedAt, .far)
    Bound(value: \.retryCount, "must be at most 1000") { count, _ in count <= 1000 }
  }
}
