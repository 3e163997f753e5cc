public import Daybook

/// A conversation as a user's inbox shows it.
public struct InboxItem: Sendable, Equatable {
  /// The conversation's id, for reading its messages.
  public var conversation: Ref<Conversation>
  /// Its title in its network; else the names of the others, in the order in which they joined, and of those who left.
  public var title: String
  /// Those who take part now, the user among them, in the order in which they joined.
  public var participants: [Contact]
  /// The last message in the conversation's order; nil if it has none.
  public var lastMessage: MessagePreview?
  /// The name of that message's sender; nil for the user.
  public var lastSender: String?
  /// How many messages of others the user has not read.
  public var unreadCount: Int
  /// As the user's ``Participant/isPinned``.
  public var isPinned: Bool
  /// As the user's ``Participant/isMuted``.
  public var isMuted: Bool
  /// How many of the user's messages wait for the remote store, and how many were given up.
  public var waitingCount: Int
  /// How many of the user's messages were given up; see ``Mailbox/retry(_:)``.
  public var failedCount: Int
  /// Whether the title is the conversation's own.
  public var hasTitle: Bool
  /// Whether nobody but the user and one other person ever took part.
  public var isDirect: Bool
}

extension Mailbox {
  /// The user's conversations: pinned ones first, then by their last message, the newest first; messages that wait for
  /// the remote store count as the newest.
  public func inbox() async throws -> [InboxItem] {
    let user = user.rawValue
    let found = try await view { view -> [(item: InboxItem, order: MessageOrder?)] in
      try view.map(Query(Conversation.kind)) { conversation in
        conversation.inboxItem(of: user)
      }.values.compactMap { $0 }
    }
    return found.sorted { left, right in
      if left.item.isPinned != right.item.isPinned { return left.item.isPinned }
      switch (left.order, right.order) {
      case (let a?, let b?): return b < a
      case (_?, nil): return true
      case (nil, _?): return false
      case (nil, nil): return left.item.conversation.rawValue > right.item.conversation.rawValue
      }
    }.map(\.item)
  }
}

extension EntityReader {
  /// Of a conversation in which the user takes part.
  fileprivate func inboxItem(of user: String) -> (item: InboxItem, order: MessageOrder?)? {
    let contacts = contacts
    guard contacts.contains(where: { $0.id.rawValue == user }) else { return nil }
    let messages = map("messages") { message in
      let status =
        message.storedTargets("sender").first == user ? MessageFormulas.syncStatus(message) : .synced
      return (order: MessageOrder(message), preview: MessagePreview(message), status: status)
    }
    let last = messages.max { $0.order < $1.order }
    let others = contacts.filter { $0.id.rawValue != user }.map(\.name)
    let everybody = everContacts
    let left = everybody.filter { person in !contacts.contains { $0.id == person.id } }.map {
      "\($0.name) (left)"
    }
    let sender = last?.preview.senderID
    let title =
      text("title") ?? (others + left).joined(separator: ", ").nonEmpty ?? "(nobody else)"
    let item = InboxItem(
      conversation: Ref(id), title: title,
      participants: contacts, lastMessage: last?.preview,
      lastSender: sender == user
        ? nil : everybody.first { $0.id.rawValue == sender }?.name ?? sender,
      unreadCount: ConversationFormulas.unreadCount(self),
      isPinned: ConversationFormulas.flag("isPinned", self),
      isMuted: ConversationFormulas.flag("isMuted", self),
      waitingCount: messages.count { $0.status == .pending },
      failedCount: messages.count { $0.status == .failed }, hasTitle: text("title") != nil,
      isDirect: Set(everybody.map(\.id)).count == 2)
    return (item, last?.order)
  }

  /// Of a conversation: those who take part.
  var contacts: [Contact] { map("participants") { $0.contact } }

  /// Everyone who ever took part in a conversation: the messages of those who left keep their names.
  var everContacts: [Contact] {
    mapStored(Participant.kind, storedReferrers(of: "conversation", kind: Participant.kind)) { $0.contact }
      .map(\.value)
  }

  private var contact: Contact {
    Contact(
      id: Ref(storedTargets("user").first ?? ""), displayName: text("displayName") ?? "",
      photoURL: text("photoURL"))
  }
}

extension String {
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}

extension Contact {
  /// The name to show.
  public var name: String { displayName.allSatisfy(\.isWhitespace) ? id.rawValue : displayName }
}
