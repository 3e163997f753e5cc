public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A value that may be large: a photo, a recording. Above 16 KiB it is a file beside the log, named by its content, and
/// the entity holds its name. Reading the entity does not read the file; `LedgerBlobs.content(of:)` does.
///
///     struct Person: Entity {
///       var photo: Blob?
///       …
///     }
///     let photo = try await ledger.blobs.store(contentsOf: url)
///     try await ledger.commit { $0.update(person) { $0.photo = photo } }
///     let data = try await ledger.blobs.content(of: photo)
///
/// A field of type `Data` is stored in the same way, and holds its content whenever the entity is read. A blob is a field
/// of its own, not a member of a nested struct or of a list.
public struct Blob: Hashable, Sendable {
  /// Base64, or `{"$blob":"<sha256>","size":n}`: the stored form.
  public let value: JSONValue

  /// An empty blob.
  public init() { value = "" }

  /// Content in memory. It is stored with the entity's commit; larger content is stored piece by piece with
  /// `LedgerBlobs.store(contentsOf:)`.
  public init(_ content: Data) { value = .string(content.base64EncodedString()) }

  /// A stored value of a data field; nil if the value is not one.
  public init?(value: JSONValue) {
    guard BlobReference(value) != nil || value.string.map({ Data(base64Encoded: $0) != nil }) == true else {
      return nil
    }
    self.value = value
  }

  /// The size of the content.
  public var sizeBytes: Int64 {
    if let reference = BlobReference(value) { return reference.sizeBytes }
    return Int64(value.string.flatMap { Data(base64Encoded: $0)?.count } ?? 0)
  }

  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  public func hash(into hasher: inout Hasher) { hasher.combine(value.canonicalBytes) }
}

extension Blob: Codable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(JSONValue.self)
    guard let blob = Blob(value: value) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "must be base64, or a reference to a blob"))
    }
    self = blob
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
