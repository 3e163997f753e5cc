import DaybookLog
public import DaybookModel
import DaybookView

/// Bytes from outside as a field holds them.
public enum DataValue {
  /// Base64, or above the limit a reference, with the bytes to store durably before the value is written.
  public static func stored(_ bytes: [UInt8]) -> (value: JSONValue, blob: [UInt8]?) {
    guard bytes.count > BlobReference.inlineSizeBytesMax else { return (.string(Base64.text(bytes)), nil) }
    return (BlobReference(hash: Hash256.of(bytes.span), sizeBytes: Int64(bytes.count)).json, bytes)
  }

  /// The same for a base64 text; nil if it is not base64.
  public static func stored(base64 text: String) -> (value: JSONValue, blob: [UInt8]?)? {
    Base64.bytes(text).map { stored($0) }
  }

  /// The SHA-256 of a text's UTF-8: 64 hexadecimal digits in lower case.
  public static func hash(of text: String) -> String { hash(of: Array(text.utf8)) }

  /// The SHA-256 of bytes, likewise.
  public static func hash(of bytes: [UInt8]) -> String { Hash256.of(bytes.span).description }

  /// A UUID of version 8 of the SHA-256 of a text's UTF-8: the same on every machine.
  public static func uuid(of text: String) -> String { UUIDText.of(Hash256.of(Array(text.utf8).span)) }

  /// Whether both are the same bytes, one of them perhaps kept beside the log.
  public static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    if left == right { return true }
    switch (BlobReference(left), BlobReference(right)) {
    case (nil, let reference?):
      return left.string.flatMap { Base64.bytes($0) }.map { Hash256.of($0.span) } == reference.hash
    case (_?, nil): return isSame(right, left)
    default: return false
    }
  }
}
