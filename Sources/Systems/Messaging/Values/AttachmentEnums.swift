public import Daybook

/// What an attachment is.
public struct AttachmentType: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let image: Self = "image"
  public static let video: Self = "video"
  public static let audio: Self = "audio"
  public static let document: Self = "document"

  public static let known: [Self] = [.image, .video, .audio, .document]
}

/// Whether the far side has an attachment's bytes.
public struct UploadStatus: OpenEnum {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let pending: Self = "pending"
  public static let uploaded: Self = "uploaded"
  /// Sending its message was given up before.
  public static let failed: Self = "failed"

  public static let known: [Self] = [.pending, .uploaded, .failed]
}
