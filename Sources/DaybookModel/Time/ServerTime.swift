/// A server's revision time, to the nanosecond: `2026-11-21T06:13:00.123456789Z`, fixed width, so
/// that text order is time order.
public struct ServerTime: Hashable, Comparable, Sendable {
  /// Seconds since 1970.
  public var seconds: Int64
  /// 0 to 999,999,999.
  public var nanoseconds: Int64

  /// A time whose parts are not checked: `nanoseconds` must be 0 to 999,999,999.
  public init(seconds: Int64, nanoseconds: Int64 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  public static func < (left: ServerTime, right: ServerTime) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension ServerTime: LosslessStringConvertible, CustomStringConvertible {
  public var description: String {
    var bytes: [UInt8] = []
    Instant(milliseconds: seconds * 1000).write(to: &bytes)
    bytes.removeLast(4)
    bytes.append(decimal: nanoseconds, width: 9)
    bytes.append(UInt8(ascii: "Z"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads exactly the form that `description` writes, from 1970 on; nil for any other text.
  public init?(_ description: String) {
    let bytes = Array(description.utf8)
    self.init(bytes.span)
  }

  package static let textCount = 30

  package init?(_ bytes: Span<UInt8>) {
    guard bytes.count == Self.textCount else { return nil }
    self.init(bytes, at: 0)
  }

  /// The 30 bytes at `start`; nil if they are not a time.
  package init?(_ bytes: Span<UInt8>, at start: Int) {
    guard start + Self.textCount <= bytes.count, bytes[start + 29] == UInt8(ascii: "Z"),
      let nanoseconds = bytes.decimal(at: start + 20, width: 9), bytes[start + 19] == UInt8(ascii: "."),
      let seconds = Instant.seconds(fixed: bytes, at: start), seconds >= 0
    else { return nil }
    self.init(seconds: seconds, nanoseconds: nanoseconds)
  }
}
