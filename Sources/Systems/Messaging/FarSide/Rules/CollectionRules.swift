/// Who may do what to the documents of one collection, and what their fields hold: a row of ``AccessTable``.
public struct CollectionRules: Sendable {
  /// Ids in braces: `conversations/{conversation}/messages/{message}`.
  public var pattern: String
  public var read: Grant
  public var create: Grant
  public var change: Grant
  public var delete: Grant
  /// Others are kept as they come, for who may change the document.
  public var fields: [FieldRule]

  /// Who is let in.
  public enum Grant: String, Sendable {
    case owner = "the user"
    case participants = "participants"
    case founder = "a user among its participants"
    case lastParticipant = "its last participant"
    case oneself = "the participant"
    case memberOrOneself = "a participant (a document of one of them)"
    case sender = "its sender"

    public var words: String { rawValue }
  }

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

  public func field(_ name: String) -> FieldRule? { fields.first { $0.name == name } }
}

/// What a field of a far document holds, and who of those who may write the document writes it.
public struct FieldRule: Sendable {
  public var name: String
  public var type: ValueType
  public var writer: Writer
  public var isRequired: Bool

  public enum ValueType: Sendable, Equatable {
    /// At most so many bytes.
    case text(max: Int)
    /// One of these.
    case word([String])
    /// `2026-11-21T06:13:00.123Z`
    case instant
    case integer
    /// Finite, within these bounds.
    case number(ClosedRange<Double>)
    case bool
    /// Different texts, at most so many.
    case texts(max: Int)
    case object
    /// A list of at most so many.
    case objects(max: Int)
    case any
  }

  public enum Writer: String, Sendable {
    case writer = "those who may make or change the document"
    /// Fixed from then on.
    case once = "the user who makes the document, once"
    case sender = "the sender"
    case recipients = "participants other than the sender"
    /// Adds oneself, takes nobody away.
    case readers = "participants, oneself only"
    /// Adds anybody, takes away oneself.
    case members = "participants; only oneself is taken away"
    case oneself = "the participant alone"
    /// `delivered` and `read`; the rest by the sender.
    case status = "the sender; delivered and read by every participant"

    public var words: String { rawValue }
  }

  public init(_ name: String, _ type: ValueType, _ writer: Writer = .writer, required: Bool = false) {
    (self.name, self.type, self.writer, isRequired) = (name, type, writer, required)
  }
}
