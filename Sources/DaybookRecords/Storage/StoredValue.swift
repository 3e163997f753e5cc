/// A value's JSON text as the records hold it: up to 7 bytes in place, more in the byte arena.
/// Valid only for the records it came from.
package struct StoredValue: Sendable {
  /// 0: no value. Upper bit clear: the count in the uppermost byte, the bytes below, first byte lowest.
  /// Upper bit set: 40 bits of offset, 23 of count.
  let raw: UInt64

  @inline(__always)
  init(raw: UInt64) { self.raw = raw }

  static let yes = StoredValue(raw: 4 << 56 | 0x6575_7274)
  static let no = StoredValue(raw: 5 << 56 | 0x65_736c_6166)
  static let null = StoredValue(raw: 4 << 56 | 0x6c6c_756e)
  /// The value was written and is erased. Its text is `null`; a further byte, which no text of that length has,
  /// distinguishes it.
  static let erased = StoredValue(raw: 4 << 56 | 1 << 48 | 0x6c6c_756e)

  @inline(__always) var isInline: Bool { raw >> 63 == 0 }
  @inline(__always) var offset: Int { Int(raw >> 23 & 0xff_ffff_ffff) }

  /// The size of the text, in bytes.
  @inline(__always)
  package var count: Int { isInline ? Int(raw >> 56) : Int(raw & 0x7f_ffff) }

  package var isNull: Bool { raw == Self.null.raw }
  package var isErased: Bool { raw == Self.erased.raw }
  package var isTrue: Bool { raw == Self.yes.raw }
  package var isFalse: Bool { raw == Self.no.raw }

  @inline(__always)
  init(offset: Int, count: Int) {
    precondition(count < 1 << 23 && offset < 1 << 40, "a value longer than a line")
    raw = 1 << 63 | UInt64(offset) << 23 | UInt64(count)
  }

  /// `count` up to 7.
  @inline(__always)
  init(inline bytes: UnsafePointer<UInt8>, count: Int) {
    var packed: UInt64 = 0
    var index = count
    while index > 0 {
      index -= 1
      packed = packed << 8 | UInt64(bytes[index])
    }
    raw = UInt64(count) << 56 | packed
  }
}

extension Arena<UInt8> {
  @inline(__always)
  mutating func store(_ text: UnsafePointer<UInt8>, _ count: Int) -> StoredValue {
    if count <= 7 { return StoredValue(inline: text, count: count) }
    return StoredValue(offset: append(text, count: count), count: count)
  }

  func withText<Result>(_ value: StoredValue, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if !value.isInline {
      return body(UnsafeBufferPointer(start: base + value.offset, count: value.count))
    }
    return withUnsafeBytes(of: value.raw.littleEndian) { bytes in
      bytes.withMemoryRebound(to: UInt8.self) { body(UnsafeBufferPointer(rebasing: $0[..<value.count])) }
    }
  }
}
