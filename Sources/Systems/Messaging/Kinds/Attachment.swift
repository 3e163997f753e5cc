public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that a message brings along.
public struct Attachment: Entity {
  public var id = ID()
  /// The message that it belongs to; it is deleted with that message.
  public var message: Ref<Message>?
  /// How to show it; `document` if unset. ``mimeType`` has the exact type.
  public var type: AttachmentType = .document
  /// Where the far side keeps the bytes; null until it does.
  public var url: String?
  /// Where this device took the file from, or put it.
  public var localURL: String?
  /// A small picture of it, as a data URL, or where one is.
  public var thumbnailURL: String?
  /// Bytes.
  public var fileSize = 0
  /// Such as `image/jpeg`; empty if unknown.
  public var mimeType = ""
  /// Computed from ``url`` and from the message's ``Message/failure``; cannot be written.
  public var uploadStatus: UploadStatus = .pending
  /// The file's own name, without its folders.
  public var fileName = ""
  /// The bytes, kept beside the log where they are many. Null where nobody has fetched them.
  public var data: Data?

  public init() {}

  public static let schema = Schema("messaging.attachment") {
    Personal()
    One(\.message, inverse: \Message.attachments)
    Projection(\.uploadStatus) { MessageFormulas.uploadStatus($0) }
    Check(value: \.fileSize, "must not be negative") { $0 >= 0 }
    Bound(value: \.fileSize, "must be at most 1 TiB") { size, _ in size <= 1 << 40 }
  }
}
