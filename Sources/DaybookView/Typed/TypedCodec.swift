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

/// A keyed container with its own method for reading a field that may be absent. The standard library's default for the
/// plain types calls `contains` and `decodeNil` instead, and would not distinguish an optional field from others.
protocol OptionalReading: KeyedDecodingContainerProtocol {
  func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value?
}

extension OptionalReading {
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(type, key)
  }
}
