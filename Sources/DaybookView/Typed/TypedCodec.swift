public import DaybookModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A kind's struct, known only at run time.
public struct TypedCodec: Sendable {
  /// The kind's struct type.
  public let type: any Entity.Type
  private let decode:
    @Sendable (JSONObject, _ defaults: JSONObject, FieldDecoder.BlobSource?) throws -> any Sendable

  init<Owner: Entity>(_ owner: Owner.Type) {
    type = owner
    decode = { try FieldDecoder.decode(owner, from: .object($0), defaults: $1, blobs: $2) }
  }

  /// The struct of a row's fields, for checks and formulas. Without a source of blobs, data kept as one is empty.
  public func value(
    _ fields: JSONObject, _ defaults: JSONObject, blobs: FieldDecoder.BlobSource? = nil
  ) throws -> any Sendable { try decode(fields, defaults, blobs) }
}

extension Date {
  /// The constant default of an instant that somebody writes later, or that reads as a stamp.
  public static let unwritten = Date(timeIntervalSince1970: 0)
}
