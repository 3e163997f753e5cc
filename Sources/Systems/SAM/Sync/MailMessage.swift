public import Daybook

/// A message of a mailbox, whatever format it came in.
public struct MailMessage: Sendable, Equatable {
  /// A part that is not a text of the message.
  public struct Attachment: Sendable, Equatable {
    /// The file's own name; nil where the message names none.
    public var name: String?
    /// Such as `application/pdf`.
    public var mediaType: String
    /// Nil where it was not read.
    public var content: [UInt8]?
    /// Whether it is a picture that the message shows within its text; the text then does not name it.
    public var isInline: Bool

    /// Makes an attachment. `name` and `content` are nil where they are unknown; it is not inline by default.
    public init(name: String? = nil, mediaType: String, content: [UInt8]? = nil, isInline: Bool = false) {
      (self.name, self.mediaType, self.content, self.isInline) = (name, mediaType, content, isInline)
    }
  }

  /// Where it stands in its file, from 1.
  public var line: Int
  /// Message-ID without its angle brackets; of a message that has none, ``digestIdentifier(_:)``.
  public var identifier: String
  /// Decoded text, not the header's encoded words; nil where the message has none.
  public var subject: String?
  /// The visible text, as plain text.
  public var text: String?
  /// When it was sent; nil where neither the message nor its mailbox says so.
  public var date: Instant?
  /// From, To, Cc, Bcc and Reply-To, in this order; the field's name is the role.
  public var participants: [ParticipantHint] = []
  /// In the message's order. Readers stop one after ``attachmentsMax``, so that the text can say that there are more.
  public var attachments: [Attachment] = []
  /// The Message-ID of the message that it answers.
  public var inReplyTo: String?
  /// The Message-ID that its thread began with; nil where it answers nothing.
  public var threadID: String?
  /// Its labels in the mailbox, and the flags of IMAP such as `\Seen`.
  public var labels: [String] = []

  /// Makes a message that has neither text, date nor participants yet.
  public init(line: Int, identifier: String) { (self.line, self.identifier) = (line, identifier) }

  /// The identifier of a message without Message-ID: the SHA-256 of its bytes in the form that every mailbox has.
  public static func digestIdentifier(_ hexadecimal: String) -> String { "sha256:" + hexadecimal }

  /// `mail:<Message-ID>`.
  public var sourceUID: String { "mail:" + identifier }

  /// UTF-8 of a text; more does not fit an event. What is longer is cut, and says so.
  public static let textBytesMax = 256 << 10

  /// Whether the text is longer than what is kept of it.
  public var isTextCut: Bool { (text?.utf8.count ?? 0) > Self.textBytesMax }

  /// The maximum number of participants that count: more of them are a mailing list.
  public static let participantsMax = 250
  /// How many attachments of a message become ``Attachment`` entities; the text only mentions that there are more.
  public static let attachmentsMax = 100
  /// How many labels of a message are kept; further ones are left out.
  public static let labelsMax = 100
}
