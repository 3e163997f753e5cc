#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The order of texts by their bytes.
enum ByteOrder {
  /// Negative, zero or positive, as `left` comes before `right`, is the same or comes after.
  @inline(__always)
  static func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
    let common = min(left.count, right.count)
    if common > 0, let a = left.baseAddress, let b = right.baseAddress {
      let order = memcmp(a, b, common)
      if order != 0 { return Int(order) }
    }
    return left.count - right.count
  }

  /// Lends a text's bytes.
  @inline(__always)
  static func withBytes<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    var text = text
    return text.withUTF8(body)
  }

  static func precedes(_ left: String, _ right: String) -> Bool {
    withBytes(of: left) { left in withBytes(of: right) { compare(left, $0) < 0 } }
  }
}
