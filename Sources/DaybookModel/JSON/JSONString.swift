/// Where bytes lie in a text: from `start` up to, not including, `end`. Half the size of two integers, since an event's
/// line has a dozen of them; a text has less than 4 GiB.
public struct ByteRange: Equatable, Hashable, Sendable {
  @usableFromInline var first: UInt32
  @usableFromInline var last: UInt32

  /// The bytes from `start` up to, not including, `end`; both must be below 4 GiB, and are not checked.
  @inlinable @inline(__always)
  public init(_ start: Int, _ end: Int) {
    first = UInt32(truncatingIfNeeded: start)
    last = UInt32(truncatingIfNeeded: end)
  }

  /// The offset of the first byte.
  @inlinable public var start: Int { Int(first) }
  /// The offset behind the last byte.
  @inlinable public var end: Int { Int(last) }
  /// The length in bytes.
  @inlinable public var count: Int { end - start }
  /// Whether the range has no bytes.
  @inlinable public var isEmpty: Bool { end == start }
}

/// A string in JSON text, still as bytes: the range between its quotes, and whether it has escapes.
public struct JSONString: Equatable, Sendable {
  /// The bytes between the quotes, escapes as they were written.
  public var range: ByteRange
  /// Whether there is a backslash in the range: then the bytes are not yet the string.
  public var isEscaped: Bool

  /// A string that a ``JSONCursor`` has checked.
  @inlinable
  public init(range: ByteRange, isEscaped: Bool) {
    self.range = range
    self.isEscaped = isEscaped
  }

  /// The string itself. The cursor has checked the bytes.
  public func text(_ bytes: Span<UInt8>) -> String {
    if isEscaped { return String(decoding: unescaped(bytes), as: UTF8.self) }
    return bytes.extracting(range.start..<range.end).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The string's bytes with escapes resolved.
  public func unescaped(_ bytes: Span<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.start
    while index < range.end {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < range.end else {
        result.append(byte)
        index += 1
        continue
      }
      let escape = bytes[index + 1]
      index += 2
      switch escape {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0c)
      case UInt8(ascii: "n"): result.append(0x0a)
      case UInt8(ascii: "r"): result.append(0x0d)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = JSONCursor.scalar(at: &index, bytes) else { continue }
        result.append(contentsOf: Character(scalar).utf8)
      default: result.append(escape)
      }
    }
    return result
  }

  /// Whether this is exactly `text`.
  @inlinable
  public func equals(_ text: StaticString, _ bytes: Span<UInt8>) -> Bool {
    if isEscaped { return self.text(bytes).utf8.elementsEqual(text.description.utf8) }
    guard range.count == text.utf8CodeUnitCount else { return false }
    for index in 0..<range.count where bytes[unchecked: range.start + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Whether this key sorts before `other` by bytes; false if that cannot be decided cheaply.
  @inline(__always)
  public func precedes(_ other: JSONString, _ bytes: Span<UInt8>) -> Bool {
    guard !isEscaped, !other.isEscaped else { return false }
    let count = min(range.count, other.range.count)
    var index = 0
    while index < count {
      let left = bytes[unchecked: range.start &+ index]
      let right = bytes[unchecked: other.range.start &+ index]
      if left != right { return left < right }
      index &+= 1
    }
    return range.count < other.range.count
  }
}

extension JSONCursor {
  /// Reads a string with its quotes, checking UTF-8 and escapes.
  public mutating func string(_ bytes: Span<UInt8>) throws(JSONError) -> JSONString {
    try expect(UInt8(ascii: "\""), bytes)
    let start = position
    let words = bytes.bytes
    var isEscaped = false
    while position < bytes.count {
      // Skips eight bytes at a time where none needs a check.
      while position &+ 8 <= bytes.count {
        let word = words.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self)
        let marks = Self.marks(UInt64(littleEndian: word))
        position &+= marks.trailingZeroBitCount >> 3
        if marks != 0 { break }
      }
      guard position < bytes.count else { break }
      switch bytes[unchecked: position] {
      case UInt8(ascii: "\""):
        position &+= 1
        return JSONString(range: ByteRange(start, position &- 1), isEscaped: isEscaped)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try skipEscape(bytes)
      case 0x20..<0x80: position &+= 1
      case 0..<0x20: throw JSONError(.controlCharacter, at: position)
      default: try skipMultibyte(bytes)
      }
    }
    throw JSONError(.truncated, at: bytes.count)
  }

  /// Zero if none of the eight bytes is a quote, a backslash, a control character or beyond ASCII;
  /// else the lowest bit set is the top bit of the first such byte. (Warren, "Hacker's Delight", 6-1:
  /// a borrow can mark only bytes above a true one.)
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5c)
    let found =
      (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- ones &* 0x20) & ~word | word
    return found & (ones &* 0x80)
  }

  private mutating func skipEscape(_ bytes: Span<UInt8>) throws(JSONError) {
    let start = position
    guard position + 1 < bytes.count else { throw JSONError(.truncated, at: position) }
    switch bytes[unchecked: position + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      position += 2
    case UInt8(ascii: "u"):
      position += 2
      guard Self.hex4(at: position, bytes) != nil else { throw JSONError(.invalidEscape, at: start) }
      guard Self.scalar(at: &position, bytes) != nil else { throw JSONError(.loneSurrogate, at: start) }
    default: throw JSONError(.invalidEscape, at: start)
    }
  }

  /// The scalar whose four hex digits begin at `index` (after `\u`), with its low surrogate if it
  /// needs one; `index` moves behind it. Nil for a lone surrogate or no hex.
  static func scalar(at index: inout Int, _ bytes: Span<UInt8>) -> Unicode.Scalar? {
    guard let high = hex4(at: index, bytes) else { return nil }
    index += 4
    guard high & 0xf800 == 0xd800 else { return Unicode.Scalar(high) }
    guard high < 0xdc00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
      bytes[index + 1] == UInt8(ascii: "u"), let low = hex4(at: index + 2, bytes), low & 0xfc00 == 0xdc00
    else { return nil }
    index += 6
    return Unicode.Scalar(0x10000 + (high - 0xd800) << 10 + (low - 0xdc00))
  }

  private static func hex4(at index: Int, _ bytes: Span<UInt8>) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for offset in 0..<4 {
      guard let digit = hexValue(bytes[index + offset]) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Table 3-7 of the Unicode standard: well-formed sequences only.
  private mutating func skipMultibyte(_ bytes: Span<UInt8>) throws(JSONError) {
    let first = bytes[unchecked: position]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xbf
    switch first {
    case 0xc2...0xdf: length = 2
    case 0xe0: (length, second) = (3, 0xa0...0xbf)
    case 0xed: (length, second) = (3, 0x80...0x9f)
    case 0xe1...0xef: length = 3
    case 0xf0: (length, second) = (4, 0x90...0xbf)
    case 0xf4: (length, second) = (4, 0x80...0x8f)
    case 0xf1...0xf3: length = 4
    default: throw JSONError(.invalidUTF8, at: position)
    }
    guard position + length <= bytes.count, second.contains(bytes[unchecked: position + 1]) else {
      throw JSONError(.invalidUTF8, at: position)
    }
    for index in stride(from: 2, to: length, by: 1)
    where bytes[unchecked: position + index] & 0xc0 != 0x80 {
      throw JSONError(.invalidUTF8, at: position)
    }
    position += length
  }
}

/// 0 to 15 for a hexadecimal digit of either case.
package func hexValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
