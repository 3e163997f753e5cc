public import Daybook

/// How far a message has come.
public struct MessageStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// On its way: only this device and the ledger's others have it.
  public static let sending: Self = "sending"
  /// The remote store has it.
  public static let sent: Self = "sent"
  /// Everybody else in the conversation has read it.
  public static let read: Self = "read"
  /// Sending it was given up.
  public static let failed: Self = "failed"

  /// The values that ``Message/status`` can compute to.
  public static let known: [Self] = [.sending, .sent, .read, .failed]
}

/// Whether the remote store has the same version of a message.
public struct SyncStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Something was written here that the remote store has not acknowledged.
  public static let pending: Self = "pending"
  /// The remote store has acknowledged everything; also every message of an imported conversation.
  public static let synced: Self = "synced"
  /// Like pending, but it is not tried again until somebody requests it.
  public static let failed: Self = "failed"

  /// The values that ``Message/syncStatus`` can compute to.
  public static let known: [Self] = [.pending, .synced, .failed]
}

/// What a message is about.
public struct MessageCategory: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// It asks something.
  public static let question: Self = "question"
  /// It is about business, such as an offer or an invoice.
  public static let business: Self = "business"
  /// It asks for something at once.
  public static let urgent: Self = "urgent"
  /// It thanks the user.
  public static let thanks: Self = "thanks"
  /// It greets, and says little else.
  public static let greeting: Self = "greeting"
  /// Unsolicited advertising or fraud.
  public static let spam: Self = "spam"
  /// None of the others.
  public static let other: Self = "other"

  /// The categories that analyzers may choose from.
  public static let known: [Self] = [.question, .business, .urgent, .thanks, .greeting, .spam, .other]
}

/// How a message sounds.
public struct Sentiment: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Friendly or glad.
  public static let positive: Self = "positive"
  /// Neither friendly nor unfriendly, or both in equal parts.
  public static let neutral: Self = "neutral"
  /// Unhappy or angry.
  public static let negative: Self = "negative"

  /// The values that analyzers may choose from.
  public static let known: [Self] = [.positive, .neutral, .negative]
}

/// The type of an attachment.
public struct AttachmentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A picture, with a MIME type that begins with `image/`.
  public static let image: Self = "image"
  /// A film, with a MIME type that begins with `video/`.
  public static let video: Self = "video"
  /// A sound, with a MIME type that begins with `audio/`.
  public static let audio: Self = "audio"
  /// A file of any other type; the default.
  public static let document: Self = "document"

  /// The types that this version writes.
  public static let known: [Self] = [.image, .video, .audio, .document]
}

/// Whether the remote store has an attachment's bytes.
public struct UploadStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The remote store does not have the bytes yet; the next sync sends them before their message.
  public static let pending: Self = "pending"
  /// The attachment has a `url`, or its conversation was imported and no remote store takes part.
  public static let uploaded: Self = "uploaded"
  /// Sending its message was given up before.
  public static let failed: Self = "failed"

  /// The values that ``Attachment/uploadStatus`` can compute to.
  public static let known: [Self] = [.pending, .uploaded, .failed]
}
