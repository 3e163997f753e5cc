/// Walks the members of an object that the line's parser has accepted: it looks only for the ends of keys and values,
/// eight bytes at a time. Never reads beyond `end`, whatever the bytes.
struct MemberScanner {
  private let bytes: UnsafeRawPointer
  private var position: Int
  private let end: Int

  private(set) var keyStart = 0
  private(set) var keyEnd = 0
  private(set) var keyIsEscaped = false
  private(set) var valueStart = 0
  private(set) var valueEnd = 0

  /// The object's text, with its braces.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    bytes = UnsafeRawPointer(text.baseAddress!)
    position = 1
    end = text.count
  }

  @inline(__always)
  private func byte(_ index: Int) -> UInt8 { bytes.load(fromByteOffset: index, as: UInt8.self) }

  /// Moves to the next member; false at the end.
  @inline(__always)
  mutating func next() -> Bool {
    while position < end, byte(position) != UInt8(ascii: "\"") { position += 1 }
    guard position < end else { return false }
    keyStart = position + 1
    keyIsEscaped = skipString()
    keyEnd = position - 1
    while position < end, byte(position) != UInt8(ascii: ":") { position += 1 }
    position += 1
    skipSpace()
    guard position < end else { return false }
    valueStart = position
    switch byte(position) {
    case UInt8(ascii: "\""): _ = skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): skipNested()
    default: skipWord()
    }
    valueEnd = position
    return true
  }

  @inline(__always)
  private mutating func skipSpace() {
    while position < end, byte(position) <= 0x20 { position += 1 }
  }

  /// From the opening quote to behind the closing one; whether there were escapes.
  @inline(__always)
  private mutating func skipString() -> Bool {
    var isEscaped = false
    position += 1
    while true {
      while position + 8 <= end {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        let found =
          Self.zeroBytes(word ^ 0x2222_2222_2222_2222) | Self.zeroBytes(word ^ 0x5c5c_5c5c_5c5c_5c5c)
        if found != 0 {
          position += found.trailingZeroBitCount >> 3
          break
        }
        position += 8
      }
      while position < end, byte(position) != UInt8(ascii: "\""), byte(position) != UInt8(ascii: "\\") {
        position += 1
      }
      guard position < end else { return isEscaped }
      if byte(position) == UInt8(ascii: "\"") {
        position += 1
        return isEscaped
      }
      isEscaped = true
      position = min(position + 2, end)
    }
  }

  /// The upper bit of every byte that is zero; above the first such byte there may be false ones.
  @inline(__always)
  private static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  private mutating func skipNested() {
    var depth = 0
    while position < end {
      switch byte(position) {
      case UInt8(ascii: "\""):
        _ = skipString()
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { return }
    }
  }

  @inline(__always)
  private mutating func skipWord() {
    while position < end {
      switch byte(position) {
      case UInt8(ascii: ","), UInt8(ascii: "}"), 0...0x20: return
      default: position += 1
      }
    }
  }
}
