/// Finds the end of a value, over any number of chunks.
struct JSONValueScan {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  private(set) var isScalar = false
  private(set) var isDone = false

  /// How many of the bytes are the value's.
  mutating func length(of bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    var index = bytes.startIndex
    while index < bytes.endIndex, !isDone {
      let byte = bytes[index]
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          isDone = depth == 0
        }
      } else if !take(byte) {
        break
      }
      index += 1
    }
    return index - bytes.startIndex
  }

  /// Outside a string; false where the byte is the value's no more.
  private mutating func take(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "\"") where !isScalar: isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if isScalar { return end() }
      depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      if depth == 0 { return end() }
      depth -= 1
      isDone = depth == 0
    case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0a, 0x0d, UInt8(ascii: "\""):
      if depth == 0 { return end() }
    default: if depth == 0 { isScalar = true }
    }
    return true
  }

  private mutating func end() -> Bool {
    isDone = true
    return false
  }
}
