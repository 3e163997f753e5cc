import DaybookModel

/// Twelve random bytes that keep the hash of an event's line from revealing its values. A line has them in base64: 16 characters
/// without padding.
package struct Salt: Sendable {
  private var first: UInt64
  private var second: UInt32

  package init(_ first: UInt64, _ second: UInt32) { (self.first, self.second) = (first, second) }

  package func write(to text: inout [UInt8]) {
    // Byte by byte from the low end of each word.
    var rest = (first, UInt64(second))
    for _ in 0..<4 {
      var value: UInt32 = 0
      for _ in 0..<3 {
        value = value << 8 | UInt32(truncatingIfNeeded: rest.0 & 0xff)
        rest.0 = rest.0 >> 8 | (rest.1 & 0xff) << 56
        rest.1 >>= 8
      }
      text.append(Base64.digit(value >> 18))
      text.append(Base64.digit(value >> 12 & 63))
      text.append(Base64.digit(value >> 6 & 63))
      text.append(Base64.digit(value & 63))
    }
  }
}
