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
  public static let tombstoneFields: Set<String> = ["participantIDs", "senderID"]

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

/// The rights for the documents of one collection, and the types of their fields: a row of ``AccessTable``.
public struct CollectionRules: Sendable {
  /// Ids in braces: `conversations/{conversation}/messages/{message}`.
  public var pattern: String
  /// Who may read a document, and learn that it was deleted.
  public var read: Grant
  /// Who may make a document.
  public var create: Grant
  /// Who may write fields of a document that exists; each ``FieldRule/writer`` restricts this further.
  public var change: Grant
  /// Who may delete a document.
  public var delete: Grant
  /// Other fields are accepted as they come from users who may change the document; in a message, only from its sender.
  public var fields: [FieldRule]

  /// The users who have a right.
  public enum Grant: String, Sendable {
    /// The user whose path contains the document.
    case owner = "the user"
    /// The ids in the conversation's `participantIDs`.
    case participants = "participants"
    /// A user who is in the `participantIDs` of the conversation that the request makes.
    case founder = "a user among its participants"
    /// The user who is alone in the conversation's `participantIDs`.
    case lastParticipant = "its last participant"
    /// The participant whose id the document has.
    case oneself = "the participant"
    /// Any participant of the conversation, for a document whose id is the id of one of the participants.
    case memberOrOneself = "a participant (for any of the participants)"
    /// The user in the message's `senderID`.
    case sender = "its sender"

    /// As messages and the article name the group, such as `its sender`.
    public var words: String { rawValue }
  }

  /// Makes a row.
  /// - Parameters:
  ///   - pattern: the path with ids in braces.
  ///   - read: who may read a document, and learn that it was deleted.
  ///   - create: who may make a document.
  ///   - change: who may write fields of an existing document, within each field's `writer`.
  ///   - delete: who may delete a document.
  ///   - fields: the rules of single fields; a field without a rule is kept as it comes.
  public init(
    _ pattern: String, read: Grant, create: Grant, change: Grant, delete: Grant, fields: [FieldRule]
  ) {
    self.pattern = pattern
    (self.read, self.create, self.change, self.delete, self.fields) = (read, create, change, delete, fields)
  }

  func grant(_ action: AccessRequest.Action) -> Grant {
    switch action {
    case .read: read
    case .create: create
    case .change: change
    case .delete: delete
    }
  }

  /// The rule of a field; nil for a field that the row does not name.
  public func field(_ name: String) -> FieldRule? { fields.first { $0.name == name } }
}

/// The type of a field of a far document, and which of the users who may write the document may write it.
public struct FieldRule: Sendable {
  /// The field's name in the document, which is also the ledger's.
  public var name: String
  /// What a value of the field may be; null is always allowed, unless the field is required.
  public var type: ValueType
  /// Who may write the field, of the users who may make or change the document.
  public var writer: Writer
  /// Whether a document without the field, or with null, is invalid.
  public var isRequired: Bool

  /// The JSON form of a field's values.
  public enum ValueType: Sendable, Equatable {
    /// A text of at most this many bytes.
    case text(max: Int)
    /// One of these.
    case word([String])
    /// `2026-11-21T06:13:00.123Z`
    case instant
    /// A JSON number without a fraction.
    case integer
    /// Finite, within these bounds.
    case number(ClosedRange<Double>)
    /// True or false.
    case bool
    /// A list of different texts, at most this many.
    case texts(max: Int)
    /// A JSON object with any members.
    case object
    /// A list of objects, at most this many.
    case objects(max: Int)
    /// Any JSON value.
    case any
  }

  /// Who may write a field.
  public enum Writer: String, Sendable {
    /// No restriction beyond the collection's own.
    case writer = "those who may make or change the document"
    /// Only when the document is created.
    case once = "the user who makes the document, once"
    /// The user in the message's `senderID`.
    case sender = "the sender"
    /// Participants who did not send the message: they analyze what they receive.
    case recipients = "participants other than the sender"
    /// Add themselves, and remove nobody.
    case readers = "participants, each only for themselves"
    /// Add anybody, and remove only themselves.
    case members = "participants, who can remove only themselves"
    /// The participant whose id the document has.
    case oneself = "the participant alone"
    /// The sender; others may write only `delivered` and `read`.
    case status = "the sender; every participant for delivered and read"

    /// As messages and the article name the group.
    public var words: String { rawValue }
  }

  /// Makes a rule; by default the field may be missing, and all who may change the document write it.
  public init(_ name: String, _ type: ValueType, _ writer: Writer = .writer, required: Bool = false) {
    (self.name, self.type, self.writer, isRequired) = (name, type, writer, required)
  }
}
