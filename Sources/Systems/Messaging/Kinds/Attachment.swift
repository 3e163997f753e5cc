public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that is attached to a message.
public struct Attachment: Entity {
  public var id = ID()
  /// The message that it belongs to; it is deleted with that message.
  public var message: Ref<Message>?
  /// How to show it; `document` if unset. ``mimeType`` has the exact type.
  public var type: AttachmentType = .document
  /// The remote store's address of the bytes; null until it has them.
  public var url: String?
  /// The path from which this device read the file, or where it stored it.
  public var localURL: String?
  /// A small picture of it: a data URL, or its address.
  public var thumbnailURL: String?
  /// Bytes.
  public var fileSize = 0
  /// Such as `image/jpeg`; empty if unknown.
  public var mimeType = ""
  /// Computed from ``url`` and from the message's ``Message/failure``; cannot be written.
  public var uploadStatus: UploadStatus = .pending
  /// The file's own name, without its folders.
  public var fileName = ""
  /// The bytes, stored beside the log if they are large. Null if they were not fetched.
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
