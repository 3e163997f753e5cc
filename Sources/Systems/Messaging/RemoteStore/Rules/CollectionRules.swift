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
