public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A message as a conversation shows it.
public struct MessageItem: Sendable, Equatable {
  /// The message's id.
  public var message: Ref<Message>
  /// The sender's id; nil only in a message without a sender.
  public var senderID: String?
  /// The sender's name.
  public var sender: String
  /// Whether the mailbox's user sent it.
  public var isOwn: Bool
  /// Whether it is another's message that the user has not read.
  public var isUnread: Bool
  /// Empty if the message has only attachments.
  public var text: String
  /// The message that it answers.
  public var replyTo: Ref<Message>?
  /// Its files, each with what the ledger knows of it.
  public var attachments: [AttachmentItem]
  /// The reactions in the network from which it was imported; empty for other messages.
  public var reactions: [MessageReaction]
  /// How far it has come; see ``MessageStatus``.
  public var status: MessageStatus
  /// Whether the remote store has the same version of it; see ``SyncStatus``.
  public var syncStatus: SyncStatus
  /// Whether a field was written here that only the sender may write: the next sync reverts it.
  public var isOverruled: Bool
  /// Why sending it was given up; nil while it is being sent, and once it is sent.
  public var failure: String?
  /// How often sending was repeated without success since it was last requested.
  public var retryCount: Int
  /// The users in the message's own `readBy`.
  public var readBy: [String]
  /// The users besides the sender who have read it: those in `readBy`, and those whose read position is at or after it.
  public var readers: [String]
  /// What it is about; nil if no analyzer has determined it.
  public var category: MessageCategory?
  /// How it sounds; nil if no analyzer has determined it.
  public var sentiment: Sentiment?
  /// How likely it leads to an opportunity, from 0 to 1; nil if no analyzer has determined it.
  public var opportunityScore: Double?
  /// The frequent question that it asks; nil if it asks none, or that question was deleted.
  public var faqMatch: Ref<FAQ>?
  /// A proposed answer; nil if there is none.
  public var smartReplyDraft: String?
  /// When the sender wrote it, by the clock of the sender's device. It does not decide the order.
  public var createdAt: Date
  /// The remote store's time, with nine digits of a second; nil while the remote store does not have it.
  public var acceptedAt: String?
  /// The stamp of the write that brought it into the ledger.
  var written: Stamp
}

/// A file of a message.
public struct AttachmentItem: Sendable, Equatable {
  /// The attachment's id, by which its bytes are fetched.
  public var attachment: Ref<Attachment>
  /// How to show it.
  public var type: AttachmentType
  /// Its own name, without folders; may be empty.
  public var fileName: String
  /// Such as `image/jpeg`; empty if unknown.
  public var mimeType: String
  /// The size of the file, whether or not its bytes are here.
  public var sizeBytes: Int
  /// Whether the remote store has its bytes.
  public var uploadStatus: UploadStatus
  /// A small picture of it: a data URL, or its address.
  public var thumbnailURL: String?
  /// Whether its bytes are in the ledger.
  public var isHere: Bool
}

extension Mailbox {
  /// A conversation's messages in order: as the remote store accepted them, then those that wait.
  public func messages(in conversation: Ref<Conversation>) async throws -> [MessageItem] {
    let user = user.rawValue
    let items = try await view { view -> [MessageItem]? in
      guard participant(in: conversation, view) != nil else { return nil }
      return view.read(Conversation.kind, conversation.rawValue) { conversation in
        let contacts = conversation.everContacts
        let unread = ConversationFormulas.unreadMessages(conversation, of: user)
        let positions = ReadPositions(conversation)
        return conversation.map("messages") { message in
          (order: MessageOrder(message), item: message.item(of: user, contacts, unread, positions))
        }.sorted { $0.order < $1.order }.map(\.item)
      }
    }
    guard let items else { throw notThere(conversation) }
    return items
  }
}

extension EntityReader {
  fileprivate func item(
    of user: String, _ contacts: [Contact], _ unread: Set<String>, _ positions: ReadPositions
  ) -> MessageItem {
    let readBy = texts("readBy")
    let sender = storedTargets("sender").first
    return MessageItem(
      message: Ref(id), senderID: sender,
      sender: contacts.first { $0.id.rawValue == sender }?.name ?? sender ?? "", isOwn: sender == user,
      isUnread: unread.contains(id), text: text("text") ?? "",
      replyTo: storedTargets("replyTo").first.map { Ref($0) },
      attachments: map("attachments") { AttachmentItem($0) }, reactions: reactions,
      status: MessageFormulas.status(self, positions),
      syncStatus: MessageFormulas.syncStatus(self), isOverruled: MessageFormulas.isOverruled(self),
      failure: text("failure"),
      retryCount: Int(value("retryCount").int ?? 0), readBy: readBy,
      readers: positions.readers(of: MessageOrder(self), sender: sender, readBy: readBy),
      category: text("category").map { MessageCategory(rawValue: $0) },
      sentiment: text("sentiment").map { Sentiment(rawValue: $0) },
      opportunityScore: value("opportunityScore").double, faqMatch: related("faqMatch").first.map { Ref($0) },
      smartReplyDraft: text("smartReplyDraft"), createdAt: date("createdAt") ?? .unwritten,
      acceptedAt: text("acceptedAt"), written: firstStamp)
  }
}

extension EntityReader {
  fileprivate var reactions: [MessageReaction] {
    (value("reactions").array ?? []).compactMap { value in
      guard let object = value.object, let emoji = object["emoji"]?.string else { return nil }
      return MessageReaction(
        emoji, users: object["users"]?.array?.compactMap(\.string) ?? [],
        count: object["count"]?.int.map { Int(clamping: $0) })
    }
  }
}

extension AttachmentItem {
  fileprivate init(_ attachment: borrowing EntityReader) {
    self.attachment = Ref(attachment.id)
    type = AttachmentType(rawValue: attachment.text("type") ?? "document")
    fileName = attachment.text("fileName") ?? ""
    mimeType = attachment.text("mimeType") ?? ""
    sizeBytes = Int(attachment.value("fileSize").int ?? 0)
    uploadStatus = MessageFormulas.uploadStatus(attachment)
    thumbnailURL = attachment.text("thumbnailURL")
    isHere = !attachment.value("data").isNull
  }
}
