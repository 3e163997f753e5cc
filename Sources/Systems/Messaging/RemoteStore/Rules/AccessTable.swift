/// Who may read and write what on the remote store: the collections of the original Firestore schema as data, so that the
/// deciding code, the tests and the article have one source.
///
/// Every document belongs to a user or to a conversation. Nobody else may know of a user's documents, and only the
/// users in its `participantIDs` of a conversation's. Everything that no row names is refused.
public enum AccessTable {
  /// One row for each collection, in the order of the article's table.
  public static let collections: [CollectionRules] = [
    users, userConversations, faqs, conversations, participants, messages,
  ]

  /// States of a single device, which never leave it. A write that names them is invalid.
  public static let localFields: Set<String> = [
    "syncStatus", "retryCount", "failure", "acceptedAt", "localURL",
  ]
  /// The remote store's own fields in a document; see the HTTP endpoint.
  public static let serverFields: Set<String> = ["serverTime", "isDeleted"]

  /// The fields that stay in a deleted document: its owners, who may learn that it is gone.
  public static let keptFields: Set<String> = ["participantIDs", "senderID"]

  /// The maximum size of a document's fields as JSON: what Firestore accepts, with room for its own names.
  public static let documentSizeBytesMax = 900_000
  /// How many ids `participantIDs` and `readBy` may hold.
  public static let participantsMax = 1000

  private static let name = FieldRule.ValueType.text(max: 1000)
  private static let address = FieldRule.ValueType.text(max: 4000)
  private static let identifier = FieldRule.ValueType.text(max: 512)
  private static let prose = FieldRule.ValueType.text(max: 100_000)
  private static let times = [FieldRule("createdAt", .instant), FieldRule("updatedAt", .instant)]

  static let users = CollectionRules(
    "users/{user}", read: .owner, create: .owner, change: .owner, delete: .owner,
    fields: [
      FieldRule("email", name), FieldRule("displayName", name), FieldRule("photoURL", address),
      FieldRule("aiPreferences", .object),
    ] + times)

  static let userConversations = CollectionRules(
    "users/{user}/conversations/{conversation}", read: .owner, create: .owner, change: .owner, delete: .owner,
    fields: [
      FieldRule("isPinned", .bool), FieldRule("isMuted", .bool), FieldRule("unreadCount", .integer),
      FieldRule("lastMessage", .any),
    ] + times)

  static let faqs = CollectionRules(
    "users/{user}/faqs/{faq}", read: .owner, create: .owner, change: .owner, delete: .owner,
    fields: [
      FieldRule("question", prose), FieldRule("answer", prose), FieldRule("keywords", .texts(max: 1000)),
      FieldRule("useCount", .integer),
    ] + times)

  static let conversations = CollectionRules(
    "conversations/{conversation}", read: .participants, create: .founder, change: .participants,
    delete: .lastParticipant,
    fields: [
      FieldRule("participantIDs", .texts(max: participantsMax), .members, required: true),
      FieldRule("owner", identifier, .once), FieldRule("title", name),
    ] + times)

  static let participants = CollectionRules(
    "conversations/{conversation}/participants/{user}", read: .participants, create: .memberOrOneself,
    change: .oneself, delete: .oneself,
    fields: [
      FieldRule("joinedAt", .instant), FieldRule("displayName", name), FieldRule("photoURL", address),
      FieldRule("lastReadMessageID", identifier, .oneself),
      FieldRule("notificationPreferences", .any, .oneself), FieldRule("isPinned", .bool, .oneself),
      FieldRule("isMuted", .bool, .oneself),
    ] + times)

  static let messages = CollectionRules(
    "conversations/{conversation}/messages/{message}", read: .participants, create: .sender,
    change: .participants, delete: .sender,
    fields: [
      FieldRule("senderID", identifier, .once, required: true),
      FieldRule("conversationID", identifier, .once), FieldRule("createdAt", .instant, .once),
      FieldRule("updatedAt", .instant), FieldRule("text", prose, .sender),
      FieldRule("attachments", .objects(max: 100), .sender), FieldRule("replyTo", identifier, .sender),
      FieldRule("status", .word(["sending", "sent", "delivered", "read", "failed"]), .status),
      FieldRule("readBy", .texts(max: participantsMax), .readers),
      FieldRule("category", name, .recipients), FieldRule("sentiment", name, .recipients),
      FieldRule("opportunityScore", .number(0...1), .recipients),
      FieldRule("faqMatch", identifier, .recipients), FieldRule("smartReplyDraft", prose, .recipients),
      FieldRule("analyzedBy", name, .recipients),
    ])

  /// The row of a document; nil for one of no known collection.
  public static func rules(for path: RemotePath) -> CollectionRules? {
    let names = path.components.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    switch names {
    case ["users"]: return users
    case ["users", "conversations"]: return userConversations
    case ["users", "faqs"]: return faqs
    case ["conversations"]: return conversations
    case ["conversations", "participants"]: return participants
    case ["conversations", "messages"]: return messages
    default: return nil
    }
  }
}
