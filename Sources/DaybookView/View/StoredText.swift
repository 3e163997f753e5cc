import DaybookModel

/// A stored JSON string, read with as little work as it needs.
enum StoredText {
  /// The string; nil when the value is none.
  static func string(_ json: Span<UInt8>) -> String? {
    withUTF8(json) { String(decoding: $0, as: UTF8.self) }
  }

  /// Lends the string's UTF-8; nil when the value is none. Allocates only where it has escapes.
  @inline(__always)
  static func withUTF8<Result>(
    _ json: Span<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result? {
    guard json.count >= 2, json[0] == UInt8(ascii: "\"") else { return nil }
    return json.withUnsafeBufferPointer { bytes in
      let inner = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
      if inner.firstIndex(of: UInt8(ascii: "\\")) == nil { return body(inner) }
      let text = JSONString(range: ByteRange(1, bytes.count - 1), isEscaped: true)
      return text.unescaped(bytes.span).withUnsafeBufferPointer { body($0) }
    }
  }
}
