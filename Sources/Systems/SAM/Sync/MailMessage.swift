public import Daybook

/// A message of a mailbox, whatever format it came in.
public struct MailMessage: Sendable, Equatable {
  /// A part that is no text of the message: it is named, and its content is not kept.
  public struct Attachment: Sendable, Equatable {
    public var name: String?
    /// Such as `application/pdf`.
    public var mediaType: String

    public init(name: String? = nil, mediaType: String) { (self.name, self.mediaType) = (name, mediaType) }
  }

  /// Where it stands in its file, from 1.
  public var line: Int
  /// Message-ID without its angle brackets; of a message that has none, ``digestIdentifier(_:)``.
  public var identifier: String
  public var subject: String?
  /// What a reader sees of it, as plain text.
  public var text: String?
  /// When it was sent; nil where neither the message nor its mailbox says so.
  public var date: Instant?
  /// From, To, Cc, Bcc and Reply-To, in this order; the field's name is the role.
  public var participants: [ParticipantHint] = []
  public var attachments: [Attachment] = []

  public init(line: Int, identifier: String) { (self.line, self.identifier) = (line, identifier) }

  /// What a message without Message-ID is known by: the SHA-256 of its bytes as every mailbox holds them.
  public static func digestIdentifier(_ hexadecimal: String) -> String { "sha256:" + hexadecimal }

  /// `mail:<Message-ID>`.
  public var sourceUID: String { "mail:" + identifier }

  /// UTF-8 of a text; more does not fit an event. What is longer is cut, and says so.
  public static let textBytesMax = 256 << 10

  /// Whether the text is longer than what is kept of it.
  public var isTextCut: Bool { (text?.utf8.count ?? 0) > Self.textBytesMax }

  /// Whom a message names beyond these is nobody's evidence, but a mailing list.
  public static let participantsMax = 250
  public static let attachmentsMax = 100
}
