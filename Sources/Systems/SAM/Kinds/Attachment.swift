public import Daybook

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A file that came with a piece of evidence, such as the attachment of a mail.
public struct Attachment: Entity {
  public var id = ID()
  /// The evidence that it came with, which lists it in ``EvidenceItem/attachments``; deleted with it.
  public var evidence: Ref<EvidenceItem>?
  /// Its place among the attachments of its evidence, from 0.
  public var position = 0
  /// The file's own name, without folders; null where it has none.
  public var fileName: String?
  /// Such as `application/pdf`.
  public var mediaType = ""
  /// Bytes.
  public var size = 0
  /// The bytes, stored beside the log if they are large.
  public var content: Data?

  public init() {}

  public static let schema = Schema("sam.attachment") {
    Personal()
    Names(\.fileName)
    One(\.evidence, inverse: \EvidenceItem.attachments)
    Check(value: \.position, "must not be negative") { $0 >= 0 }
    Bound(value: \.position, "must be at most 10000") { position, _ in position <= 10_000 }
    Check(value: \.size, "must not be negative") { $0 >= 0 }
    Bound(value: \.size, "must be at most 1 TiB") { size, _ in size <= 1 << 40 }
  }
}
