public import Daybook

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
